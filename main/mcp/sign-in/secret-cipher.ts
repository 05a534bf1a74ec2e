import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Encrypts what must not be on disk as it is. `kind` is stored beside the text, so that it is decrypted the same way. */
export interface SecretCipher {
  readonly kind: 'keychain' | 'key_file';
  /** @throws when the system doesn’t provide its key. */
  readonly encrypt: (text: string) => Uint8Array;
  /** @throws when it was encrypted with another key, or changed. */
  readonly decrypt: (data: Uint8Array) => string;
}

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * For hosts without a keychain: a key in a file of its own (mode 0600). It keeps secrets out of searches, logs and copies of
 * single files; a program of the same user can read both files.
 */
export function keyFileCipher(file: string): SecretCipher {
  let known: Buffer | undefined;
  return keyCipher('key_file', () => (known ??= readOrMakeKey(file)));
}

/** AES-256-GCM. @param key of 32 bytes; called when something is to be encrypted or decrypted */
export function keyCipher(kind: SecretCipher['kind'], key: () => Uint8Array): SecretCipher {
  return {
    kind,
    encrypt: (text) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key(), iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    decrypt: (data) => {
      const decipher = createDecipheriv('aes-256-gcm', key(), data.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(data.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return Buffer.concat([decipher.update(data.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
    },
  };
}

function readOrMakeKey(file: string): Buffer {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    // Fails if there is one, also one that another process has just made.
    writeFileSync(file, randomBytes(KEY_BYTES), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  chmodSync(file, 0o600);
  const key = readFileSync(file);
  if (key.length !== KEY_BYTES) throw new Error(`${file} is damaged. Remove it, and sign in again.`);
  return key;
}
