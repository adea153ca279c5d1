import { expect, it } from 'vitest';
import { eventsOf } from './wire';

function body(...parts: string[]): ReadableStream<Uint8Array> {
  const letters = new TextEncoder();
  return new ReadableStream({
    start(to) {
      for (const part of parts) to.enqueue(letters.encode(part));
      to.close();
    },
  });
}

it('reads events however they are cut into pieces, and passes over signs of life', async () => {
  const seen: string[] = [];
  for await (const data of eventsOf(body('data: {"a"', ':1}\n', '\n: \n\ndata: x\ndata: y\n\nda', 'ta: last\n\n', 'data: torn'))) seen.push(data);
  expect(seen).toEqual(['{"a":1}', 'x\ny', 'last']);
});
