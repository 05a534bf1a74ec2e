import { readVariable } from '#main/environment.ts';
import { accessSync, chmodSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { AppError } from '#shared/contract/app-error.ts';
import { findGitBash } from './git-bash.ts';

/** Variables that change the meaning of a command line. */
const DROPPED =
  /^(?:BASH_ENV|ENV|SHELLOPTS|BASHOPTS|CDPATH|GLOBIGNORE|POSIXLY_CORRECT|PROMPT_COMMAND|PS4|OLDPWD|COLUMNS|LINES|TERMCAP|TMUX|TMUX_PANE|STY|WINDOWID|BASH_FUNC_.*)$/;

/** No pagers, and no update notices of programs that detect a terminal. */
const QUIET = { PAGER: 'cat', GIT_PAGER: 'cat', MANPAGER: 'cat', NO_UPDATE_NOTIFIER: '1', npm_config_update_notifier: 'false' };

/** The environment of a command: the user's own, without variables that change the meaning of a line, and without pagers. */
export function shellEnvironment(env: Readonly<Record<string, string | undefined>>, noInput: boolean): Record<string, string> {
  const kept = Object.entries(env).flatMap(([name, value]) => {
    if (value === undefined || DROPPED.test(name)) return [];
    return [[name, name === 'PATH' ? relativeLast(value) : value] as const];
  });
  return {
    ...utf8Locale(env),
    ...Object.fromEntries(kept),
    ...QUIET,
    TERM: 'xterm-256color',
    ...(noInput ? { GIT_TERMINAL_PROMPT: '0' } : {}),
  };
}

/**
 * Moves relative folders to the end of `PATH`. With `./node_modules/.bin` or `.` first, a file of the repository would run as `ls` or `git`,
 * which need no approval.
 */
function relativeLast(searchPath: string): string {
  const folders = searchPath.split(path.delimiter);
  const fixed = folders.filter((folder) => path.isAbsolute(folder));
  return fixed.length === folders.length
    ? searchPath
    : [...fixed, ...folders.filter((folder) => !path.isAbsolute(folder))].join(path.delimiter);
}

/** The folders that a command with that `PATH` searches, in order. */
export function searchPathOf(commandPath: string): string[] {
  return relativeLast(commandPath).split(path.delimiter);
}

/** The terminal uses UTF-8, programs only if the locale says so. An app started from a dock often has no locale. */
function utf8Locale(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  if ((['LC_ALL', 'LC_CTYPE', 'LANG'] as const).some((name) => readVariable(env, name) !== undefined)) return {};
  return { LC_CTYPE: process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8' };
}

/** Arguments for bash. The command is passed unchanged, so that line numbers in error messages are right. */
export function shellArguments(command: string): string[] {
  return ['--noprofile', '--norc', '-c', command];
}

/** Makes bash read the file before the command. Bash expands the value like a double-quoted string. */
export function startupVariable(file: string): Record<string, string> {
  return { BASH_ENV: file.replaceAll(/[\\$`"]/g, '\\$&') };
}

/**
 * Another file descriptor of the terminal. When the last one is closed, the terminal hangs up: `exec >build.log 2>&1; make` would be
 * killed. A number that scripts don’t use and every system allows.
 */
const HOLD = 250;

/** Lines of a script for shells elsewhere: what they get of a terminal. Nothing of this machine's environment. */
export function terminalLines(noInput: boolean): string[] {
  const env = { ...QUIET, TERM: 'xterm-256color', ...(noInput ? { GIT_TERMINAL_PROMPT: '0' } : {}) };
  // Where that locale is missing, bash says so.
  return [...exportLines(env), '[[ -n ${LC_ALL-}${LC_CTYPE-}${LANG-} ]] || { export LC_CTYPE=C.UTF-8; } 2>/dev/null'];
}

/** Lines of a shell script that set these variables, without those that change the meaning of a line. */
export function exportLines(env: Readonly<Record<string, string>>): string[] {
  return Object.entries(env).flatMap(([name, value]) =>
    DROPPED.test(name) || !/^[A-Za-z_]\w*$/u.test(name) ? [] : [`export ${name}=${quote(value)}`],
  );
}

/**
 * What the shell runs before the command: it closes the input where nobody can type, and sets a trap that appends the working directory
 * to `cwdFile` at exit. Bash doesn't read what follows in the file. `more`: further lines, run first.
 */
export function startupScript(cwdFile: string, noInput: boolean, more: readonly string[] = []): string {
  // A background job that is killed before it resets the traps runs this too, and must not report. Old versions of bash have no BASHPID.
  const report = `{ set +x; [[ \${BASHPID:-$$} == $$ ]] && builtin pwd -P >>${quote(cwdFile)}; } 2>/dev/null`;
  const hold = `{ exec ${HOLD}<&0${noInput ? '; exec </dev/null' : ''}; } 2>/dev/null`;
  return ['unset BASH_ENV', ...more, `trap ${quote(report)} EXIT`, hold, 'return 0', ''].join('\n');
}

/** As one word of a shell's line. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Absolute path of bash. Throws `unavailable` when there is none. */
export function findBash(env: Readonly<Record<string, string | undefined>>): string {
  if (process.platform === 'win32') {
    const bash = findGitBash({ env, isFile: (file) => statSync(file, { throwIfNoEntry: false })?.isFile() === true });
    if ('missing' in bash) throw new AppError('unavailable', bash.missing);
    return bash.found;
  }
  const folders = [
    '/bin',
    '/usr/bin',
    ...(readVariable(env, 'PATH') ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder)),
  ];
  for (const folder of folders) {
    const candidate = path.join(folder, 'bash');
    try {
      accessSync(candidate, constants.X_OK);
      return candidate;
    } catch {
      // Not here.
    }
  }
  throw new AppError('unavailable', 'Commands need bash, and it was not found on this machine. Install bash and try again.');
}

/** Restores the executable bit of node-pty's helper on macOS, which packaging sometimes removes. */
export function repairSpawnHelper(): void {
  if (process.platform !== 'darwin') return;
  try {
    const resolved = createRequire(import.meta.url).resolve(`@lydell/node-pty-darwin-${process.arch}/spawn-helper`);
    const helper = resolved.replace('app.asar', 'app.asar.unpacked');
    const { mode } = statSync(helper);
    if ((mode & 0o111) === 0) chmodSync(helper, mode | 0o755);
  } catch {
    // Spawning will report the error.
  }
}
