import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { safeStorage } from 'electron';
import type { KeychainKey } from '#main/engine/keychain-key.ts';
import { createLogger } from '#main/log/logger.ts';
import { errorMessage } from '#shared/error-message.ts';

const log = createLogger('host');

/** Electron's fallback on Linux without a secret service: a key that is part of the program. */
const UNSAFE_BACKENDS = ['basic_text', 'unknown'];
const KEY_BYTES = 32;

/**
 * A key that the system's keychain encrypts, in a file of Gatehouse's own folder (mode 0600); made when there is none. The engine gets this key and never
 * the keychain itself. macOS may ask the person first.
 */
export async function systemKeychainKey(stateDir: string): Promise<KeychainKey> {
  try {
    if (!(await isSafe())) return { kind: 'none' };
    const file = join(stateDir, 'keychain.key');
    const sealed = await readFile(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    return { kind: 'key', key: sealed === undefined ? await makeKey(file) : await unseal(sealed) };
  } catch (error) {
    log.warn('The system’s keychain can’t be used', error);
    return { kind: 'refused', why: errorMessage(error) };
  }
}

async function isSafe(): Promise<boolean> {
  if (!(await safeStorage.isAsyncEncryptionAvailable())) return false;
  return process.platform !== 'linux' || !UNSAFE_BACKENDS.includes(safeStorage.getSelectedStorageBackend());
}

async function makeKey(file: string): Promise<Uint8Array> {
  const key = randomBytes(KEY_BYTES);
  const sealed = await safeStorage.encryptStringAsync(key.toString('base64'));
  await writeFile(file, sealed, { mode: 0o600, flag: 'wx' });
  return key;
}

async function unseal(sealed: Buffer): Promise<Uint8Array> {
  const { result } = await safeStorage.decryptStringAsync(sealed);
  const key = Buffer.from(result, 'base64');
  if (key.length !== KEY_BYTES) throw new Error('the file keychain.key is damaged; remove it, and enter what was remembered again');
  return key;
}
