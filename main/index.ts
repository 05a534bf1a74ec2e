import { join } from 'node:path';
import { appRoot, rendererDir } from './app-root.ts';
import { keepHeapSmall } from './cli/quick-start.ts';
import { createEngine } from './engine.ts';
import { startElectron } from './host/electron/start-electron.ts';

/** Electron's entry. */
keepHeapSmall();
startElectron({
  createEngine: () => createEngine({ host: 'electron', env: process.env }),
  rendererDir,
  preloadFile: join(appRoot, 'out/preload/index.cjs'),
});
