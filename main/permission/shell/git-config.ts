import path from 'node:path';
import { readBounded } from '#main/tool/read-bounded.ts';
import { realPath } from '../paths/real-path.ts';

const MAX_CONFIG_BYTES = 1024 * 1024;

/** Where a key or a section may begin: on a line of its own, or behind the head of a section. */
const START = String.raw`(?:^\uFEFF?|\])[ \t]*`;
const EQUALS = String.raw`[ \t]*=[ \t]*`;

/** Settings that make even `git status`, `git log` or `git diff` run something (git-config manual). */
const PROGRAMS =
  'fsmonitor|sshcommand|external|textconv|command|clean|smudge|process|pager|editor|hookspath|gitproxy|askpass|helper|program|driver';
/** A command of git that is on its way out, so that an alias may take its name. */
const REPLACED = 'whatchanged';
/** What such a command lacks is fetched from a server that the repository names, and whose program or protocol it may name too. */
const FETCHES = 'promisor|partialclone|uploadpack';
const RUNS_CODE = new RegExp(`${START}(?:${PROGRAMS}|${REPLACED}|${FETCHES})(?:${EQUALS}|[ \\t\\r]*$)`, 'imu');
/** True is git's own; a monitor that isn't named is true. */
const TAME_VALUE = new RegExp(`^[ \\t]*fsmonitor(?:${EQUALS}(?:true|false|0|1))?[ \\t\\r]*$`, 'gimu');
const INCLUDES = new RegExp(`${START}\\[include`, 'imu');
const WORK_TREE = new RegExp(`${START}worktree${EQUALS}(.*)$`, 'gimu');

/** What in the configuration of a repository keeps commands in its work tree from being mere reading. */
export function configProblem(gitDir: string, workTree: string): string | undefined {
  for (const name of ['config', 'config.worktree']) {
    const read = readBounded(path.join(gitDir, name), MAX_CONFIG_BYTES);
    if (read.kind === 'missing') continue;
    if (read.kind === 'unreadable') return "the repository's git configuration can not be read";
    const text = read.text.replace(TAME_VALUE, '');
    if (RUNS_CODE.test(text) || INCLUDES.test(text)) return "the repository's git configuration names programs to run";
    // Git would look at files that no rule was asked about.
    const trees = [...text.matchAll(WORK_TREE)].map(([, value = '']) => realPath(path.resolve(gitDir, value.trim())));
    if (trees.some((tree) => tree !== workTree)) return "the repository's git configuration names another folder";
  }
  return undefined;
}
