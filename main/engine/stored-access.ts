import { readFileSync, rmSync, statSync } from 'node:fs';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { createLogger } from '#main/log/logger.ts';
import type { SecretCipher } from '#main/mcp/sign-in/secret-cipher.ts';
import { parseJson } from '#shared/json-limits.ts';

const log = createLogger('engine');

/** What is remembered between runs. */
const accessSchema = z.strictObject({ apiKey: z.string().optional(), baseUrl: z.string().optional() });
export type RememberedAccess = z.output<typeof accessSchema>;

/** Content of the file (mode 0600). */
const fileSchema = z.object({ version: z.literal(1), by: z.enum(['keychain', 'key_file']), data: z.base64() });

const MAX_BYTES = 64 * 1024;

export interface StoredAccessOptions {
  /** Absolute. */
  readonly file: string;
  /** The first one encrypts; any decrypts what it has encrypted. Called when there is something to do: a keychain may ask the person. */
  readonly ciphers: () => readonly [SecretCipher, ...SecretCipher[]];
}

/** The key and address of the model's server that the person asked to remember, encrypted. */
export class StoredAccess {
  readonly #options: StoredAccessOptions;

  constructor(options: StoredAccessOptions) {
    this.#options = options;
  }

  /** How a new value would be encrypted. `none`: the keychain can't be asked. */
  get kind(): SecretCipher['kind'] | 'none' {
    try {
      return this.#options.ciphers()[0].kind;
    } catch (error) {
      log.warn('The system’s keychain can’t be used', error);
      return 'none';
    }
  }

  /** `undefined`: none, or one that can't be decrypted here. */
  read(): RememberedAccess | undefined {
    const { file, ciphers } = this.#options;
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined || size > MAX_BYTES) return undefined;
    try {
      const { by, data } = fileSchema.parse(parseJson(readFileSync(file, 'utf8')));
      const cipher = ciphers().find(({ kind }) => kind === by);
      return cipher && accessSchema.parse(parseJson(cipher.decrypt(Buffer.from(data, 'base64'))));
    } catch {
      // The error may quote what was decrypted.
      log.warn('The remembered key can’t be decrypted; enter it again');
      return undefined;
    }
  }

  /** @throws when the file can't be written, or the keychain refuses. */
  write(access: RememberedAccess): void {
    const { file, ciphers } = this.#options;
    const [cipher] = ciphers();
    const data = Buffer.from(cipher.encrypt(JSON.stringify(access))).toString('base64');
    const content: z.input<typeof fileSchema> = { version: 1, by: cipher.kind, data };
    writeFileAtomic.sync(file, `${JSON.stringify(content)}\n`, { mode: 0o600 });
  }

  forget(): void {
    rmSync(this.#options.file, { force: true });
  }
}
