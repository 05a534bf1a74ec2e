import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { devNull } from 'node:os';
import { findProgram, startProcess } from '../start-process.ts';

/** A git process with all three pipes open. */
export type GitProcess = ChildProcessWithoutNullStreams;

type Variables = Readonly<Record<string, string | undefined>>;

/** The paths a git process works on, all absolute. */
export interface GitPaths {
  /** Gatehouse's own git folder: the only configuration read, and the process's working directory and home. */
  readonly gitDir: string;
  /** The folder whose files are compared or listed; absent for commands that only use the store. */
  readonly workTree?: string | undefined;
  /** Default: the index in `gitDir`. */
  readonly indexFile?: string | undefined;
  /** Default: the objects in `gitDir`. */
  readonly objectsDir?: string | undefined;
}

/** What to fetch, from where, and the name of the ref it gets. */
export interface GitFetch {
  readonly url: string;
  /** A branch, a tag or a commit's full id. */
  readonly ref: string;
  readonly into: string;
}

/** Safe values for settings that can make git run a program, pass data to one or wait for input. */
const SETTINGS: readonly (readonly [key: string, value: string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', devNull],
  ['core.attributesFile', devNull],
  ['core.pager', 'cat'],
  ['core.editor', ':'],
  ['core.askPass', ''],
  ['core.alternateRefsCommand', ''],
  ['credential.helper', ''],
  ['diff.external', ''],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
];

const GIT_VARIABLES = {
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  // No protocol has this name. Older versions of git ignore GIT_NO_LAZY_FETCH, and this stops them from fetching.
  GIT_ALLOW_PROTOCOL: 'none',
  // Overrides trace settings in the configuration, which may name a file or socket to write to.
  GIT_TRACE2: '0',
  GIT_TRACE2_EVENT: '0',
  GIT_TRACE2_PERF: '0',
  LC_ALL: 'C',
} as const;

/** The only other programs of git's that take part in a fetch are its own for https. */
const FETCH_SETTINGS: readonly (readonly [key: string, value: string])[] = [
  ['protocol.version', '2'],
  // However few objects: one pack, whose size is limited while it arrives.
  ['fetch.unpackLimit', '1'],
  // An address on the internet must not lead to one of this machine or network.
  ['http.followRedirects', 'false'],
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '30'],
];

/** For reaching a server from this machine; nothing that names a program or a secret. */
const NETWORK_VARIABLES = [
  ...['HTTPS_PROXY', 'HTTP_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]),
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'GIT_SSL_CAINFO',
  'SYSTEMROOT',
];

/**
 * The installed git; Gatehouse starts it only through this class, except for what a person commits (`PersonsGit`). Its processes read
 * neither the project repository's nor the user's configuration, nor Gatehouse's environment variables. Filters, drivers, hooks, helpers
 * and aliases are defined in configuration, and `.gitattributes` can only refer to them, so git runs nothing that a repository contains.
 * The one exception is `listConfig`, which reads foreign configuration but only prints it.
 */
export class GitProgram {
  readonly #file: string;

  private constructor(file: string) {
    this.#file = file;
  }

  /** Finds git on `PATH`, outside the project; `undefined` if there is none. */
  static find(env: Variables, projectDir: string): GitProgram | undefined {
    const file = findProgram(process.platform === 'win32' ? 'git.exe' : 'git', env, projectDir);
    return file === undefined ? undefined : new GitProgram(file);
  }

  /** @throws ProcessStartError */
  start(args: readonly string[], { gitDir, workTree, indexFile, objectsDir }: GitPaths): GitProcess {
    return this.#spawn(args, gitDir, {
      ...(workTree !== undefined && { GIT_WORK_TREE: workTree }),
      ...(indexFile !== undefined && { GIT_INDEX_FILE: indexFile }),
      ...(objectsDir !== undefined && { GIT_OBJECT_DIRECTORY: objectsDir }),
      ...ownFolder(gitDir),
    });
  }

  /**
   * Fetches one commit, without its history, into `gitDir`: over https, or over http from this machine. It asks for no password, and knows
   * none. `url` and `ref` must have been checked: https or http, and no option.
   */
  fetch(gitDir: string, { url, ref, into }: GitFetch, env: Variables): GitProcess {
    const settings = FETCH_SETTINGS.flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    const options = [
      '--depth=1',
      '--no-tags',
      '--no-recurse-submodules',
      '--no-write-fetch-head',
      '--no-auto-maintenance',
      '--quiet',
      '--',
    ];
    const protocol = { GIT_ALLOW_PROTOCOL: url.startsWith('https:') ? 'https' : 'http' };
    return this.#spawn(
      [...settings, 'fetch', ...options, url, `+${ref}:${into}`],
      gitDir,
      { ...only(env, NETWORK_VARIABLES), ...ownFolder(gitDir) },
      protocol,
    );
  }

  /**
   * Prints all settings that hold in a repository, the user's and the machine's included: `<key>\n<value>\0` each.
   * @param gitDir a repository's own git folder.
   * @param env used to find the user's home folder.
   */
  listConfig(gitDir: string, env: Variables): GitProcess {
    const names = ['HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'PROGRAMDATA'];
    return this.#spawn(['config', '--list', '-z'], gitDir, { GIT_DIR: gitDir, ...only(env, names) });
  }

  #spawn(
    args: readonly string[],
    cwd: string,
    env: Readonly<Record<string, string>>,
    protocol: Readonly<Record<string, string>> = {},
  ): GitProcess {
    const settings = SETTINGS.flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    return startProcess(this.#file, ['--no-pager', '--no-optional-locks', ...settings, ...args], {
      // Never the project: on Windows a program with that name in the working directory would run instead.
      cwd,
      stdio: 'pipe',
      windowsHide: true,
      env: { ...only(process.env, ['SYSTEMROOT']), ...env, ...GIT_VARIABLES, ...protocol },
    });
  }
}

/** A git folder of Gatehouse's own, which is also where git looks for the user's files. */
function ownFolder(gitDir: string): Record<string, string> {
  return { GIT_DIR: gitDir, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull, HOME: gitDir, XDG_CONFIG_HOME: gitDir };
}

function only(env: Variables, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
