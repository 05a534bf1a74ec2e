import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The window. Addresses are relative, since it is served below a secret path by the web host and from app:// by Electron. */
export default defineConfig({
  root: join(import.meta.dirname, 'renderer'),
  base: './',
  plugins: [react()],
  build: {
    outDir: '../out',
    // The content policy allows no data: scripts or fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
  },
});
