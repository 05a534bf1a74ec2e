/** Without a keychain, like a Linux without a secret service, unless a test wants one: then it inverts every bit. */
const hasKeychain = process.env['DOUBLE_KEYCHAIN'] !== undefined;
const inverted = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0xff));
export const safeStorage = {
  isAsyncEncryptionAvailable: () => Promise.resolve(hasKeychain),
  getSelectedStorageBackend: () => (hasKeychain ? 'gnome_libsecret' : 'basic_text'),
  encryptStringAsync: (text: string) => Promise.resolve(inverted(Buffer.from(text))),
  decryptStringAsync: (sealed: Buffer) => Promise.resolve({ result: inverted(sealed).toString(), shouldReEncrypt: false }),
};
