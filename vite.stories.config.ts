import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The story pages: parts of the window with invented data. Served by `npm run stories`; never part of the app. */
export default defineConfig({
  root: join(import.meta.dirname, 'stories'),
  base: './',
  plugins: [react()],
  // The pages import the window's own files.
  server: { fs: { allow: [import.meta.dirname] } },
});
