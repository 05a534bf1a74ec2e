import { randomBytes } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isInside } from '#main/tool/is-inside.ts';
import { startProcess } from '#main/tool/start-process.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { ContainerEngine } from '#shared/settings/command-place.ts';
import { type Client, keepText, lastLines, runClient } from './run-client.ts';

/** What all containers of a session have in common. */
export interface ContainerSetUp {
  readonly engine: ContainerEngine;
  readonly client: Client;
  readonly image: string;
  /** Of an image that only this machine has: how to get it. It is never downloaded, since a registry may offer another one of its name. */
  readonly howToBuild?: (() => string) | undefined;
  /** Variables of the dev container file. */
  readonly variables: Readonly<Record<string, string>>;
  readonly sessionId: string;
  /** Never mounted, nor anything that contains them. */
  readonly homeDir: string;
  readonly stateDir: string;
}

interface ContainerOptions extends ContainerSetUp {
  readonly folders: readonly string[];
  /** The folder of the startup scripts, in which shells report their working directory. */
  readonly shells: string;
}

/** Sockets that control the machine. */
const SOCKETS = ['/run/docker.sock', '/run/podman/podman.sock', '/var/run/docker.sock'];

/** Printed by the container once it runs. */
const READY = 'ready';

/** Signals the processes there that have the mark in their environment. The container is Linux whatever this machine is. */
const SIGNAL_SCRIPT = `
for round in 1 2; do
  for process in /proc/[0-9]*; do
    mapfile -d '' -t variables <"$process/environ"
    for variable in "\${variables[@]}"; do
      [[ $variable == "GATEHOUSE_TERMINAL=$1"* ]] && kill -s "$2" "\${process#/proc/}" && [[ $2 != KILL ]] && kill -s CONT "\${process#/proc/}"
    done
  done
done 2>/dev/null
exit 0`;

/** A running container. It reads its input and ends with it, so none is left behind when the engine is killed. */
export class Container {
  readonly #client: Client;
  readonly #id: string;
  readonly #endInput: () => void;
  #hasEnded = false;

  private constructor(client: Client, id: string, endInput: () => void, ended: Promise<unknown>) {
    this.#client = client;
    this.#id = id;
    this.#endInput = endInput;
    void ended.then(() => (this.#hasEnded = true));
  }

  /** @throws AppError `unavailable`: with what the engine printed. */
  static async start(options: ContainerOptions): Promise<Container> {
    const { client, image } = options;
    const mounts = mountsOf(options);
    const id = `gatehouse-${randomBytes(8).toString('hex')}`;
    const asUser = await userOptions(options);
    const pull = await pullOptions(options);
    const args = ['run', '--rm', '-i', '--init', '--name', id, '--label', `gatehouse.session=${options.sessionId}`];
    args.push('--security-opt', 'no-new-privileges', ...pull, ...asUser, ...mounts);
    for (const [name, value] of Object.entries(options.variables)) args.push('-e', `${name}=${value}`);
    const child = startProcess(client.file, [...args, '--entrypoint', 'cat', image], {
      stdio: 'pipe',
      env: { ...client.env },
      cwd: client.cwd,
    });
    const problem = keepText(child.stderr);
    const ended = new Promise<void>((resolve) => {
      child.once('close', () => resolve());
      child.once('error', () => resolve());
    });
    const ready = new Promise<boolean>((resolve) => {
      child.stdout.once('data', () => resolve(true));
      void ended.then(() => resolve(false));
    });
    child.stdin.write(`${READY}\n`);
    if (!(await ready)) throw failed(lastLines(problem()) || 'it ended at once');
    child.stdout.resume();
    const container = new Container(client, id, () => child.stdin.end(), ended);
    const shell = await runClient(client, ['exec', id, 'bash', '--noprofile', '--norc', '-c', ':']);
    if (shell.exitCode === 0) return container;
    await container.remove();
    throw failed(`commands need bash, and the image ${image} has none that works. ${shell.problem}`.trim());
  }

  /** It ended, or the engine lost it. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  async isRunning(): Promise<boolean> {
    if (this.#hasEnded) return false;
    const { exitCode } = await runClient(this.#client, ['exec', this.#id, 'bash', '--noprofile', '--norc', '-c', ':']);
    return exitCode === 0;
  }

  execArguments(
    { cwd, variables }: { readonly cwd: string; readonly variables: Readonly<Record<string, string>> },
    command: readonly string[],
  ): string[] {
    const given = Object.entries(variables).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    return ['exec', '-i', '-t', '-w', cwd, ...given, this.#id, ...command];
  }

  async signal(mark: string, signal: NodeJS.Signals): Promise<void> {
    if (this.#hasEnded) return;
    const script = ['bash', '--noprofile', '--norc', '-c', SIGNAL_SCRIPT, 'signal', mark, signal.replace(/^SIG/u, '')];
    await runClient(this.#client, ['exec', this.#id, ...script]);
  }

  async remove(): Promise<void> {
    this.#endInput();
    await runClient(this.#client, ['rm', '-f', this.#id]);
  }
}

function failed(why: string): AppError {
  return new AppError('unavailable', `The container could not be started: ${why}`);
}

/** Each folder at its own path, so that paths and checkpoints hold. */
function mountsOf({ folders, shells, homeDir, stateDir }: ContainerOptions): string[] {
  const kept = [homeDir, stateDir, ...SOCKETS].flatMap((one) => [one, realPath(one)]);
  const mounts = folders.flatMap((folder) => {
    const real = existing(folder);
    const held = kept.find((one) => [folder, real].some((place) => isInside(one, place)));
    if (held !== undefined) throw failed(`${folder} contains ${held}, which is never mounted.`);
    if (isInside(real, realPath(stateDir))) throw failed(`${folder} is part of Gatehouse’s own folder, which is never mounted.`);
    return [...new Set([folder, real])].map((target) => mount(real, target));
  });
  return [...mounts, mount(shells, shells)].flatMap((one) => ['--mount', one]);
}

function mount(source: string, target: string): string {
  const odd = [source, target].find((one) => /[,"\p{Cc}]/u.test(one));
  if (odd !== undefined)
    throw failed(`${JSON.stringify(odd)} has a comma, a quotation mark or a line break in its name, so it can’t be mounted.`);
  return `type=bind,src=${source},dst=${target}`;
}

/** With the spelling of the disk; unchanged if it doesn't exist. */
function realPath(file: string): string {
  return existsSync(file) ? realpathSync.native(file) : file;
}

function existing(folder: string): string {
  if (!existsSync(folder)) throw failed(`${folder} does not exist.`);
  return realPath(folder);
}

/**
 * Commands run as the user, so that the files they write are the user's and can be restored. Elsewhere than on Linux the engine sees to it;
 * a docker without root makes its root the user. Podman would need SELinux labels on the user's files otherwise.
 */
async function userOptions({ engine, client }: ContainerOptions): Promise<string[]> {
  const unlabelled = engine === 'podman' ? ['--security-opt', 'label=disable'] : [];
  if (process.platform !== 'linux') return unlabelled;
  const format = engine === 'podman' ? '{{.Host.Security.Rootless}}' : '{{json .SecurityOptions}}';
  const info = await runClient(client, ['info', '--format', format]);
  if (info.exitCode !== 0) throw failed(info.problem || `${engine} does not answer.`);
  const { uid, gid } = userInfo();
  if (engine === 'podman') return [...unlabelled, info.stdout.trim() === 'true' ? '--userns=keep-id' : `--user=${uid}:${gid}`];
  return info.stdout.includes('name=rootless') ? [] : [`--user=${uid}:${gid}`];
}

async function pullOptions({ client, image, howToBuild }: ContainerOptions): Promise<string[]> {
  if (howToBuild === undefined) return [];
  const found = await runClient(client, ['image', 'ls', '-q', image]);
  if (found.exitCode !== 0) throw failed(found.problem || 'the engine does not answer.');
  if (found.stdout.trim() === '') throw failed(`the image ${image} isn’t on this machine. ${howToBuild()}`);
  return ['--pull', 'never'];
}
