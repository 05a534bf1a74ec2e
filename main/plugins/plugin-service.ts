import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { AppError } from '#shared/contract/app-error.ts';
import { formatBytes } from '#shared/format-bytes.ts';
import { type NamedSource, parsePluginId } from '#shared/settings/plugin-settings.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import { isSameSource } from '#main/settings/plugins/known-marketplaces.ts';
import type { Marketplace, PluginContent } from '#main/settings/plugins/loaded-plugins.ts';
import { CATALOGUE_FILE, MANIFEST_FILE, MAX_MANIFEST_BYTES, parseObject } from '#main/settings/plugins/plugin-manifest.ts';
import { changeRecord, pluginsDir, readRecord, type InstalledPlugin } from '#main/settings/plugins/plugin-record.ts';
import { pluginDataDir } from '#main/settings/plugins/read-plugins.ts';
import { type Catalogue, parseCatalogue } from './catalogue.ts';
import { effectiveManifest } from './effective-manifest.ts';
import { folderFiles } from './folder-files.ts';
import { gitFiles, removeFetched } from './git-files.ts';
import { installFiles } from './install-files.ts';
import { describeSource, type GitSource, marketplaceSource, pluginSource } from './plugin-source.ts';
import { subFolder, type SourceFile, type SourceFiles } from './source-files.ts';

/** A large marketplace lists thousands of plugins, with descriptions. */
const MAX_CATALOGUE_BYTES = 8 * 1024 * 1024;

/** Names that only the maker of Claude Code may use: another marketplace would pass for theirs. */
const RESERVED =
  /^(?:claude-(?:code-)?(?:marketplace|plugins)(?:-official)?|anthropic(?:[-_.].*)?|official-(?:anthropic|claude).*|agent-skills|life-sciences|knowledge-work-plugins)$/iu;
const MAKERS = /^https:\/\/github\.com\/anthropics\//iu;

/** A marketplace as it is now. */
interface ReadMarketplace {
  readonly catalogue: Catalogue;
  readonly text: string;
  readonly commit: string | undefined;
  /** The files below one of its folders; '' for all. */
  readonly folder: (path: string) => Promise<SourceFiles>;
}

export interface PluginServiceOptions {
  readonly stateDir: string;
  /** For finding git, and a proxy. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Why managed settings don't let a source be used. */
  readonly barred: (source: NamedSource) => string | undefined;
}

/** Fetches lists of plugins, and installs plugins. Nothing that it does switches one on or runs anything of it. */
export class PluginService {
  readonly #options: PluginServiceOptions;

  constructor(options: PluginServiceOptions) {
    this.#options = options;
  }

  /** Reads the list of a marketplace, and remembers the marketplace for the person. @throws AppError */
  async addMarketplace(source: NamedSource): Promise<string> {
    const why = this.#options.barred(source);
    if (why !== undefined) throw new AppError('refused', why);
    return this.#open(source, async ({ catalogue: { name }, text, commit }) => {
      const before = readRecord(this.#options.stateDir).marketplaces[name];
      if (before?.added === true && !isSameSource(before.source, source))
        throw new AppError(
          'refused',
          `There is already a marketplace called “${name}”, of ${describeSource(before.source)}. Remove that one first.`,
        );
      assertName(name, source);
      await this.#keepCatalogue(name, text, { source, commit, added: true });
      return name;
    });
  }

  /** Reads the list of a known marketplace again. @throws AppError */
  async updateMarketplace(marketplace: Marketplace): Promise<void> {
    await this.#read(marketplace, () => Promise.resolve());
  }

  /** Forgets a marketplace that the person added. Installed plugins stay. */
  async removeMarketplace(name: string): Promise<void> {
    await changeRecord(this.#options.stateDir, (record) => {
      if (!Object.hasOwn(record.marketplaces, name)) throw new AppError('not_found', `There is no marketplace “${name}” that you added.`);
      delete record.marketplaces[name];
    });
    await rm(this.#catalogueFile(name), { force: true });
  }

  /** The list of a marketplace as it was last read; `undefined`: it wasn't yet. */
  catalogue({ name, updatedAt }: Marketplace): Catalogue | { readonly broken: string } | undefined {
    if (updatedAt === null) return undefined;
    const read = readBounded(this.#catalogueFile(name), MAX_CATALOGUE_BYTES);
    return read.kind === 'text' ? parseCatalogue(read.text) : undefined;
  }

  /** Installs a plugin, or its current version. It takes effect once the person accepts what it does. @throws AppError */
  async install(id: string, marketplace: Marketplace): Promise<void> {
    const parsed = parsePluginId(id);
    if (!parsed) throw new AppError('invalid_input', `“${id}” isn’t of the form name@marketplace.`);
    await this.#read(marketplace, async ({ catalogue, folder }) => {
      const entry = catalogue.plugins.find(({ name }) => name === parsed.name);
      if (!entry) throw new AppError('not_found', `The marketplace ${marketplace.name} has no plugin “${parsed.name}”.`);
      const source = pluginSource(entry.source, catalogue.pluginRoot);
      const install = async (found: SourceFiles): Promise<void> => {
        const manifest = effectiveManifest(entry, await ownManifest(found));
        if (typeof manifest === 'string') throw new AppError('refused', manifest);
        const installed = await installFiles({ stateDir: this.#options.stateDir, id: parsed, manifest, files: found });
        await this.#record(id, marketplace, { folder: installed, manifest, files: found });
      };
      if (source.type === 'inside') await install(await folder(source.folder));
      else if (source.type === 'git') await this.#fetch(source, (found) => install(subFolder(found, source.folder)));
    });
  }

  /** Accepts what a plugin does, as it was shown. The caller has checked that it is unchanged. */
  async accept({ id, digest, files }: PluginContent, items: readonly string[]): Promise<void> {
    await mkdir(pluginDataDir(this.#options.stateDir, id), { recursive: true, mode: 0o700 });
    const hashes = Object.fromEntries(files.map(({ path, hash }) => [path, hash]));
    await this.#change(id, (plugin) => ({ ...plugin, accepted: { digest, items: [...items], files: hashes } }));
  }

  /** Removes a plugin, its acceptance and what it kept. */
  async remove(id: string): Promise<void> {
    const { stateDir } = this.#options;
    let folder: string | undefined;
    await changeRecord(stateDir, (record) => {
      if (!Object.hasOwn(record.plugins, id)) throw new AppError('not_found', `${id} isn’t installed.`);
      folder = record.plugins[id]?.folder;
      delete record.plugins[id];
    });
    if (folder !== undefined) await rm(join(pluginsDir(stateDir), folder), { recursive: true, force: true });
    await rm(pluginDataDir(stateDir, id), { recursive: true, force: true });
  }

  async #record(
    id: string,
    { source }: Marketplace,
    { folder, manifest, files }: { folder: string; manifest: InstalledPlugin['manifest']; files: SourceFiles },
  ): Promise<void> {
    const { stateDir } = this.#options;
    let old: string | undefined;
    await changeRecord(stateDir, (record) => {
      const before = Object.hasOwn(record.plugins, id) ? record.plugins[id] : undefined;
      old = before?.folder;
      record.plugins[id] = {
        folder,
        manifest,
        version: typeof manifest['version'] === 'string' ? manifest['version'] : '',
        commit: files.commit ?? null,
        marketplace: source,
        from: describeSource(source),
        leftOut: [...files.leftOut],
        installedAt: new Date().toISOString(),
        accepted: before?.accepted ?? null,
      };
    });
    if (old !== undefined && old !== folder) await rm(join(pluginsDir(stateDir), old), { recursive: true, force: true });
  }

  async #change(id: string, edit: (plugin: InstalledPlugin) => InstalledPlugin): Promise<void> {
    await changeRecord(this.#options.stateDir, (record) => {
      const plugin = Object.hasOwn(record.plugins, id) ? record.plugins[id] : undefined;
      if (!plugin) throw new AppError('not_found', `${id} isn’t installed.`);
      record.plugins[id] = edit(plugin);
    });
  }

  /** Reads the list of a known marketplace again, keeps it, and gives `work` its files. */
  async #read<T>({ name, source, barred, by }: Marketplace, work: (read: ReadMarketplace) => Promise<T>): Promise<T> {
    if (barred !== undefined) throw new AppError('refused', barred);
    return this.#open(source, async (read) => {
      const { catalogue, text, commit } = read;
      if (catalogue.name !== name)
        throw new AppError(
          'refused',
          `This marketplace calls itself “${catalogue.name}” now, and not “${name}”. Its old list is kept. If you want it under the new name, add it again.`,
        );
      assertName(name, source);
      await this.#keepCatalogue(name, text, { source, commit, added: by === 'added' });
      return work(read);
    });
  }

  async #open<T>(source: NamedSource, work: (read: ReadMarketplace) => Promise<T>): Promise<T> {
    const { files: from, catalogue: path = CATALOGUE_FILE } = marketplaceSource(source);
    const read = async (folder: (path: string) => Promise<SourceFiles>): Promise<T> => {
      const [parent, name] = [path.slice(0, Math.max(0, path.lastIndexOf('/'))), path.slice(path.lastIndexOf('/') + 1)];
      const files = await folder(parent);
      const file = files.files.find((one) => one.path === name);
      if (!file) throw new AppError('not_found', `${describeSource(source)} has no file ${path}, so it isn’t a marketplace.`);
      const text = await textOf(files, file, MAX_CATALOGUE_BYTES);
      const catalogue = parseCatalogue(text);
      if ('broken' in catalogue) throw new AppError('invalid_input', catalogue.broken);
      return work({ catalogue, text, commit: files.commit, folder });
    };
    if (from.type === 'folder') return read((folder) => folderFiles(from.path, folder));
    return this.#fetch(from, (found) => read((folder) => Promise.resolve(subFolder(found, folder))));
  }

  /** Fetches a repository for the time of `work`. */
  async #fetch<T>(source: GitSource, work: (files: SourceFiles) => Promise<T>): Promise<T> {
    const { stateDir, env } = this.#options;
    const gitDir = join(pluginsDir(stateDir), 'fetched', randomUUID());
    try {
      return await work(await gitFiles(source, { gitDir, env }));
    } finally {
      await removeFetched(gitDir);
    }
  }

  async #keepCatalogue(
    name: string,
    text: string,
    { source, commit, added }: { source: NamedSource; commit: string | undefined; added: boolean },
  ): Promise<void> {
    await mkdir(join(pluginsDir(this.#options.stateDir), 'marketplaces'), { recursive: true, mode: 0o700 });
    await writeFileAtomic(this.#catalogueFile(name), text, { mode: 0o600 });
    await changeRecord(this.#options.stateDir, (record) => {
      record.marketplaces[name] = { source, updatedAt: new Date().toISOString(), commit: commit ?? null, added };
    });
  }

  #catalogueFile(name: string): string {
    return join(pluginsDir(this.#options.stateDir), 'marketplaces', `${name}.json`);
  }
}

function assertName(name: string, source: NamedSource): void {
  const { files } = marketplaceSource(source);
  if (RESERVED.test(name) && !(files.type === 'git' && MAKERS.test(files.url)))
    throw new AppError('refused', `The name “${name}” is reserved for marketplaces of the maker of Claude Code.`);
}

async function ownManifest(files: SourceFiles): Promise<unknown> {
  const file = files.files.find(({ path }) => path === MANIFEST_FILE);
  if (!file) return undefined;
  const parsed = parseObject(await textOf(files, file, MAX_MANIFEST_BYTES));
  if ('broken' in parsed) throw new AppError('refused', `${MANIFEST_FILE}: ${parsed.broken}`);
  return parsed.value;
}

async function textOf(files: SourceFiles, file: SourceFile, maxBytes: number): Promise<string> {
  if (file.size > maxBytes) throw new AppError('refused', `${file.path} is larger than ${formatBytes(maxBytes)}.`);
  const [bytes] = await files.read([file]);
  return bytes?.toString('utf8') ?? '';
}
