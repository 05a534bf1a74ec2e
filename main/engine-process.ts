import { keepHeapSmall } from './cli/quick-start.ts';
import { createEngine } from './engine.ts';
import { keychainCipher } from './engine/keychain-key.ts';
import { stateDirPath } from './engine/state-dir.ts';
import { mainPort } from './host/engine-process/main-port.ts';
import { serveEngine } from './host/engine-process/serve-engine.ts';
import { startLogging } from './log/start-logging.ts';

/** Entry of the process that the desktop app runs its engine in. */
process.title = 'gatehouse-engine';
keepHeapSmall();
startLogging({ stateDir: stateDirPath(process.env), env: process.env });
serveEngine({
  main: mainPort(),
  createEngine: ({ keychain, startPtyHost, demoDirs }) =>
    createEngine({ host: 'electron', env: process.env, startPtyHost, demoDirs, keychain: () => keychainCipher(keychain) }),
  exit: () => process.exit(),
});
