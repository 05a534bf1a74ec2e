import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';

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
    // The first script has a limit of its own: 250 KB compressed.
    chunkSizeWarningLimit: 1000,
    sourcemap: false,
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
