import { readVariable } from '#main/environment.ts';
import { accessSync, chmodSync, constants, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { AppError } from '#shared/contract/app-error.ts';

/** Variables that would make a command line mean something else than it says. */
const DROPPED =
  /^(?:BASH_ENV|ENV|SHELLOPTS|BASHOPTS|CDPATH|GLOBIGNORE|POSIXLY_CORRECT|PROMPT_COMMAND|PS4|OLDPWD|COLUMNS|LINES|TERMCAP|TMUX|TMUX_PANE|STY|WINDOWID|BASH_FUNC_.*)$/;

/** Nobody turns pages, and programs that see a terminal needn't advertise their own updates. */
const QUIET = { PAGER: 'cat', GIT_PAGER: 'cat', MANPAGER: 'cat', NO_UPDATE_NOTIFIER: '1', npm_config_update_notifier: 'false' };

/** The environment a command runs in: the user's own, without what would change what a line means, and no pagers. */
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
 * Some have `./node_modules/.bin` or `.` first on their path. Then a file of the repository would pass for `ls` or `git`, which run
 * unasked; so such folders are looked into when no other has the program.
 */
function relativeLast(searchPath: string): string {
  const folders = searchPath.split(path.delimiter);
  const fixed = folders.filter((folder) => path.isAbsolute(folder));
  return fixed.length === folders.length
    ? searchPath
    : [...fixed, ...folders.filter((folder) => !path.isAbsolute(folder))].join(path.delimiter);
}

/** The folders in which a command with that `PATH` looks for programs, in that order. */
export function searchPathOf(commandPath: string): string[] {
  return relativeLast(commandPath).split(path.delimiter);
}

/** The terminal speaks UTF-8; programs only do when told. An app started from a dock often has no locale at all. */
function utf8Locale(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  if ((['LC_ALL', 'LC_CTYPE', 'LANG'] as const).some((name) => readVariable(env, name) !== undefined)) return {};
  return { LC_CTYPE: process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8' };
}

/** Arguments for bash: the command as it is, so that line numbers and error messages speak of it alone. */
export function shellArguments(command: string): string[] {
  return ['--noprofile', '--norc', '-c', command];
}

/** Makes bash read the file before the command. The value is expanded as if it stood in double quotes. */
export function startupVariable(file: string): Record<string, string> {
  return { BASH_ENV: file.replaceAll(/[\\$`"]/g, '\\$&') };
}

/**
 * A second hold on the terminal. Once nothing holds it any more it is taken for ended, and what still runs in it is hung up on:
 * `exec >build.log 2>&1; make` would be killed. A number that scripts don’t choose and every system allows.
 */
const HOLD = 250;

/**
 * What the shell does before the command: it closes the input where nobody can type, and sees to it that where it stood is written
 * to the end of `cwdFile` when it ends. What follows in the file is not read.
 */
export function startupScript(cwdFile: string, noInput: boolean): string {
  // A job that is ended before it has dropped the shell's traps runs this too, and must not report. Old versions of bash have no BASHPID.
  const report = `{ set +x; [[ \${BASHPID:-$$} == $$ ]] && builtin pwd -P >>${quote(cwdFile)}; } 2>/dev/null`;
  const hold = `{ exec ${HOLD}<&0${noInput ? '; exec </dev/null' : ''}; } 2>/dev/null`;
  return ['unset BASH_ENV', `trap ${quote(report)} EXIT`, hold, 'return 0', ''].join('\n');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Absolute path of bash. Throws `unavailable` when there is none. */
export function findBash(env: Readonly<Record<string, string | undefined>>): string {
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

/** Packaging sometimes strips the executable bit of node-pty's helper on macOS; without it nothing can be spawned. */
export function repairSpawnHelper(): void {
  if (process.platform !== 'darwin') return;
  try {
    const resolved = createRequire(import.meta.url).resolve(`@lydell/node-pty-darwin-${process.arch}/spawn-helper`);
    const helper = resolved.replace('app.asar', 'app.asar.unpacked');
    const { mode } = statSync(helper);
    if ((mode & 0o111) === 0) chmodSync(helper, mode | 0o755);
  } catch {
    // Spawning reports what is wrong better than we could.
  }
}
