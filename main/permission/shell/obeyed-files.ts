import path from 'node:path';
import { existsSync } from 'node:fs';
import type { CommandFact } from '#shared/permission/facts.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import { isInside } from '#main/tool/is-inside.ts';
import { liesIn, type LineChange } from './line-changes.ts';

const MAX_MODULE_BYTES = 1024 * 1024;

/** Versions before toolchain selection: these lines never make go fetch another version (“Go Toolchains”). */
const OLD_VERSION = /^go[ \t]+1(?:\.(?:1?\d|20))?[ \t]*(?:\/\/.*)?$/u;
/** Directives for modules that go fetches if missing, from servers given by their names. */
const OTHER_MODULES = /\b(?:require|replace|use|tool)\b/u;
/** With any of these go runs the matching program, which obeys the settings it finds there. */
const OTHER_REPOSITORIES = ['.hg', '.svn', '.bzr', '.fslckout', '_FOSSIL_'];

/** Whether go would fetch and run another version of itself because the project's modules request it. */
function goMayFetchItself(dir: string, projectDir: string): boolean {
  return moduleTexts(dir, projectDir).some(
    (text) =>
      text === undefined ||
      text
        .split('\n')
        .map((line) => line.trim())
        .some((line) => /^(?:go\b|toolchain\b|["`])/u.test(line) && !OLD_VERSION.test(line)),
  );
}

/** Whether a read-only go command would fetch modules, or run a version control program. */
function goMayFetchModules(dir: string, projectDir: string): boolean {
  return (
    moduleTexts(dir, projectDir).some((text) => text === undefined || OTHER_MODULES.test(text)) ||
    foldersAbove(dir, projectDir).some((folder) => OTHER_REPOSITORIES.some((name) => existsSync(path.join(folder, name))))
  );
}

/** An element is undefined when its file can't be read. */
function moduleTexts(dir: string, projectDir: string): (string | undefined)[] {
  return foldersAbove(dir, projectDir).flatMap((folder) =>
    ['go.mod', 'go.work'].flatMap((name) => {
      const read = readBounded(path.join(folder, name), MAX_MODULE_BYTES);
      if (read.kind === 'missing') return [];
      return [read.kind === 'unreadable' ? undefined : read.text];
    }),
  );
}

const MAX_COMPOSE_BYTES = 1024 * 1024;

const COMPOSE_FILES: readonly string[] = ['compose', 'docker-compose'].flatMap((name) =>
  ['', '.override'].flatMap((part) => ['yaml', 'yml'].map((suffix) => `${name}${part}.${suffix}`)),
);

/**
 * Keys that name other files, possibly on a server; with escapes, tags, or in another encoding, a key may be any of them (Compose
 * specification, YAML 1.2).
 */
const NAMES_OTHERS = /include|extends|\\|!|\0|\uFEFF|\uFFFD/u;
/** Variables that select the files or the server. */
const CHOOSES_FILES = /^\s*(?:export\s+)?(?:COMPOSE|DOCKER)_/mu;

/** Whether compose would load more than the project's own file to find its containers. */
function composeMayFetch(dir: string, projectDir: string): boolean {
  const has = (folder: string, name: string, pattern: RegExp): boolean => {
    const read = readBounded(path.join(folder, name), MAX_COMPOSE_BYTES);
    return read.kind === 'unreadable' || (read.kind === 'text' && pattern.test(read.text));
  };
  return foldersAbove(dir, projectDir).some(
    (folder) => COMPOSE_FILES.some((name) => has(folder, name, NAMES_OTHERS)) || has(folder, '.env', CHOOSES_FILES),
  );
}

const MAX_SETTINGS_BYTES = 64 * 1024;

/** Settings for installing packages and choosing versions, in npm and in pnpm, which reads the same file. */
const TAME_KEYS =
  'engine-strict|save-exact|save-prefix|save-dev|legacy-peer-deps|strict-peer-deps|strict-peer-dependencies|auto-install-peers|package-lock|' +
  'lockfile-version|fund|audit|audit-level|ignore-scripts|progress|install-links|prefer-offline|node-linker|shamefully-hoist|hoist|' +
  'link-workspace-packages|prefer-workspace-packages|resolution-mode|provenance|access|update-notifier|side-effects-cache';
const TAME_LINE = new RegExp(String.raw`^\s*(?:[#;].*|(?:${TAME_KEYS})\s*=\s*["']?[\w.^~*-]*["']?)?\s*$`, 'u');

/**
 * Whether a project's `.npmrc` gives even read-only npm commands side effects: where npm writes logs and how many old ones it deletes,
 * which server it asks for updates, and which environment variables are put in the address (npm manual, “config”).
 */
function npmObeysProject(dir: string, projectDir: string): boolean {
  return foldersAbove(dir, projectDir).some((folder) => {
    const read = readBounded(path.join(folder, '.npmrc'), MAX_SETTINGS_BYTES);
    if (read.kind === 'missing') return false;
    return read.kind === 'unreadable' || !read.text.split(/\r\n|\r|\n/u).every((line) => TAME_LINE.test(line));
  });
}

/** Project files that change what a read-only program does, by program. */
const OBEYED: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['npm', new Set(['.npmrc'])],
  ['npx', new Set(['.npmrc'])],
  ['go', new Set(['go.mod', 'go.work', '.hg', '.svn', '.bzr', '.fslckout', '_fossil_'])],
  ['docker', new Set([...COMPOSE_FILES, '.env'])],
  ['podman', new Set([...COMPOSE_FILES, '.env'])],
]);

/** Whether the line first creates one of these files, or something that may contain one. */
export function obeysChangedFile({ program, cwd }: CommandFact, changes: readonly LineChange[]): boolean {
  const names = OBEYED.get(program);
  return (
    names !== undefined &&
    changes.some(({ path: file, real, makes }) =>
      [file, real].some((made) => names.has(path.basename(made).toLowerCase()) || (makes === 'anything' && liesIn(cwd, made))),
    )
  );
}

interface CommandLocation {
  readonly dir: string;
  /** Other folders it may be run in. */
  readonly others: readonly { readonly dir: string }[];
  readonly uncertain: boolean;
  readonly projectDir: string;
}

/** Whether settings of the project give a read-only program side effects. */
export function obeysProject(
  program: string,
  verb: string | null | undefined,
  { dir, others, uncertain, projectDir }: CommandLocation,
): boolean {
  const composes = verb === 'compose' && ['docker', 'podman'].includes(program);
  if (!composes && !['npm', 'npx', 'go'].includes(program)) return false;
  return [dir, ...others.map((other) => other.dir)].some((folder) => {
    if (uncertain) return true;
    if (composes) return composeMayFetch(folder, projectDir);
    if (program !== 'go') return npmObeysProject(folder, projectDir);
    return goMayFetchItself(folder, projectDir) || (/^(?:list|doc)$/u.test(verb ?? '') && goMayFetchModules(folder, projectDir));
  });
}

/** A folder and its parents, up to the project folder; outside the project up to the root. */
export function foldersAbove(dir: string, projectDir: string): string[] {
  const folders: string[] = [];
  const isBelow = isInside(dir, projectDir);
  for (let current = dir; ; current = path.dirname(current)) {
    folders.push(current);
    if ((isBelow && current === projectDir) || path.dirname(current) === current) return folders;
  }
}
