import { isAbsolute } from 'node:path';
import { AppError } from '#shared/contract/app-error.ts';
import type { NamedSource } from '#shared/settings/plugin-settings.ts';
import { insidePath } from '#main/settings/plugins/plugin-manifest.ts';

/** A commit of a repository. */
export interface GitSource {
  readonly type: 'git';
  readonly url: string;
  /** A branch, a tag or a full commit id; absent: the repository's default branch. */
  readonly ref: string | undefined;
  /** The commit it must be. */
  readonly sha: string | undefined;
  /** The folder in it; '' for all. */
  readonly folder: string;
}

/** Where the list of a marketplace is: files, and the list's own path among them. */
export interface MarketplaceSource {
  readonly files: GitSource | { readonly type: 'folder'; readonly path: string };
  readonly catalogue: string | undefined;
}

const REPOSITORY = /^[A-Za-z0-9][A-Za-z0-9-]{0,99}\/[A-Za-z0-9_.][A-Za-z0-9_.-]{0,99}$/u;
/** No option, no range, no refspec. */
const REF = /^(?!.*(?:\.\.|@\{|\/\/))[A-Za-z0-9_][A-Za-z0-9_./+-]{0,199}$/u;
const SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u;
const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** How a marketplace's source is fetched. @throws AppError `invalid_input` with what can be used instead. */
export function marketplaceSource(source: NamedSource): MarketplaceSource {
  const { path } = source;
  switch (source.source) {
    case 'github':
    case 'git':
      return { files: gitSource(source, ''), catalogue: path === undefined ? undefined : inside(path, 'path') };
    case 'directory':
      return { files: { type: 'folder', path: absolute(path) }, catalogue: undefined };
    case 'file': {
      const file = absolute(path);
      const at = Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\'));
      return { files: { type: 'folder', path: file.slice(0, at) || '/' }, catalogue: file.slice(at + 1) };
    }
    default:
      throw refused(`Marketplaces of the source “${source.source}” can’t be used, only a folder, a git address or a GitHub repository.`);
  }
}

/**
 * Where a plugin is, by its entry in the list of its marketplace: in the marketplace's own files, or in a repository.
 * @throws AppError `invalid_input`
 */
export function pluginSource(source: unknown, pluginRoot: string): GitSource | { readonly type: 'inside'; readonly folder: string } {
  if (typeof source === 'string')
    return { type: 'inside', folder: inside(source.startsWith('.') ? source : `${pluginRoot}/${source}`, 'source') };
  if (typeof source !== 'object' || source === null) throw refused('The list of the marketplace doesn’t say where the plugin is.');
  const fields: Readonly<Record<string, unknown>> = { ...source };
  switch (fields['source']) {
    case 'github':
    case 'url':
      return gitSource(fields, '');
    case 'git-subdir':
      return gitSource(fields, inside(fields['path'], 'path'));
    default:
      throw refused(
        `Plugins of the source “${String(fields['source'])}” can’t be installed, only those of git, of GitHub or in the marketplace itself.`,
      );
  }
}

/** What a person types: `owner/repository`, an address, or a folder. @throws AppError `invalid_input` */
export function sourceFromText(text: string, isFolder: (path: string) => string | undefined): NamedSource {
  const trimmed = text.trim();
  const [place = '', ref] = trimmed.split('#');
  const folder = isFolder(trimmed);
  if (folder !== undefined) return { source: 'directory', path: folder };
  if (REPOSITORY.test(place)) return { source: 'github', repo: place, ...(ref !== undefined && { ref }) };
  if (!place.includes(':'))
    throw refused(`“${place}” isn’t a marketplace. Give OWNER/REPOSITORY, an https:// address, or a folder such as ./market.`);
  return { source: 'git', url: place, ...(ref !== undefined && { ref }) };
}

/** For people: `github.com/owner/repository`, an address, or a folder. */
export function describeSource(source: NamedSource): string {
  const { repo, url, path, ref } = source;
  const at = typeof ref === 'string' ? ` (${ref})` : '';
  if (typeof repo === 'string') return `github.com/${repo}${at}`;
  if (typeof url === 'string') return `${url}${at}`;
  return typeof path === 'string' ? path : source.source;
}

function gitSource(fields: Readonly<Record<string, unknown>>, folder: string): GitSource {
  const { ref, sha, repo } = fields;
  if (ref !== undefined && !(typeof ref === 'string' && REF.test(ref)))
    throw refused('Its “ref” isn’t the name of a branch, tag or commit.');
  if (sha !== undefined && !(typeof sha === 'string' && SHA.test(sha))) throw refused('Its “sha” isn’t the full id of a commit.');
  const isGithub = fields['source'] === 'github';
  if (isGithub && (typeof repo !== 'string' || !REPOSITORY.test(repo)))
    throw refused(`“${String(repo)}” isn’t a repository of GitHub, as owner/name.`);
  return { type: 'git', url: gitAddress(isGithub ? `https://github.com/${String(repo)}.git` : fields['url']), ref, sha, folder };
}

/** Only https, and http to this machine: other transports run programs, or send passwords. @throws AppError */
function gitAddress(value: unknown): string {
  const url = typeof value === 'string' && value.length <= 2000 && !/[\s\p{Cc}]/u.test(value) ? URL.parse(value) : null;
  const isUsable = url && (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname)));
  if (!isUsable || typeof value !== 'string')
    throw refused(`“${String(value)}” can’t be fetched: only addresses that begin with https:// can.`);
  if (url.username !== '' || url.password !== '')
    throw refused('The address contains a name or password. Leave it out: only repositories that anyone can read can be fetched.');
  return url.href;
}

function inside(value: unknown, field: string): string {
  const path = typeof value === 'string' ? insidePath(value) : undefined;
  if (path === undefined) throw refused(`Its “${field}” is “${String(value)}”, which leads out of the marketplace.`);
  return path;
}

function absolute(path: unknown): string {
  if (typeof path !== 'string' || !isAbsolute(path)) throw refused('The folder of the marketplace must be an absolute path.');
  return path;
}

function refused(message: string): AppError {
  return new AppError('invalid_input', message);
}
