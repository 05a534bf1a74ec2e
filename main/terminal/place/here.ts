import { signalMarked, TERMINAL_MARK } from '../process-group.ts';
import { findBash, repairSpawnHelper, shellArguments, shellEnvironment, startupScript, startupVariable } from '../shell-launch.ts';
import { StartupFiles } from '../startup-files.ts';
import type { Place, PlacedCommand, PreparedCommand } from './place.ts';

/** This machine: commands run in its bash. */
export class Here implements Place {
  readonly name = undefined;
  readonly sharesFiles = true;
  readonly obeysGroup = true;
  readonly #env: () => Readonly<Record<string, string | undefined>>;
  readonly #startupFiles: StartupFiles;
  #shell: string | undefined;

  /** `env`: the environment of commands, read before each. */
  constructor(sessionDir: string, env: () => Readonly<Record<string, string | undefined>>) {
    this.#env = env;
    this.#startupFiles = new StartupFiles(sessionDir, 'shells');
  }

  async prepare({ command, cwd, noInput, mark }: PlacedCommand): Promise<PreparedCommand> {
    const env = this.#env();
    if (this.#shell === undefined) repairSpawnHelper();
    this.#shell ??= findBash(env);
    const startup = this.#startupFiles.take((file) => startupScript(file, noInput));
    return {
      program: {
        file: this.#shell,
        args: shellArguments(command),
        cwd,
        env: { ...shellEnvironment(env, noInput), [TERMINAL_MARK]: mark, ...startupVariable(startup.path) },
      },
      readCwd: startup.readCwd,
      release: () => this.#startupFiles.giveBack(startup),
    };
  }

  signal(mark: string, signal: NodeJS.Signals): Promise<void> {
    // Searching all processes takes time, and without a shell there is none to find.
    return this.#shell === undefined ? Promise.resolve() : signalMarked(mark, signal);
  }

  async note(): Promise<undefined> {
    return undefined;
  }

  async dispose(): Promise<void> {
    this.#startupFiles.dispose();
  }
}
