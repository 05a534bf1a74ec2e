import { readFileSync, statSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { createLogger } from '#main/log/logger.ts';
import { parseJson } from '#shared/json-limits.ts';
import { authorizationServerSchema, oauthClientSchema, tokensSchema } from './sign-in-data.ts';
import type { SecretCipher } from './secret-cipher.ts';

const log = createLogger('mcp');

/** One sign-in, as it is encrypted. */
const recordSchema = z.object({
  /** The key it is stored under: a record that was moved to another server's place doesn't count. */
  key: z.string(),
  server: authorizationServerSchema,
  client: oauthClientSchema,
  resource: z.string(),
  tokens: tokensSchema,
});
export type SignInRecord = z.output<typeof recordSchema>;

const sealedSchema = z.object({ by: z.enum(['keychain', 'key_file']), data: z.base64() });
/** Content of the file (mode 0600). */
const fileSchema = z.object({ version: z.literal(1), signIns: z.record(z.string(), sealedSchema) });
type Content = z.output<typeof fileSchema>;
const NOTHING: Content = { version: 1, signIns: {} };

const MAX_BYTES = 4 * 1024 * 1024;

export interface SignInStoreOptions {
  /** Absolute. */
  readonly file: string;
  /** The first one encrypts; any decrypts what it has encrypted. Called when there is something to do: a keychain may ask the person. */
  readonly ciphers: () => readonly [SecretCipher, ...SecretCipher[]];
  /** Runs work while no other process does so for the same name. */
  readonly withLock: <T>(name: string, work: () => Promise<T>) => Promise<T>;
}

/** The user's sign-ins at MCP servers, encrypted. Shared by all processes of Gatehouse. */
export class SignInStore {
  readonly #options: SignInStoreOptions;
  #cached: { readonly stamp: string; readonly content: Content } | undefined;

  constructor(options: SignInStoreOptions) {
    this.#options = options;
  }

  /** `undefined` if there is none, or it can't be decrypted here. */
  read(key: string): SignInRecord | undefined {
    const { signIns } = this.#content();
    const sealed = Object.hasOwn(signIns, key) ? signIns[key] : undefined;
    const cipher = sealed && this.#options.ciphers().find(({ kind }) => kind === sealed.by);
    if (!sealed || !cipher) return undefined;
    try {
      const record = recordSchema.parse(parseJson(cipher.decrypt(Buffer.from(sealed.data, 'base64'))));
      return record.key === key ? record : undefined;
    } catch {
      // The error may quote what was decrypted.
      log.warn('A sign-in at an MCP server can’t be decrypted; it counts as signed out');
      return undefined;
    }
  }

  /** Replaces an earlier one. One that is only refreshed stays with its cipher, so that the process that made it can still read it. */
  async write(record: SignInRecord): Promise<void> {
    await this.#change((content) => {
      const before = Object.hasOwn(content.signIns, record.key) ? content.signIns[record.key] : undefined;
      const ciphers = this.#options.ciphers();
      const cipher = ciphers.find(({ kind }) => kind === before?.by) ?? ciphers[0];
      const data = Buffer.from(cipher.encrypt(JSON.stringify(record))).toString('base64');
      return { ...content, signIns: { ...content.signIns, [record.key]: { by: cipher.kind, data } } };
    });
  }

  async remove(key: string): Promise<void> {
    await this.#change((content) => {
      const { [key]: _removed, ...signIns } = content.signIns;
      return { ...content, signIns };
    });
  }

  /** Runs work while no other process refreshes this sign-in: many servers accept a refresh token only once. */
  async alone<T>(key: string, work: () => Promise<T>): Promise<T> {
    return this.#options.withLock(`${this.#options.file}#${key}`, work);
  }

  async #change(edit: (content: Content) => Content): Promise<void> {
    const { file, withLock } = this.#options;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await withLock(file, async () => {
      this.#cached = undefined;
      await writeFileAtomic(file, `${JSON.stringify(edit(this.#content()), null, 2)}\n`, { mode: 0o600 });
      this.#cached = undefined;
    });
  }

  #content(): Content {
    const { file } = this.#options;
    const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
    if (!stat) return NOTHING;
    const stamp = `${stat.ino}:${stat.size}:${stat.mtimeNs}:${stat.ctimeNs}`;
    if (this.#cached?.stamp !== stamp) this.#cached = { stamp, content: readContent(file, stat.size) };
    return this.#cached.content;
  }
}

function readContent(file: string, size: bigint): Content {
  try {
    if (size <= MAX_BYTES) return fileSchema.parse(parseJson(readFileSync(file, 'utf8')));
    log.warn('The file of sign-ins at MCP servers is too large');
  } catch {
    // The error may quote the file.
    log.warn('The file of sign-ins at MCP servers is damaged');
  }
  return NOTHING;
}
