import { readVariable } from '#main/environment.ts';
import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path';
import { startProcess } from '#main/tool/start-process.ts';
import { appRoot } from '#main/app-root.ts';
import { errorMessage } from '#shared/error-message.ts';

const TIME_LIMIT_MS = 5000;
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
/** Shells that understand `-i -l -c`. */
const KNOWN_SHELLS = new Set(['bash', 'zsh', 'fish', 'sh', 'dash', 'ksh', 'ksh93', 'mksh', 'ash']);
/** Keeps start-up files from asking, updating or starting a multiplexer. */
const QUIET = { TERM: 'dumb', DISABLE_AUTO_UPDATE: 'true', ZSH_TMUX_AUTOSTART: 'false', GATEHOUSE_RESOLVING_ENVIRONMENT: '1' };

export interface ShellEnvironment {
  readonly env: Readonly<Record<string, string>>;
  /** `process`: our own environment; `shell`: what the login shell exports; `fallback`: our own, since the shell could not be run. */
  readonly source: 'process' | 'shell' | 'fallback';
  /** Why the fallback is used, for people. */
  readonly problem?: string;
}

export interface ShellEnvironmentOptions {
  readonly env?: NodeJS.ProcessEnv | undefined;
  readonly platform?: NodeJS.Platform | undefined;
  /** Default: `SHELL`, otherwise the account's. */
  readonly shell?: string | undefined;
  readonly timeoutMs?: number | undefined;
  /** Whether to start the login shell; default: only when Gatehouse wasn't started from one. */
  readonly askShell?: boolean | undefined;
}

/**
 * The environment that the user's commands expect: an app started from a dock or menu lacks what the login shell sets up. Call once and
 * keep the result. Never rejects; takes at most 5 s.
 */
export async function readShellEnvironment(options: ShellEnvironmentOptions = {}): Promise<ShellEnvironment> {
  const env = options.env ?? process.env;
  const ours = usersEnvironment(env);
  const platform = options.platform ?? process.platform;
  if (platform === 'win32' || !(options.askShell ?? !startedFromTerminal(env))) return { env: ours, source: 'process' };
  const shell = options.shell ?? readVariable(env, 'SHELL') ?? accountShell();
  if (!isAbsolute(shell) || !KNOWN_SHELLS.has(basename(shell))) {
    return { env: ours, source: 'fallback', problem: `The shell “${shell}” isn’t one Gatehouse can ask for its environment.` };
  }
  try {
    const exported = await askShell(shell, env, options.timeoutMs ?? TIME_LIMIT_MS);
    return { env: usersEnvironment(restored(exported, env)), source: 'shell' };
  } catch (error) {
    const reason = errorMessage(error);
    return { env: ours, source: 'fallback', problem: `The environment of ${shell} could not be read: ${reason}` };
  }
}

/** A shell counts its depth in `SHLVL`; a dock or menu sets neither that nor `TERM`. */
export function startedFromTerminal(env: NodeJS.ProcessEnv, isTty: boolean = process.stdin.isTTY): boolean {
  return Number(readVariable(env, 'SHLVL') ?? 0) >= 1 || (Boolean(readVariable(env, 'TERM')) && isTty);
}

function accountShell(): string {
  try {
    return userInfo().shell ?? '/bin/sh';
  } catch {
    // The account has no entry, as in some containers.
    return '/bin/sh';
  }
}

function askShell(shell: string, env: NodeJS.ProcessEnv, timeoutMs: number): Promise<Record<string, string>> {
  const mark = `gatehouse-${randomUUID()}`;
  const command = `printf '%s' '${mark}'; /usr/bin/env -0; printf '%s' '${mark}'`;
  return new Promise((settle, fail) => {
    // In its own process group: an interactive shell would otherwise take over the terminal Gatehouse was started in.
    const child = startProcess(shell, ['-i', '-l', '-c', command], {
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...env, ...QUIET },
    });
    const chunks: Buffer[] = [];
    let size = 0;
    let answered = false;
    const stop = (reason: string): void => {
      if (answered) return;
      clearTimeout(timer);
      killGroup(child.pid);
      child.stdout.destroy();
      fail(new Error(reason));
    };
    const timer = setTimeout(() => stop(`it did not answer within ${timeoutMs / 1000} s`), timeoutMs);
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_OUTPUT_BYTES) return stop('it printed too much');
      const found = between(Buffer.concat(chunks).toString('utf8'), mark);
      if (found === undefined) return;
      // Background processes of start-up files (an agent for keys) keep running, but aren't waited for.
      answered = true;
      clearTimeout(timer);
      child.stdout.destroy();
      child.unref();
      settle(parseEnvironment(found));
    });
    child.on('error', (error) => stop(error.message));
    child.on('close', () => stop('it ended without printing it'));
  });
}

function between(text: string, mark: string): string | undefined {
  const start = text.indexOf(mark);
  const end = text.indexOf(mark, start + mark.length);
  return start === -1 || end === -1 ? undefined : text.slice(start + mark.length, end);
}

function parseEnvironment(text: string): Record<string, string> {
  const entries = text.split('\0').flatMap((entry) => {
    const equals = entry.indexOf('=');
    return equals > 0 ? [[entry.slice(0, equals), entry.slice(equals + 1)] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Removes the variables set only for this run, and those that belong to that one shell. */
function restored(exported: Record<string, string>, env: NodeJS.ProcessEnv): Record<string, string | undefined> {
  const own = ['SHLVL', 'PWD', 'OLDPWD', ...Object.keys(QUIET)].map((name) => [name, env[name]] as const);
  return { ...exported, ...Object.fromEntries(own) };
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** Set by Electron, npm or Gatehouse for themselves; they must not affect a project's programs. */
const NOT_THE_USERS = /^(?:ELECTRON_|npm_|GATEHOUSE_|CHROME_DESKTOP$|INIT_CWD$|NODE$|COLOR$|NODE_CHANNEL_|NODE_UNIQUE_ID$|_$)/;

/** Where Gatehouse exports its own telemetry to, and with which key. Unless it does, they are for the project's programs. */
const TELEMETRY = /^OTEL_/;

/**
 * The user's own part of an environment. What their shell exports is kept, as in any terminal; `programEnvironment` decides what programs
 * get of it. A key entered in the window is never in an environment. npm's additions are removed: after `npm start`, its search path would
 * put Gatehouse's own tools before the project's.
 */
export function usersEnvironment(env: Readonly<Record<string, string | undefined>>, appDir: string = appRoot): Record<string, string> {
  const kept: Record<string, string> = {};
  const isExporting = readVariable(env, 'CLAUDE_CODE_ENABLE_TELEMETRY');
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || NOT_THE_USERS.test(name) || (isExporting && TELEMETRY.test(name))) continue;
    kept[name] = /^path$/i.test(name) ? withoutAppFolders(value, appDir) : value;
  }
  return kept;
}

function withoutAppFolders(path: string, appDir: string): string {
  const ours = new Set<string>();
  for (let folder = appDir; ; folder = dirname(folder)) {
    ours.add(join(folder, 'node_modules', '.bin'));
    if (dirname(folder) === folder) break;
  }
  return path
    .split(delimiter)
    .filter((entry) => !ours.has(entry) && !/[\\/]node-gyp-bin$/.test(entry))
    .join(delimiter);
}
