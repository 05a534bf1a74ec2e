import { startProcess } from '#main/tool/start-process.ts';
import { errorMessage } from '#shared/error-message.ts';

/** A program of this machine that reaches another place: docker, podman, ssh. */
export interface Client {
  /** Absolute path. */
  readonly file: string;
  readonly env: Readonly<Record<string, string>>;
  /** Its working directory: never one of the repository. */
  readonly cwd: string;
}

export interface ClientResult {
  /** `null`: it could not be started, was killed, or took too long. */
  readonly exitCode: number | null;
  readonly stdout: string;
  /** The last lines that it printed as errors. */
  readonly problem: string;
}

const MAX_CHARS = 64 * 1024;
const TIME_LIMIT_MS = 60_000;

/** Runs a client to its end. Never throws. */
export async function runClient({ file, env, cwd }: Client, args: readonly string[]): Promise<ClientResult> {
  try {
    const child = startProcess(file, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...env }, cwd });
    const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MS).unref();
    const stdout = keepText(child.stdout);
    const stderr = keepText(child.stderr);
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
    }).finally(() => clearTimeout(timer));
    return { exitCode, stdout: stdout(), problem: lastLines(stderr()) };
  } catch (error) {
    return { exitCode: null, stdout: '', problem: errorMessage(error) };
  }
}

/** Collects what a stream prints, at most its end. */
export function keepText(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.on('data', (chunk: Buffer) => (text = (text + chunk.toString('utf8')).slice(-MAX_CHARS)));
  return () => text;
}

/** The end of an error text, for a sentence: its last lines that say something. */
export function lastLines(text: string): string {
  const lines = text
    .replaceAll(/[\p{Cc}]+/gu, '\n')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('See '));
  return lines.slice(-3).join(' ').slice(-600).toWellFormed();
}
