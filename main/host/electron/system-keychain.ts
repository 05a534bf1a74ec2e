import { safeStorage } from 'electron';
import type { EngineOptions } from '#main/engine.ts';

type Keychain = ReturnType<NonNullable<EngineOptions['keychain']>>;

/** What Electron uses on Linux without a secret service: a key that is part of its program. */
const UNSAFE_BACKENDS = ['basic_text', 'unknown'];

/** Encrypts with a key in the system's keychain. `undefined` where there is none. On macOS, the system may ask the person first. */
export function systemKeychain(): Keychain {
  if (!safeStorage.isEncryptionAvailable()) return undefined;
  if (process.platform === 'linux' && UNSAFE_BACKENDS.includes(safeStorage.getSelectedStorageBackend())) return undefined;
  return {
    kind: 'keychain',
    encrypt: (text) => safeStorage.encryptString(text),
    decrypt: (data) => safeStorage.decryptString(Buffer.from(data)),
  };
}
