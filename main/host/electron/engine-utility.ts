import { join } from 'node:path';
import { app, dialog } from 'electron';
import { appRoot } from '#main/app-root.ts';
import type { EnginePort } from '../engine-port.ts';
import { RemoteEngine } from '../engine-process/remote-engine.ts';
import { ptyHostUtility } from './pty-host-utility.ts';
import { systemKeychainKey } from './system-keychain.ts';
import { startUtility } from './utility.ts';

export const ENGINE_PROGRAM = join(appRoot, 'out/main/engine-process.js');

/** The engine in a utility process, so that windows and menus stay usable whatever it does. */
export function startEngineUtility({ stateDir }: { readonly stateDir: string }): EnginePort {
  return new RemoteEngine({
    startEngine: () => startUtility(ENGINE_PROGRAM, { serviceName: 'Gatehouse engine', stdio: 'inherit' }),
    startPtyHost: ptyHostUtility,
    keychain: () => systemKeychainKey(stateDir),
    onFailure: (message, retry) => void offerRetry(message, retry),
  });
}

async function offerRetry(message: string, retry: () => void): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message,
    detail: 'What was recorded is kept. Sessions can be continued once the engine runs again.',
    buttons: ['Try again', 'Quit'],
    defaultId: 0,
    cancelId: 1,
  });
  if (response === 0) retry();
  else app.quit();
}
