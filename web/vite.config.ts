import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// What is built lies in the package of the server, which holds it in the program.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../studio/assets',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  // While the page is written: `npm run dev`, beside `intermezzo studio --no-open`.
  server: { proxy: { '/api': { target: 'http://127.0.0.1:4747', ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
});
