import { parseJson } from '#shared/json-limits.ts';
import { createLogger } from '#main/log/logger.ts';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { z } from 'zod';
import { realPath, statOf } from './real-path.ts';
import { withFileLock } from './edit/file-lock.ts';
import { findGitFolder, mainCheckout } from './git-folder.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import { isInside } from '#main/tool/is-inside.ts';
import { digestSupplies, NOTHING_SUPPLIED, readSupplies, type RepositorySupplies } from './repository-supplies.ts';
import { userSettingsDir } from './settings-paths.ts';
import { describeSupplies } from './untrusted-items.ts';

const log = createLogger('settings');

const MAX_TRUST_BYTES = 8 * 1024 * 1024;
/** Maximum items stored for one folder. */
const MAX_ITEMS = 500;

const trustFileSchema = z.object({
  version: z.literal(1),
  /** Key: a repository's main checkout, or a folder outside git; real paths. */
  places: z.record(
    z.string(),
    z.object({
      trustedAt: z.string(),
      /** Project folder → digest of what it supplied when the user trusted it. */
      contents: z.record(z.string(), z.string()),
      /** Project folder → descriptions of that, to show what has changed when the user is asked again. */
      items: z.record(z.string(), z.array(z.string())).optional(),
    }),
  ),
});
type TrustFile = z.infer<typeof trustFileSchema>;

/**
 * Which folders the user trusts, and with what content. Trust covers a whole repository (all its work trees, but no repository nested in
 * it), or outside git a folder and everything below it. It is bound to what the folder supplies: when that changes in a way that could
 * loosen something, the user is asked again.
 */
export class TrustStore {
  readonly file: string;
  readonly #stateDir: string;
  readonly #homeDir: string;
  readonly #userSettingsFile: string;
  /** Trust that ends with this process: in the home folder and the folders that contain it. */
  readonly #thisRunOnly = new Map<string, string>();
  #cached: { stamp: string; content: TrustFile } | undefined;

  constructor(options: { readonly stateDir: string; readonly homeDir: string; readonly env?: NodeJS.ProcessEnv | undefined }) {
    this.#stateDir = options.stateDir;
    this.#homeDir = realPath(options.homeDir);
    this.#userSettingsFile = join(userSettingsDir(options.homeDir, options.env), 'settings.json');
    this.file = join(options.stateDir, 'trust.json');
  }

  isTrusted(projectDir: string): boolean {
    return this.isContentTrusted(projectDir, this.digest(projectDir));
  }

  /** What the folder supplies now. */
  supplies(projectDir: string): RepositorySupplies {
    return readSupplies(realPath(projectDir), this.#userSettingsFile);
  }

  digest(projectDir: string): string {
    return digestSupplies(this.supplies(projectDir));
  }

  /** Descriptions of what the repository supplies that has no effect until the folder is trusted. Empty when there is nothing. */
  untrustedItems(projectDir: string): string[] {
    return describeSupplies(this.supplies(projectDir));
  }

  /** Descriptions of what the folder supplied when the user trusted it; `undefined` if they never did. */
  trustedItems(projectDir: string): readonly string[] | undefined {
    const folder = realPath(projectDir);
    const { places } = this.#read();
    const entries = placesOf(folder).flatMap((place) => (Object.hasOwn(places, place) ? (places[place] ?? []) : []));
    return entries.flatMap(({ items }) => (items && Object.hasOwn(items, folder) ? [items[folder] ?? []] : []))[0];
  }

  isContentTrusted(projectDir: string, digest: string): boolean {
    const folder = realPath(projectDir);
    if (this.#thisRunOnly.get(folder) === digest) return true;
    const { places } = this.#read();
    return placesOf(folder).some((place) => {
      const entry = Object.hasOwn(places, place) ? places[place] : undefined;
      return entry !== undefined && (digest === NOTHING_SUPPLIED || Object.values(entry.contents).includes(digest));
    });
  }

  /**
   * Records that the user trusts the folder as it is now. `shown` is the digest of what the user was shown; trust is refused when the
   * folder has changed since.
   */
  async trust(projectDir: string, shown: string = this.digest(projectDir), items?: readonly string[]): Promise<void> {
    const folder = realPath(projectDir);
    if (isInside(this.#homeDir, folder)) {
      this.#thisRunOnly.set(folder, shown);
      return;
    }
    await this.#change((content) => {
      const place = placeOf(folder);
      const entry = content.places[place] ?? { trustedAt: new Date().toISOString(), contents: {} };
      const told = items === undefined ? entry.items : { ...entry.items, [folder]: items.slice(0, MAX_ITEMS) };
      content.places[place] = { ...entry, contents: { ...entry.contents, [folder]: shown }, ...(told && { items: told }) };
    });
  }

  /**
   * Keeps the trust after a change that the user made through Gatehouse to one file. Does nothing when the previous content was not
   * trusted; anything else that changed at the same time stays untrusted.
   */
  async followChange(projectDir: string, before: RepositorySupplies, name: string, text: string): Promise<void> {
    const from = digestSupplies(before);
    const after: RepositorySupplies = new Map([...before, [name, { kind: 'text', text }]]);
    const to = digestSupplies(after);
    if (from !== to && this.isContentTrusted(projectDir, from)) await this.trust(projectDir, to, describeSupplies(after));
  }

  /** Revokes the trust that covers a folder: in its whole repository, or outside git in the folder and those above it. */
  async revoke(projectDir: string): Promise<void> {
    const folder = realPath(projectDir);
    this.#thisRunOnly.delete(folder);
    await this.#change((content) => {
      for (const place of placesOf(folder)) delete content.places[place];
    });
  }

  /** Changes when another process has changed the file. */
  stamp(): string {
    const stat = statOf(this.file);
    return stat ? `${stat.ino}:${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}` : '';
  }

  #read(): TrustFile {
    const stamp = this.stamp();
    if (this.#cached?.stamp !== stamp) this.#cached = { stamp, content: readTrustFile(this.file) };
    return this.#cached.content;
  }

  async #change(edit: (content: TrustFile) => void): Promise<void> {
    await mkdir(this.#stateDir, { recursive: true, mode: 0o700 });
    await withFileLock(this.#stateDir, this.file, async () => {
      const content = structuredClone(readTrustFile(this.file));
      edit(content);
      await writeFileAtomic(this.file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
      this.#cached = undefined;
    });
  }
}

/** A damaged file trusts nothing. */
function readTrustFile(file: string): TrustFile {
  const nothing: TrustFile = { version: 1, places: {} };
  const read = readBounded(file, MAX_TRUST_BYTES);
  if (read.kind !== 'text') return nothing;
  try {
    return trustFileSchema.parse(parseJson(read.text));
  } catch (error) {
    log.warn('The list of trusted folders is damaged, so none is trusted', error);
    return nothing;
  }
}

function placeOf(folder: string): string {
  const git = findGitFolder(folder);
  return git ? realPath(mainCheckout(git)) : folder;
}

/** The places whose trust covers a folder: its repository, or outside git the folder and those above it. */
function placesOf(folder: string): string[] {
  const git = findGitFolder(folder);
  if (git) return [realPath(mainCheckout(git))];
  const places = [folder];
  for (let parent = dirname(folder); parent !== places.at(-1); parent = dirname(parent)) places.push(parent);
  return places;
}
