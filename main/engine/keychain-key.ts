import { keyCipher, type SecretCipher } from '#main/mcp/sign-in/secret-cipher.ts';

/** A key for secrets on disk, itself encrypted by the system's keychain, which only the desktop host can ask. */
export type KeychainKey =
  | { readonly kind: 'key'; readonly key: Uint8Array }
  /** The system has no safe keychain. */
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly why: string };

/** `undefined` where the system has no keychain. One that refuses makes each use fail, so that nothing is stored less safely. */
export function keychainCipher(keychain: KeychainKey): SecretCipher | undefined {
  if (keychain.kind === 'none') return undefined;
  return keyCipher('keychain', () => {
    if (keychain.kind === 'refused') throw new Error(`the system’s keychain refused: ${keychain.why}`);
    return keychain.key;
  });
}
