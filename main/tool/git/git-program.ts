import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { devNull } from 'node:os';
import { findProgram } from '../find-program.ts';
import { startProcess } from '../start-process.ts';

/** One with all three pipes open. */
export type GitProcess = ChildProcessWithoutNullStreams;

type Variables = Readonly<Record<string, string | undefined>>;

/** What one git process works on. All paths absolute. */
export interface GitPaths {
  /** A git folder of Gatehouse's own, whose configuration is the only one read. Also the working directory and the home folder. */
  readonly gitDir: string;
  /** Files are compared with or listed in this folder; none for commands that only use the store. */
  readonly workTree?: string | undefined;
  /** Instead of the index in `gitDir`. */
  readonly indexFile?: string | undefined;
  /** Instead of the objects in `gitDir`. */
  readonly objectsDir?: string | undefined;
}

/** Settings that make git run something, hand something over or wait for somebody, each at its harmless value. */
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

const VARIABLES = {
  GIT_ATTR_NOSYSTEM: '1',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_NO_REPLACE_OBJECTS: '1',
  // No protocol is called that: an older git, which would fetch missing objects all the same, finds every way closed.
  GIT_ALLOW_PROTOCOL: 'none',
  // Also turns off what a configuration says of traces, which may name a file or a socket to write to.
  GIT_TRACE2: '0',
  GIT_TRACE2_EVENT: '0',
  GIT_TRACE2_PERF: '0',
  LC_ALL: 'C',
} as const;

/**
 * The git program of this machine, and the only way Gatehouse starts it. No process started here reads the configuration of a project's
 * repository or of the user, nor any variable of Gatehouse's own environment. Filters, drivers, hooks, helpers and aliases live in
 * configuration and `.gitattributes` can only name them, so nothing that a repository holds is run. `listConfig` is the one exception:
 * it reads foreign configuration, and only prints it.
 */
export class GitProgram {
  readonly #file: string;

  private constructor(file: string) {
    this.#file = file;
  }

  /** The program on `PATH` that lies outside the project; `undefined` when there is none. */
  static find(env: Variables, projectDir: string): GitProgram | undefined {
    const file = findProgram(process.platform === 'win32' ? 'git.exe' : 'git', env, projectDir);
    return file === undefined ? undefined : new GitProgram(file);
  }

  /** @throws ProcessStartError */
  start(args: readonly string[], { gitDir, workTree, indexFile, objectsDir }: GitPaths): GitProcess {
    return this.#spawn(args, gitDir, {
      GIT_DIR: gitDir,
      ...(workTree !== undefined && { GIT_WORK_TREE: workTree }),
      ...(indexFile !== undefined && { GIT_INDEX_FILE: indexFile }),
      ...(objectsDir !== undefined && { GIT_OBJECT_DIRECTORY: objectsDir }),
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: devNull,
      // Where git looks for the user's ignore and attributes files.
      HOME: gitDir,
      XDG_CONFIG_HOME: gitDir,
    });
  }

  /**
   * Prints all settings that hold in a repository, the user's and the machine's included: `<key>\n<value>\0` each.
   * @param gitDir a repository's own git folder.
   * @param env for the user's home folder.
   */
  listConfig(gitDir: string, env: Variables): GitProcess {
    const names = ['HOME', 'XDG_CONFIG_HOME', 'USERPROFILE', 'HOMEDRIVE', 'HOMEPATH', 'PROGRAMDATA'];
    return this.#spawn(['config', '--list', '-z'], gitDir, { GIT_DIR: gitDir, ...only(env, names) });
  }

  #spawn(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): GitProcess {
    const settings = SETTINGS.flatMap(([key, value]) => ['-c', `${key}=${value}`]);
    return startProcess(this.#file, ['--no-pager', '--no-optional-locks', ...settings, ...args], {
      // Not the project: on Windows a program of that name there would be started instead.
      cwd,
      stdio: 'pipe',
      windowsHide: true,
      env: { ...only(process.env, ['SYSTEMROOT']), ...env, ...VARIABLES },
    });
  }
}

function only(env: Variables, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
