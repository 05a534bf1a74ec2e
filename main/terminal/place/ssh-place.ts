import path from 'node:path';
import { isInside } from '#main/tool/is-inside.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { placeName } from '#shared/permission/call-place.ts';
import { TERMINAL_MARK } from '../process-group.ts';
import { exportLines, quote, terminalLines } from '../shell-launch.ts';
import type { Place, PlacedCommand, PreparedCommand } from './place.ts';
import type { Client } from './run-client.ts';

export interface SshPlaceOptions {
  readonly client: Client;
  readonly host: string;
  /** The project's folder there, absolute. */
  readonly folder: string;
  /** And here. */
  readonly projectDir: string;
}

/**
 * It asks nothing (no password, no unknown host key: those are for the user's own terminal) and opens nothing but the command's terminal,
 * whatever the user's configuration says. Keys, hosts and proxies are as configured. `ERROR` omits the sentence on the closed connection.
 */
const OPTIONS = [
  '-tt',
  '-a',
  '-x',
  '-e',
  'none',
  ...[
    'BatchMode=yes',
    'ClearAllForwardings=yes',
    'PermitLocalCommand=no',
    'RemoteCommand=none',
    'ForkAfterAuthentication=no',
    'LogLevel=ERROR',
  ].flatMap((option) => ['-o', option]),
];

/** Linux limits an argument of a program to 128 KB, and encoding adds a third. */
const MAX_SCRIPT_BYTES = 95_000;

/** The exit code of ssh for its own failures. */
const SSH_FAILED = 255;

/** Another machine, through the user's ssh: each command has a connection and a terminal there. */
export class SshPlace implements Place {
  readonly name: string;
  readonly sharesFiles = false;
  /** Ending ssh closes the terminal there, which hangs up what runs in it. */
  readonly obeysGroup = true;
  readonly #options: SshPlaceOptions;

  constructor(options: SshPlaceOptions) {
    this.#options = options;
    this.name = placeName({ type: 'ssh', host: options.host, folder: options.folder });
  }

  async prepare({ command, cwd, noInput, mark }: PlacedCommand): Promise<PreparedCommand> {
    const { client, host } = this.#options;
    const script = [
      `cd -- ${quote(this.#folderOf(cwd))} || exit 1`,
      ...terminalLines(noInput),
      ...exportLines({ [TERMINAL_MARK]: mark }),
      // Keeps the terminal open when the command closes its own output.
      'exec 250<&0',
      `exec bash --noprofile --norc -c ${quote(command)}${noInput ? ' </dev/null' : ''}`,
    ].join('\n');
    if (Buffer.byteLength(script) > MAX_SCRIPT_BYTES)
      throw new AppError('unavailable', 'The command is too long for ssh. Write it to a script there in parts, and run that.');
    return {
      program: {
        file: client.file,
        args: [...OPTIONS, '--', host, remoteLine(script)],
        cwd: client.cwd,
        env: { ...client.env, TERM: 'xterm-256color' },
      },
      // Where the command ended isn't reported: the next one starts where this one did, and its result says so.
      readCwd: () => undefined,
      release: () => undefined,
    };
  }

  async signal(): Promise<void> {
    // What survives a hang-up there can't be reached without another connection.
  }

  async note(exitCode: number): Promise<string | undefined> {
    if (exitCode !== SSH_FAILED) return undefined;
    return `Exit code 255 is what ssh returns when it can’t connect to ${this.#options.host} or loses the connection; a command may return it too`;
  }

  async dispose(): Promise<void> {
    // Every connection ends with its command.
  }

  #folderOf(cwd: string): string {
    const { projectDir, folder, host } = this.#options;
    if (isInside(cwd, projectDir)) return path.posix.join(folder, path.relative(projectDir, cwd));
    throw new AppError('unavailable', `${cwd} is outside of the project, and only the project’s folder is known on ${host}.`);
  }
}

/**
 * What the login shell there runs: any shell reads it the same, since it has no character that one of them treats differently. The script is
 * encoded.
 */
function remoteLine(script: string): string {
  return `bash --noprofile --norc -c 'eval "$(printf %s ${Buffer.from(script).toString('base64')} | base64 -d)"'`;
}
