import { defineConfig, type Plugin } from 'vite';
import { asciiOutput } from './vite.ascii-output.ts';
import { lazyChunks } from './vite.lazy-chunks.ts';
import { lazySchemas } from './vite.lazy-schemas.ts';
import { EXTERNAL } from './vite.shared.ts';

/** CommonJS, whatever the package around it says. */
const commonJs: Plugin = {
  name: 'common-js',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'package.json', source: '{ "type": "commonjs" }\n' });
  },
};

/** The process that runs scripts may read no other file. Each entry gets the bundler's runtime, used or not. */
const standalone: Plugin = {
  name: 'standalone',
  generateBundle(_options, bundle) {
    const chunk = bundle['main/script-process.js'];
    if (chunk?.type !== 'chunk') return;
    chunk.code = chunk.code.replace(/^const \w+=require\("[^"]*rolldown-runtime[^"]*"\);/u, '');
    if (chunk.code.includes('require')) throw new Error('script-process.ts must not import anything that other entries import');
  },
};

/**
 * Electron's entry (out/main/index.js), the engine's process (out/main/engine-process.js), its threads for past calls, for reports, for pages and for images and PDF files
 * (out/main/backtest-thread.js, report-thread.js, markdown-thread.js, media-thread.js), the process that holds terminals (out/main/pty-host-process.js),
 * the one that runs scripts (out/main/script-process.js) and its command line (out/cli/gatehouse.js), for Node 24. As CommonJS, since that starts a good tenth faster than the same files as ES modules.
 */
export default defineConfig({
  publicDir: false,
  plugins: [lazySchemas(), lazyChunks(), commonJs, standalone, asciiOutput()],
  build: {
    ssr: true,
    target: 'node24',
    outDir: 'out',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: {
        'main/index': 'main/index.ts',
        'main/engine-process': 'main/engine-process.ts',
        'main/pty-host-process': 'main/terminal/pty/pty-host-process.ts',
        'main/script-process': 'main/script/process/script-process.ts',
        'main/backtest-thread': 'main/backtest/thread.ts',
        'main/report-thread': 'main/report/report-thread.ts',
        'main/markdown-thread': 'main/tools/web-fetch/markdown-thread.ts',
        'main/media-thread': 'main/tools/read/media/media-thread.ts',
        'cli/gatehouse': 'main/cli/gatehouse.ts',
      },
      external: EXTERNAL,
      output: {
        format: 'cjs',
        entryFileNames: '[name].js',
        chunkFileNames: 'chunks/[name]-[hash].js',
        // Source text stays in memory as long as the program runs. Names stay too, for stack traces.
        minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      },
    },
  },
  ssr: { noExternal: true, target: 'node' },
});
