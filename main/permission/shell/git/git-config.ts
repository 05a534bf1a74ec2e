import path from 'node:path';
import { readdirSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { isInside } from '#main/tool/is-inside.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import { systemCode } from '#main/tool/write-failure-reason.ts';
import { realPath } from '../../paths/real-path.ts';
import { protectedPart } from '../../paths/protected-places.ts';

/** The only hook that read-only commands trigger: they rewrite an outdated index. */
const HOOK = /^post-index-change(?:\.|$)/iu;

/**
 * Why the hooks of a repository make commands more than read-only.
 * @param folders Values of `core.hooksPath`. Git resolves them from the top of the work tree.
 */
export function hookProblem(gitDir: string, workTree: string, folders: readonly string[]): string | undefined {
  const own = path.join(gitDir, 'hooks');
  for (const folder of [own, ...folders.map((value) => path.resolve(workTree, value))]) {
    const real = realPath(folder);
    if (real === undefined) return 'the folder of its hooks can’t be looked at';
    // An earlier part of the same line could create the hook there; in a protected location it can't without asking.
    if (folder !== own && [folder, real].some((place) => protectedPart(place, workTree) === undefined))
      return 'the folder of its hooks is not protected';
    if (hasHook(real)) return 'the repository has a hook that runs on reading';
  }
  return undefined;
}

function hasHook(folder: string): boolean {
  try {
    // On case-insensitive file systems any spelling is the hook.
    return readdirSync(folder).some((name) => HOOK.test(name));
  } catch (error) {
    // Git can run a hook in a folder that may be entered but not listed.
    return !['ENOENT', 'ENOTDIR'].includes(systemCode(error));
  }
}

const MAX_CONFIG_BYTES = 1024 * 1024;

/** What a git command reads: only names and objects, files of the work tree and their differences as well, or a manual page. */
export type GitReach = 'objects' | 'workTree' | 'manual';

export type RepositoryConfig =
  | { readonly problem: string }
  /** Values of `core.hooksPath`, as written. */
  | { readonly problem: undefined; readonly hookFolders: readonly string[] };

/** Where a key or section may start: on its own line, or after a section header. */
const START = String.raw`(?:^\uFEFF?|\])[ \t]*`;
const EQUALS = String.raw`[ \t]*=[ \t]*`;

/** Signatures are checked by such a program wherever a format or setting asks for it. */
const RUN_ON_OBJECTS = 'program';
/**
 * Settings that make `git status`, `git log` or `git diff` run a program (git-config manual). Pagers are not included: commands run with
 * `GIT_PAGER`, which has precedence. Nor are editors, credential helpers and transports, which read-only commands don't use.
 */
const RUN_ON_FILES = 'fsmonitor|virtualfilesystem|external|textconv|command|clean|smudge|process|driver';
/** Settings for showing manual pages. */
const RUN_ON_MANUALS = 'viewer|format|cmd|path|browser';
/** A deprecated git command, so an alias may take its name. */
const REPLACED = 'whatchanged';
/** Missing objects are fetched from a server that the repository names, possibly with a program or protocol it names. */
const FETCHES = 'promisor|partialclone|uploadpack';

const setsAny = (keys: string): RegExp => new RegExp(`${START}(?:${keys})(?:${EQUALS}|[ \\t\\r]*$)`, 'imu');
const RUNS_CODE: Readonly<Record<GitReach, RegExp>> = {
  objects: setsAny(`${RUN_ON_OBJECTS}|${FETCHES}`),
  manual: setsAny(`${RUN_ON_MANUALS}|${FETCHES}`),
  workTree: setsAny(`${RUN_ON_OBJECTS}|${FETCHES}|${RUN_ON_FILES}|${REPLACED}`),
};

/** In git only a line feed ends a line. */
const LINE_START = String.raw`(?<![^\n])[ \t]*`;
const LINE_END = String.raw`[ \t]*\r?(?![^\n])`;
const tame = (line: string): RegExp => new RegExp(LINE_START + line + LINE_END, 'giu');
/**
 * Harmless lines: git's built-in file system monitor (an external one would be named), hooks disabled, and what `git lfs install --local`
 * writes, which runs the program installed by the user.
 */
const TAME_LINES: readonly RegExp[] = [
  tame(`fsmonitor(?:${EQUALS}(?:true|false|0|1))?`),
  tame(`hookspath${EQUALS}/dev/null`),
  tame(`(?:clean|smudge)${EQUALS}git-lfs (?:clean|smudge(?: --skip)?) -- %f`),
  tame(`process${EQUALS}git-lfs filter-process(?: --skip)?`),
];
const INCLUDES = new RegExp(`${START}\\[include`, 'imu');
/** Files whose lines git prints, at least in warnings. */
const READS_FILE = new RegExp(`${START}(?:ignorerevsfile|attributesfile|excludesfile|orderfile)(?![\\w-])([^\\n]*)`, 'gimu');
const WORK_TREE = new RegExp(`${START}worktree${EQUALS}([^\\n]*)`, 'gimu');
const HOOKS_PATH = new RegExp(`${START}hookspath(?![\\w-])([^\\n]*)`, 'gimu');
/** A literal path: no quotes, escapes, comments or home folder. */
const PLAIN_PATH = /^[ \t]*=[ \t]*([\w./@+-](?:[\w./@+ -]*[\w./@+-])?)[ \t]*\r?$/u;

const NAMES_PROGRAMS = 'the repository’s git configuration names programs to run';

/** The relevant content of a configuration file, independent of its repository. */
type ConfigText =
  | { readonly namesPrograms: true }
  | {
      readonly namesPrograms: false;
      /** Values of `core.worktree`. */
      readonly trees: readonly string[];
      /** Values of `core.hooksPath`; undefined for one that isn't a plain path. */
      readonly hookFolders: readonly (string | undefined)[];
      /** Files that the configuration makes git read; undefined for one that isn't a plain path. */
      readonly files: readonly (string | undefined)[];
    };

/** Cached by text: each git command reads the same few files again. */
const known = new LRUCache<string, ConfigText>({ maxSize: 2 * MAX_CONFIG_BYTES, sizeCalculation: (_, text) => text.length + 1 });

function readText(text: string, reach: GitReach): ConfigText {
  const key = `${reach} ${text}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const read = parseText(text, reach);
  known.set(key, read);
  return read;
}

function parseText(written: string, reach: GitReach): ConfigText {
  const text = TAME_LINES.reduce((rest, line) => rest.replace(line, ''), written);
  if (RUNS_CODE[reach].test(text) || INCLUDES.test(text)) return { namesPrograms: true };
  const plainPaths = (key: RegExp): (string | undefined)[] =>
    [...text.matchAll(key)].map(([, setting = '']) => PLAIN_PATH.exec(setting)?.[1]);
  return {
    namesPrograms: false,
    trees: [...text.matchAll(WORK_TREE)].map(([, value = '']) => value.trim()),
    hookFolders: plainPaths(HOOKS_PATH),
    files: plainPaths(READS_FILE),
  };
}

/** What in a repository's configuration makes commands more than read-only. */
export function readConfig(gitDir: string, workTree: string, reach: GitReach): RepositoryConfig {
  const hookFolders: string[] = [];
  for (const name of ['config', 'config.worktree']) {
    const read = readBounded(path.join(gitDir, name), MAX_CONFIG_BYTES);
    if (read.kind === 'missing') continue;
    if (read.kind === 'unreadable') return { problem: 'the repository’s git configuration can’t be read' };
    const says = readText(read.text, reach);
    if (says.namesPrograms) return { problem: NAMES_PROGRAMS };
    // Git would read files that no rule was checked for.
    if (says.trees.some((tree) => realPath(path.resolve(gitDir, tree)) !== workTree))
      return { problem: 'the repository’s git configuration names another folder' };
    if (!says.files.every((file) => file !== undefined && liesInTree(path.resolve(workTree, file), workTree)))
      return { problem: 'the repository’s git configuration names a file outside' };
    for (const folder of says.hookFolders) {
      if (folder === undefined) return { problem: NAMES_PROGRAMS };
      hookFolders.push(folder);
    }
  }
  return { problem: undefined, hookFolders };
}

function liesInTree(file: string, workTree: string): boolean {
  const real = realPath(file);
  return real !== undefined && isInside(file, workTree) && isInside(real, workTree);
}
