import { homedir } from 'node:os';
import { join } from 'node:path';
import { appRoot, rendererDir } from './app-root.ts';
import { keepHeapSmall } from './cli/quick-start.ts';
import { keychainCipher } from './engine/keychain-key.ts';
import { openStateDir, stateDirPath } from './engine/state-dir.ts';
import { readVariable } from './environment.ts';
import { startEngineUtility } from './host/electron/engine-utility.ts';
import { startPtyHostUtility } from './host/electron/pty-host-utility.ts';
import { startElectron } from './host/electron/start-electron.ts';
import { systemKeychainKey } from './host/electron/system-keychain.ts';
import type { EnginePort } from './host/engine-port.ts';
import { startLogging } from './log/start-logging.ts';
import type { OutsidePage } from '#shared/settings/outside-page.ts';

/** Electron's entry. */
keepHeapSmall();
const stateDir = stateDirPath(process.env);
startLogging({ stateDir, env: process.env });
startElectron({
  createEngine: () => {
    // Before the engine does: main keeps files of its own there.
    openStateDir(process.env);
    return readVariable(process.env, 'GATEHOUSE_ENGINE_IN_MAIN') ? engineInMain() : startEngineUtility({ stateDir });
  },
  rendererDir,
  outsidePage,
  sharingSetting: async () => {
    const { readSharingSetting } = await import('./settings/sharing-setting.ts');
    return readSharingSetting({ homeDir: homedir(), env: process.env });
  },
  preloadFile: join(appRoot, 'out/preload/index.cjs'),
});

/** Loaded while the engine starts. */
async function outsidePage(): Promise<() => OutsidePage> {
  const { outsidePageSetting } = await import('./settings/confirms-outside-page.ts');
  return outsidePageSetting({ homeDir: homedir(), env: process.env });
}

/** Loaded only here: main needs nothing of the engine otherwise. */
async function engineInMain(): Promise<EnginePort> {
  const [{ createEngine }, keychain] = await Promise.all([import('./engine.ts'), systemKeychainKey(stateDir)]);
  return createEngine({
    host: 'electron',
    env: process.env,
    startPtyHost: startPtyHostUtility,
    keychain: () => keychainCipher(keychain),
  });
}
