import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { FIRST_SCRIPT } from './shared/contract/first-script.ts';

/** The window. Addresses are relative, since it is served below a secret path by the web host and from app:// by Electron. */
export default defineConfig({
  root: join(import.meta.dirname, 'renderer'),
  base: './',
  plugins: [react(), firstPaint()],
  build: {
    outDir: '../out',
    // The content policy allows no data: scripts or fonts, so nothing is inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The first script has a limit of its own: 250 KB compressed.
    chunkSizeWarningLimit: 1000,
    sourcemap: false,
    // The styles need `:has`. For browsers without it, lists of selectors with it would become one `:is`, whose parts all count like the
    // most specific one.
    cssTarget: ['chrome121', 'edge121', 'firefox121', 'safari17.2'],
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: (id, context) => (isInitial(id, context) ? 'initial' : null) }] } },
    },
  },
});

/**
 * Whether the page's first script imports a module, directly or not. All of them make one file: split by which later pane shares them they
 * would be some fifty small ones, which compress worse and are asked for one by one.
 */
function isInitial(id: string, context: Rolldown.ChunkingContext, seen: Set<string> = new Set()): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  const module = context.getModuleInfo(id);
  if (!module) return false;
  return module.isEntry || module.importers.some((importer) => isInitial(importer, context, seen));
}

/**
 * Makes what index.html draws by itself the first paint: puts the script that it needs before it and the style sheet behind it, for which
 * then only the window waits. The font of nearly every text is fetched beside, so that nothing is drawn in another one first.
 */
function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const styles = /\n\s*<link rel="stylesheet"[^>]*>/.exec(html)?.[0] ?? '';
        const font = Object.keys(bundle ?? {}).find((name) => /\/inter-latin-wght-normal-[^/]*\.woff2$/.test(name));
        const preload = font === undefined ? '' : `\n    <link rel="preload" as="font" type="font/woff2" crossorigin href="./${font}">`;
        return html
          .replace(styles, '')
          .replace('</style>', () => `</style>\n    <script>${FIRST_SCRIPT}</script>`)
          .replace('\n    <div id="root">', `${styles}${preload}\n    <div id="root">`);
      },
    },
  };
}
