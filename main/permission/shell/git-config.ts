import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { readBounded } from '#main/tool/read-bounded.ts';
import { realPath } from '../paths/real-path.ts';

const MAX_CONFIG_BYTES = 1024 * 1024;

/** What a command of git looks at: names and objects alone, files of the work tree and their differences as well, or a manual page. */
export type GitReach = 'objects' | 'workTree' | 'manual';

export type RepositoryConfig =
  | { readonly problem: string }
  /** Values of `core.hooksPath`, as written. */
  | { readonly problem: undefined; readonly hookFolders: readonly string[] };

/** Where a key or a section may begin: on a line of its own, or behind the head of a section. */
const START = String.raw`(?:^\uFEFF?|\])[ \t]*`;
const EQUALS = String.raw`[ \t]*=[ \t]*`;

/** A signature is checked by one wherever a format or a setting asks for it. */
const RUN_ON_OBJECTS = 'program';
/**
 * Settings that make `git status`, `git log` or `git diff` run something (git-config manual). Those of pagers are not among them: commands run
 * with `GIT_PAGER`, which wins. Neither are editors, and what logs in to a server or talks to one: reading does none of that.
 */
const RUN_ON_FILES = 'fsmonitor|virtualfilesystem|external|textconv|command|clean|smudge|process|driver';
/** How manual pages are shown. */
const RUN_ON_MANUALS = 'viewer|format|cmd|path|browser';
/** A command of git that is on its way out, so that an alias may take its name. */
const REPLACED = 'whatchanged';
/** What such a command lacks is fetched from a server that the repository names, and whose program or protocol it may name too. */
const FETCHES = 'promisor|partialclone|uploadpack';

const setsAny = (keys: string): RegExp => new RegExp(`${START}(?:${keys})(?:${EQUALS}|[ \\t\\r]*$)`, 'imu');
const RUNS_CODE: Readonly<Record<GitReach, RegExp>> = {
  objects: setsAny(`${RUN_ON_OBJECTS}|${FETCHES}`),
  manual: setsAny(`${RUN_ON_MANUALS}|${FETCHES}`),
  workTree: setsAny(`${RUN_ON_OBJECTS}|${FETCHES}|${RUN_ON_FILES}|${REPLACED}`),
};

/** Nothing but a line feed ends a line to git. */
const LINE_START = String.raw`(?<![^\n])[ \t]*`;
const LINE_END = String.raw`[ \t]*\r?(?![^\n])`;
const tame = (line: string): RegExp => new RegExp(LINE_START + line + LINE_END, 'giu');
/**
 * Lines that name nothing of the repository's own: a monitor that is git's (one that isn't named is), no hooks at all, and what
 * `git lfs install --local` writes, which runs the program that the user has installed.
 */
const TAME_LINES: readonly RegExp[] = [
  tame(`fsmonitor(?:${EQUALS}(?:true|false|0|1))?`),
  tame(`hookspath${EQUALS}/dev/null`),
  tame(`(?:clean|smudge)${EQUALS}git-lfs (?:clean|smudge(?: --skip)?) -- %f`),
  tame(`process${EQUALS}git-lfs filter-process(?: --skip)?`),
];
const INCLUDES = new RegExp(`${START}\\[include`, 'imu');
/** Files that git prints lines of, in warnings at least; only a plain path without `..` stays in the repository. */
const READS_OUTSIDE = new RegExp(
  String.raw`${START}(?:ignorerevsfile|attributesfile|excludesfile|orderfile)${EQUALS}(?![ \t]|(?:(?!\.\.?/)[\w.@+-]+/)*(?!\.\.?\s)[\w.@+-]+[ \t]*\r?$)`,
  'imu',
);
const WORK_TREE = new RegExp(`${START}worktree${EQUALS}([^\\n]*)`, 'gimu');
const HOOKS_PATH = new RegExp(`${START}hookspath(?![\\w-])([^\\n]*)`, 'gimu');
/** A path without quotes, escapes, comments or a home folder, so that it is what stands there. */
const PLAIN_PATH = /^[ \t]*=[ \t]*([\w./@+-](?:[\w./@+ -]*[\w./@+-])?)[ \t]*\r?$/u;

const NAMES_PROGRAMS = "the repository's git configuration names programs to run";

/** What a file of settings says, whichever repository it is of. */
type ConfigText =
  | { readonly namesPrograms: true }
  | {
      readonly namesPrograms: false;
      /** Values of `core.worktree`. */
      readonly trees: readonly string[];
      /** Values of `core.hooksPath`; undefined for one that isn't a plain path. */
      readonly hookFolders: readonly (string | undefined)[];
    };

/** By text: each command of git asks anew what stands in the same few files. */
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
  if (RUNS_CODE[reach].test(text) || INCLUDES.test(text) || READS_OUTSIDE.test(text)) return { namesPrograms: true };
  const hookFolders = [...text.matchAll(HOOKS_PATH)].map(([, setting = '']) => PLAIN_PATH.exec(setting)?.[1]);
  return {
    namesPrograms: false,
    trees: [...text.matchAll(WORK_TREE)].map(([, value = '']) => value.trim()),
    hookFolders,
  };
}

/** What in the configuration of a repository keeps commands from being mere reading. */
export function readConfig(gitDir: string, workTree: string, reach: GitReach): RepositoryConfig {
  const hookFolders: string[] = [];
  for (const name of ['config', 'config.worktree']) {
    const read = readBounded(path.join(gitDir, name), MAX_CONFIG_BYTES);
    if (read.kind === 'missing') continue;
    if (read.kind === 'unreadable') return { problem: "the repository's git configuration can not be read" };
    const says = readText(read.text, reach);
    if (says.namesPrograms) return { problem: NAMES_PROGRAMS };
    // Git would look at files that no rule was asked about.
    if (says.trees.some((tree) => realPath(path.resolve(gitDir, tree)) !== workTree))
      return { problem: "the repository's git configuration names another folder" };
    for (const folder of says.hookFolders) {
      if (folder === undefined) return { problem: NAMES_PROGRAMS };
      hookFolders.push(folder);
    }
  }
  return { problem: undefined, hookFolders };
}
