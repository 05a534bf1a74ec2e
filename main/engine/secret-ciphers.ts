import { join } from 'node:path';
import { keyFileCipher, type SecretCipher } from '#main/mcp/sign-in/secret-cipher.ts';

/**
 * What encrypts sign-ins and the remembered key: the system's keychain where the host has a safe one, else a key in a file.
 * @param keychain called when something is to be stored or read
 */
export function secretCiphers(
  stateDir: string,
  keychain?: () => SecretCipher | undefined,
): () => readonly [SecretCipher, ...SecretCipher[]] {
  const keyFile = keyFileCipher(join(stateDir, 'sign-ins.key'));
  return () => {
    const system = keychain?.();
    return system ? [system, keyFile] : [keyFile];
  };
}
