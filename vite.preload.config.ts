import { defineConfig } from 'vite';

/** One CommonJS file: a sandboxed preload script has no ES modules and can require little more than `electron`. */
export default defineConfig({
  publicDir: false,
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'out',
    minify: false,
    sourcemap: false,
    rolldownOptions: {
      input: { 'preload/index': 'preload/index.ts' },
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
    },
  },
  ssr: { noExternal: true, target: 'node' },
});
