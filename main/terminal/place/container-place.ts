import { existsSync, realpathSync } from 'node:fs';
import { isInside } from '#main/tool/is-inside.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { placeName } from '#shared/permission/call-place.ts';
import { TERMINAL_MARK } from '../process-group.ts';
import { exportLines, quote, shellArguments, startupScript, startupVariable, terminalLines } from '../shell-launch.ts';
import { StartupFiles } from '../startup-files.ts';
import { Container, type ContainerSetUp } from './container.ts';
import type { Place, PlacedCommand, PreparedCommand } from './place.ts';

export interface ContainerPlaceOptions extends ContainerSetUp {
  readonly sessionDir: string;
  /** Folders that are mounted at their own paths: the project and the additional working directories, as they are now. */
  readonly folders: () => readonly string[];
  /** The settings' variables, as they are now. */
  readonly env: () => Readonly<Record<string, string>>;
}

/** Variables of this machine that mean nothing there. */
const NOT_THERE = /^(?:PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|LD_.*|DOCKER_.*|CONTAINER_.*|GATEHOUSE_.*)$/u;

/** A container of the session's own, started with the first command and removed with the session. */
export class ContainerPlace implements Place {
  readonly name: string;
  readonly sharesFiles = true;
  readonly obeysGroup = false;
  readonly #options: ContainerPlaceOptions;
  readonly #startupFiles: StartupFiles;
  #current: { readonly container: Promise<Container>; readonly folders: readonly string[] } | undefined;
  /** All that were started: one with fewer folders may still run commands when the next is started. */
  readonly #all = new Set<Promise<Container>>();

  constructor(options: ContainerPlaceOptions) {
    this.#options = options;
    this.name = placeName({ type: 'container', image: options.image, fromRepository: false, leftOut: [] });
    // Not the folder that shells on this machine read: what runs in the container may change these.
    this.#startupFiles = new StartupFiles(options.sessionDir, 'container-shells');
  }

  async prepare({ command, cwd, noInput, mark, signal }: PlacedCommand): Promise<PreparedCommand> {
    const folders = this.#options.folders();
    if (!folders.some((folder) => isInside(cwd, folder)))
      throw new AppError(
        'unavailable',
        `${cwd} is not mounted in the container: only the project and the additional working directories are.`,
      );
    const lines = [
      ...exportLines(Object.fromEntries(Object.entries(this.#options.env()).filter(([name]) => !NOT_THERE.test(name)))),
      ...terminalLines(noInput),
      'if ! [[ -w ${HOME:-/} ]]; then export HOME=/tmp; fi',
      pathWithout(folders),
    ];
    const startup = this.#startupFiles.take((file) => startupScript(file, noInput, lines));
    const release = (): void => this.#startupFiles.giveBack(startup);
    try {
      const container = await unlessAborted(this.#running(folders), signal);
      const variables = { ...startupVariable(startup.path), [TERMINAL_MARK]: mark, TERM: 'xterm-256color' };
      return {
        program: {
          ...this.#options.client,
          args: container.execArguments({ cwd, variables }, ['bash', ...shellArguments(command)]),
        },
        readCwd: startup.readCwd,
        release,
      };
    } catch (error) {
      release();
      throw error;
    }
  }

  async signal(mark: string, signal: NodeJS.Signals): Promise<void> {
    // One that never started runs nothing, and the command that wanted it says why.
    const done = [...this.#all].map((one) => one.then((container) => container.signal(mark, signal)).catch(() => undefined));
    await Promise.all(done);
  }

  async note(_exitCode: number, reported: boolean): Promise<string | undefined> {
    if (reported) return undefined;
    // It never started; the command that wanted it says so.
    const container = await this.#current?.container.catch(() => undefined);
    if (container === undefined || (await container.isRunning())) return undefined;
    this.#forget();
    return 'The container has ended; the next command starts another one';
  }

  async dispose(): Promise<void> {
    this.#current = undefined;
    // One that never started has nothing to remove.
    await Promise.all([...this.#all].map((one) => one.then((container) => container.remove()).catch(() => undefined)));
    this.#all.clear();
    this.#startupFiles.dispose();
  }

  /** The container with these folders; another one is started if the present one lacks one of them. */
  async #running(folders: readonly string[]): Promise<Container> {
    const now = this.#current;
    if (now && folders.every((folder) => now.folders.includes(folder))) {
      const container = await now.container;
      if (container.hasEnded) this.#forget();
      else return container;
    }
    if (this.#current && this.#current !== now) return this.#running(folders);
    const started = Container.start({ ...this.#options, folders, shells: this.#startupFiles.dir });
    const entry = { container: started, folders };
    this.#current = entry;
    this.#all.add(started);
    // The command that waits for it gets the error.
    started.catch(() => {
      this.#all.delete(started);
      if (this.#current === entry) this.#current = undefined;
    });
    return started;
  }

  #forget(): void {
    this.#current = undefined;
  }
}

/** What lies in the project must not pass for a program that runs without asking. */
function pathWithout(folders: readonly string[]): string {
  const places = folders.flatMap((folder) => [folder, existsSync(folder) ? realpathSync.native(folder) : folder]);
  const patterns = [...new Set(places)].flatMap((folder) => [quote(folder), `${quote(folder)}/*`]).join('|');
  return [
    'gatehouse_path=',
    'while IFS= read -r -d : gatehouse_dir; do',
    `case $gatehouse_dir in ${patterns}|[!/]*|'') ;; *) gatehouse_path+=:$gatehouse_dir ;; esac`,
    'done <<<"$PATH:"',
    'PATH=${gatehouse_path#:}',
    'unset gatehouse_path gatehouse_dir',
  ].join('\n');
}

function unlessAborted<T>(wanted: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const stop = (): void => reject(new AppError('unavailable', 'The command was stopped before it began.'));
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  wanted.then(resolve, reject);
  return promise.finally(() => signal.removeEventListener('abort', stop));
}
