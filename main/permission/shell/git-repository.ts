import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { realPath } from '../paths/real-path.ts';

/** Settings of a repository that make even `git status` or `git diff` run something (git-config manual). */
const RUNS_CODE =
  /^\s*(?:fsmonitor|sshcommand|external|textconv|command|clean|smudge|process|pager|editor|hookspath|gitproxy|askpass|helper|program)\s*=/imu;
const TAME_VALUE = /^\s*fsmonitor\s*=\s*(?:true|false|0|1)\s*$/gimu;
const INCLUDES = /^\s*\[include/imu;

/**
 * Why a look-only git command in `dir` is not simply reading: it would use another repository than the project's, or
 * the repository's own configuration names programs. Undefined when all is well.
 */
export function gitProblem(dir: string, projectDir: string): string | undefined {
  const place = realPath(dir);
  const project = realPath(projectDir);
  if (place === undefined || project === undefined) return 'its folder can not be looked at';
  const root = repositoryRoot(place);
  const own = repositoryRoot(project);
  if (root !== own && place !== project) return 'it uses another repository than the project';
  if (root === undefined) return existsSync(place) ? undefined : 'its folder does not exist';
  const gitDir = gitFolder(root);
  if (gitDir === undefined) return 'its repository can not be read';
  return configProblem(gitDir) ?? hookProblem(gitDir);
}

function repositoryRoot(dir: string): string | undefined {
  for (let current = dir; ; current = path.dirname(current)) {
    if (existsSync(path.join(current, '.git')) || isBare(current)) return current;
    if (path.dirname(current) === current) return undefined;
  }
}

/** A folder that looks like the inside of a repository is one to git, wherever it lies. */
function isBare(dir: string): boolean {
  return ['HEAD', 'objects', 'refs'].every((name) => existsSync(path.join(dir, name)));
}

function gitFolder(root: string): string | undefined {
  const entry = path.join(root, '.git');
  try {
    if (!existsSync(entry)) return root;
    if (statSync(entry).isDirectory()) return entry;
    const to = /^gitdir:\s*(.+?)\s*$/mu.exec(readFileSync(entry, 'utf8'))?.[1];
    if (to === undefined) return undefined;
    const folder = path.resolve(root, to);
    const common = path.join(folder, 'commondir');
    return existsSync(common) ? path.resolve(folder, readFileSync(common, 'utf8').trim()) : folder;
  } catch {
    return undefined;
  }
}

function configProblem(gitDir: string): string | undefined {
  for (const name of ['config', 'config.worktree']) {
    const file = path.join(gitDir, name);
    try {
      if (!existsSync(file)) continue;
      const text = readFileSync(file, 'utf8').replace(TAME_VALUE, '');
      if (RUNS_CODE.test(text) || INCLUDES.test(text)) return "the repository's git configuration names programs to run";
    } catch {
      return "the repository's git configuration can not be read";
    }
  }
  return undefined;
}

/** The one hook that look-only commands trigger. */
function hookProblem(gitDir: string): string | undefined {
  try {
    return readdirSync(path.join(gitDir, 'hooks')).includes('post-index-change')
      ? 'the repository has a hook that runs on reading'
      : undefined;
  } catch {
    return undefined;
  }
}
