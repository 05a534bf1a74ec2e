import { once } from 'node:events';
import { setImmediate as breathe } from 'node:timers/promises';
import { firstLine } from '#shared/shorten.ts';
import { CheckpointError } from '../checkpoint-error.ts';
import { type Git } from './git.ts';
import type { GitMode } from '../files/file-entry.ts';

/** Maximum time of one import, including disk access. */
const TIME_LIMIT_MS = 10 * 60_000;
/** Like the limit in `Git`. */
const MAX_COMPLAINT = 2000;
const LINES_AT_ONCE = 500;
/** Contents are sent in batches: sending them one by one would be most of the work. */
const GATHERED_BYTES = 64 * 1024;

/** Folder of the project's files in a tree. Beside it are the list of permission bits and the records of other files. */
export const FILES = 'files';
export const MODES = 'modes';
export const LEFT_OUT = 'left-out';
export const COVERED = 'covered';
export const ORIGINS = 'origins';
export const BEGUN = 'begun';
export const CHANGED = 'changed';

/** What a checkpoint records besides the files themselves. */
export interface CoverageTexts {
  /** When the checkpoint began: epoch milliseconds. */
  readonly begun: string;
  readonly leftOut: string;
  /** Inode numbers. */
  readonly covered: string;
  /** The origins of files that were added later. */
  readonly origins: string;
}

export interface TreeChange {
  /** The tree to start from; an empty one if `undefined`. */
  readonly base: string | undefined;
  readonly removed: readonly string[];
  readonly put: readonly { readonly path: string; readonly mode: GitMode; readonly blob: string }[];
  /** The list of permission bits; unchanged if `undefined`. */
  readonly modes: string | undefined;
  /** Absent from a tree that can't be restored. */
  readonly coverage: CoverageTexts | undefined;
  /** When files were changed; none if `undefined`. */
  readonly changed?: string | undefined;
}

/**
 * Writes contents and a tree to the store over one `git fast-import`, which reads only its input: git opens no file of the project and
 * converts nothing. Everything takes effect at `finish`, or nothing does.
 */
export class TreeWriter {
  readonly #child: ReturnType<Git['start']>;
  readonly #closed: Promise<number | null>;
  readonly #lines: string[] = [];
  #waiting: { readonly count: number; readonly resolve: () => void } | undefined;
  #rest = '';
  #complaint = '';
  #asked = 0;
  #gathered: Buffer[] = [];
  #gatheredBytes = 0;
  #ended = false;

  constructor(git: Git) {
    const child = git.start(['fast-import', '--quiet', '--done', '--date-format=raw']);
    this.#child = child;
    const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MS);
    this.#closed = new Promise((resolve) => {
      const end = (code: number | null): void => {
        clearTimeout(timer);
        this.#ended = true;
        this.#waiting?.resolve();
        resolve(code);
      };
      child.once('error', (error) => {
        this.#complaint = error.message;
        end(null);
      });
      child.once('close', end);
    });
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk.toString('latin1')));
    child.stderr.on('data', (chunk: Buffer) => (this.#complaint = (this.#complaint + chunk.toString()).slice(0, MAX_COMPLAINT)));
  }

  /** Returns the index of this content's id in the result of `ids`. */
  blob(bytes: Buffer): number {
    const mark = (this.#asked += 1);
    this.#gathered.push(Buffer.from(`blob\nmark :${mark}\ndata ${bytes.length}\n`), bytes, Buffer.from(`\nget-mark :${mark}\n`));
    this.#gatheredBytes += bytes.length;
    return mark - 1;
  }

  /** Await before the next content, if it returns a promise. @throws CheckpointError when git has stopped. */
  drained(): Promise<void> | undefined {
    return this.#gatheredBytes < GATHERED_BYTES ? undefined : this.#send();
  }

  /** The ids of all contents so far, by the indexes that `blob` returned. @throws CheckpointError when git has stopped. */
  async ids(): Promise<readonly string[]> {
    await this.#send();
    await this.#answers(this.#asked);
    return this.#lines.slice(0, this.#asked);
  }

  /** Writes the tree and a `ref` to it. @returns the tree's id. @throws CheckpointError when nothing was stored. */
  async finish(ref: string, at: number, { base, removed, put, modes, coverage, changed }: TreeChange): Promise<string> {
    const contents = this.#asked;
    this.#put(`commit ${ref}\nmark :${contents + 1}\ncommitter Gatehouse <> ${Math.floor(at / 1000)} +0000\ndata 0\n\n`);
    if (base !== undefined) this.#put(`M 040000 ${base} ""\n`);
    await this.#putLines(removed, (path) => `D ${quoted(`${FILES}/${path}`)}\n`);
    await this.#putLines(put, ({ path, mode, blob }) => `M ${mode} ${blob} ${quoted(`${FILES}/${path}`)}\n`);
    const lists = [
      [MODES, modes],
      [BEGUN, coverage?.begun ?? null],
      [LEFT_OUT, coverage?.leftOut ?? null],
      [COVERED, coverage?.covered ?? null],
      [ORIGINS, coverage?.origins ?? null],
      [CHANGED, changed ?? null],
    ] as const;
    for (const [name, text] of lists) {
      if (text === null) this.#put(`D ${name}\n`);
      else if (text !== undefined) await this.#drained(`M 100644 inline ${name}\ndata ${Buffer.byteLength(text)}\n${text}\n`);
    }
    this.#put(`\nls :${contents + 1} ""\ndone\n`);
    this.#child.stdin.end();
    const code = await this.#closed;
    const tree = /^040000 tree ([0-9a-f]{40})/u.exec(this.#lines[contents] ?? '')?.[1];
    if (code !== 0 || tree === undefined) throw this.#failure(code);
    return tree;
  }

  /** Aborts; nothing is stored. */
  async abandon(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#closed;
  }

  #send(): Promise<void> {
    const bytes = Buffer.concat(this.#gathered);
    this.#gathered = [];
    this.#gatheredBytes = 0;
    return this.#drained(bytes);
  }

  #put(text: string): void {
    if (!this.#ended) this.#child.stdin.write(text);
  }

  async #putLines<T>(items: readonly T[], line: (item: T) => string): Promise<void> {
    for (let start = 0; start < items.length; start += LINES_AT_ONCE) {
      const lines = items.slice(start, start + LINES_AT_ONCE).map(line);
      await this.#drained(lines.join(''));
      await breathe();
    }
  }

  async #drained(bytes: Buffer | string): Promise<void> {
    const { stdin } = this.#child;
    if (this.#ended || !stdin) throw this.#failure(null);
    // If git ends instead, the next read reports why.
    if (!stdin.write(bytes)) await Promise.race([once(stdin, 'drain').catch(() => undefined), this.#closed]);
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    this.#lines.push(...lines);
    if (this.#waiting && this.#lines.length >= this.#waiting.count) this.#waiting.resolve();
  }

  async #answers(count: number): Promise<void> {
    if (this.#lines.length < count && !this.#ended) {
      await new Promise<void>((resolve) => (this.#waiting = { count, resolve }));
      this.#waiting = undefined;
    }
    if (this.#lines.length < count) throw this.#failure(await this.#closed);
  }

  #failure(code: number | null): CheckpointError {
    const complaint = firstLine(this.#complaint.replace(/^fatal: /mu, ''));
    if (/no space left/iu.test(this.#complaint)) return new CheckpointError('the disk is full');
    return new CheckpointError(`git could not store the files (${complaint || `exit code ${code}`})`);
  }
}

/** Quotes any path for fast-import. */
function quoted(path: string): string {
  const escaped = path.replaceAll(/["\\\n]/gu, (character) => (character === '\n' ? '\\n' : `\\${character}`));
  return `"${escaped}"`;
}
