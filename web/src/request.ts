// A request to the server: with a body it is a POST, and a refusal is an error in words. Who must sign in first is sent there.

export async function ask<T>(url: string, body?: unknown, key?: string | null): Promise<T> {
  const headers: Record<string, string> = key ? { authorization: `Bearer ${key}` } : {};
  const init = body === undefined
    ? { headers }
    : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(url, init);
  const answer = (await response.json()) as T & { refused?: { code: string; words: string } };
  if (answer.refused?.code === 'sign_in_first') location.href = `/login?to=${encodeURIComponent(location.pathname)}`;
  if (answer.refused) throw new Error(answer.refused.words);
  return answer;
}
