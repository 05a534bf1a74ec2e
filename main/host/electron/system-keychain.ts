import { safeStorage } from 'electron';
import type { EngineOptions } from '#main/engine.ts';

type Keychain = ReturnType<NonNullable<EngineOptions['keychain']>>;

/** Electron's fallback on Linux without a secret service: a key that is part of the program. */
const UNSAFE_BACKENDS = ['basic_text', 'unknown'];

/** Encrypts with a key in the system's keychain; `undefined` if there is none. macOS may ask the person first. */
export function systemKeychain(): Keychain {
  if (!safeStorage.isEncryptionAvailable()) return undefined;
  if (process.platform === 'linux' && UNSAFE_BACKENDS.includes(safeStorage.getSelectedStorageBackend())) return undefined;
  return {
    kind: 'keychain',
    encrypt: (text) => safeStorage.encryptString(text),
    decrypt: (data) => safeStorage.decryptString(Buffer.from(data)),
  };
}
