import { join } from 'node:path';
import { appRoot, rendererDir } from './app-root.ts';
import { keepHeapSmall } from './cli/quick-start.ts';
import { createEngine } from './engine.ts';
import { stateDirPath } from './engine/state-dir.ts';
import { startPtyHostUtility } from './host/electron/pty-host-utility.ts';
import { systemKeychain } from './host/electron/system-keychain.ts';
import { startElectron } from './host/electron/start-electron.ts';
import { startLogging } from './log/start-logging.ts';

/** Electron's entry. */
keepHeapSmall();
startLogging({ stateDir: stateDirPath(process.env), env: process.env });
startElectron({
  createEngine: () => createEngine({ host: 'electron', env: process.env, startPtyHost: startPtyHostUtility, keychain: systemKeychain }),
  rendererDir,
  preloadFile: join(appRoot, 'out/preload/index.cjs'),
});
