import { LRUCache } from 'lru-cache';
import { errorMessage } from '#shared/error-message.ts';
import { isAbsolute } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { GitPaths, GitProcess, GitProgram } from '#main/tool/git/git-program.ts';
import { visitInSlices } from '#main/tool/in-slices.ts';
import { firstLine } from '#shared/shorten.ts';
import { CheckpointError } from '../checkpoint-error.ts';

/** Far more than any listing or tree of a project within the limits. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;
/** Ignore rules come from the project and may be written to run forever. */
export const TIME_LIMIT_MS = 60_000;
const MAX_ERROR_CHARS = 2000;
/** Some hundred names, which take a millisecond or two to process. */
const PIECE_BYTES = 32 * 1024;

/** The files a command works on; none for commands about the store alone. */
export type GitFiles = Pick<GitPaths, 'workTree' | 'indexFile'>;

export interface RunGit {
  readonly files?: GitFiles | undefined;
  readonly input?: string | undefined;
  /** Default one minute. */
  readonly timeLimitMs?: number | undefined;
  /** Cancels the command. */
  readonly signal?: AbortSignal | undefined;
}

/** Git's plumbing commands on a store of our own, never on a project's repository, whose content it sees as plain files. */
export class Git {
  readonly #program: GitProgram;
  readonly #storeDir: string;
  #started: Promise<unknown> = Promise.resolve();

  constructor(program: GitProgram, storeDir: string) {
    this.#program = program;
    this.#storeDir = storeDir;
  }

  /** Whether the store has that object. */
  has(object: string): Promise<boolean> {
    return this.run(['cat-file', '-e', object]).then(
      () => true,
      () => false,
    );
  }

  /** Its output. @throws CheckpointError when it fails, takes too long or prints too much. */
  run(args: readonly string[], options: RunGit = {}): Promise<Buffer> {
    return this.#exec(args, options, async (output) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of output) {
        bytes += chunk.length;
        if (bytes > MAX_OUTPUT_BYTES) throw new CheckpointError('git listed more files than can be processed');
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    });
  }

  /**
   * Streams the output in pieces of whole records, each of which ends with a NUL byte. A long list is never completely in memory and
   * doesn't block the thread. An exception of `visit` ends the command.
   */
  records(args: readonly string[], options: RunGit, visit: (piece: Buffer) => void): Promise<void> {
    return this.#exec(args, options, async (output) => {
      let rest: Buffer = Buffer.alloc(0);
      for await (const chunk of output) {
        const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
        const end = bytes.lastIndexOf(0) + 1;
        rest = bytes.subarray(end);
        for (let start = 0; start < end;) {
          const stop = bytes.indexOf(0, Math.min(end, start + PIECE_BYTES) - 1) + 1;
          visit(bytes.subarray(start, stop));
          start = stop;
          await breathe();
        }
      }
    });
  }

  async #exec<T>(
    args: readonly string[],
    { files, input = '', timeLimitMs = TIME_LIMIT_MS, signal }: RunGit,
    read: (output: AsyncIterable<Buffer>) => Promise<T>,
  ): Promise<T> {
    // Starting a process blocks the thread for some milliseconds: one at a time, with a pause in between.
    this.#started = this.#started.then(() => breathe());
    await this.#started;
    const child = this.start(args, files);
    let complaint = '';
    let stopped: string | undefined;
    const stop = (why: string): void => {
      stopped ??= why;
      child.kill('SIGKILL');
    };
    const onAbort = (): void => stop('it was cancelled');
    signal?.addEventListener('abort', onAbort, { once: true });
    if (signal?.aborted) onAbort();
    const timer = setTimeout(
      () => stop(`git ${args.find((arg) => !arg.startsWith('-') && !isAbsolute(arg)) ?? ''} took longer than a minute`),
      timeLimitMs,
    );
    child.stderr.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(0, MAX_ERROR_CHARS)));
    child.stdin.end(input);
    const closed = new Promise<number | null>((resolve, reject) => {
      child.once('error', (error) => reject(notStarted(error)));
      child.once('close', resolve);
    });
    const reading = read(child.stdout).catch((error: unknown) => {
      child.kill('SIGKILL');
      throw error;
    });
    const [result, code] = await Promise.allSettled([reading, closed]);
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    if (code.status === 'rejected') throw code.reason;
    if (stopped !== undefined) throw new CheckpointError(stopped);
    if (result.status === 'rejected') throw result.reason;
    if (code.value === 0) return result.value;
    throw new CheckpointError(`git failed (${firstLine(complaint) || `exit code ${code.value}`})`);
  }

  /** A process with all three pipes open. @throws CheckpointError */
  start(args: readonly string[], files: GitFiles = {}): GitProcess {
    try {
      return this.#program.start(args, { gitDir: this.#storeDir, ...files });
    } catch (error) {
      throw notStarted(error);
    }
  }
}

function notStarted(error: unknown): CheckpointError {
  return new CheckpointError(`git can’t be started (${errorMessage(error)})`, { cause: error });
}

/** Contents read last, by id: one restore reads the same lists several times, and starting git takes longer than that. */
const lastRead = new WeakMap<Git, LRUCache<string, Buffer>>();
const KEPT_BYTES = 1024 * 1024;
const MAX_KEPT_EACH = 64 * 1024;

/** The contents of these ids, in order. @throws CheckpointError when one is missing. */
export async function readBlobs(git: Git, ids: readonly string[]): Promise<Buffer[]> {
  const kept = lastRead.get(git) ?? new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: ({ length }) => length + 100 });
  lastRead.set(git, kept);
  const found = new Map(ids.map((id) => [id, kept.get(id)]));
  const missing = [...found].flatMap(([id, content]) => (content === undefined ? [id] : []));
  for (const [index, content] of (await readObjects(git, missing)).entries()) found.set(missing[index] ?? '', content);
  return ids.map((id) => {
    const content = found.get(id);
    if (content === undefined) throw new CheckpointError(`the store has lost ${id}`);
    if (content.length <= MAX_KEPT_EACH) kept.set(id, Buffer.from(content));
    return content;
  });
}

/** The contents of these objects, each an id or `<tree>:<name>`, in order; `undefined` for those that don't exist. */
export async function readObjects(git: Git, names: readonly string[]): Promise<(Buffer | undefined)[]> {
  if (names.length === 0) return [];
  const output = await git.run(['cat-file', '--batch'], { input: names.map((name) => `${name}\n`).join('') });
  let start = 0;
  return names.map(() => {
    const end = Math.max(start, output.indexOf('\n', start));
    const size = /^[0-9a-f]{40} blob (\d+)$/u.exec(output.toString('latin1', start, end))?.[1];
    start = end + 1;
    if (size === undefined) return undefined;
    const content = output.subarray(start, start + Number(size));
    start += Number(size) + 1;
    return content;
  });
}

/** Size in bytes of each of these; the result omits those that the store has lost. */
export async function blobSizes(git: Git, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  if (ids.length === 0) return sizes;
  const output = await git.run(['cat-file', '--batch-check'], { input: ids.map((id) => `${id}\n`).join('') });
  await visitInSlices(output.toString('latin1').split('\n'), (line) => {
    const [, id, size] = /^([0-9a-f]{40}) blob (\d+)$/u.exec(line) ?? [];
    if (id !== undefined) sizes.set(id, Number(size));
  });
  return sizes;
}
