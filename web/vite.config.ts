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
  test: { include: ['src/**/*.test.ts'] },
});
