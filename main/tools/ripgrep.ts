import { rgPath } from '@vscode/ripgrep';
import { outsideArchive } from '#main/app-root.ts';
import { errorMessage } from '#shared/error-message.ts';
import { createLogger } from '#main/log/logger.ts';
import { StringDecoder } from 'node:string_decoder';
import { availableParallelism } from 'node:os';
import { LRUCache } from 'lru-cache';
import { startProcess } from '#main/tool/start-process.ts';
import { guardSearch } from './search-guard.ts';

const log = createLogger('tools');

/** Most searches are faster. Guarding a short search would make it 5 % slower. */
const GUARD_AFTER_MS = 100;

/** The ripgrep binary that comes with the app. */
export const ripgrepPath: string = outsideArchive(rgPath);

export interface RipgrepRun {
  /** Absolute path of the binary. */
  readonly binary: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The folder or file to search, absolute. Ripgrep reads ignore files in its folders and in those above. */
  readonly root: string;
  readonly signal: AbortSignal;
  /** Ends each record of the output. */
  readonly separator: '\n' | '\0';
  /** Called for each record; `false` ends the search. */
  readonly onRecord: (record: string) => boolean;
}

/** A longer record ends the search. */
const MAX_RECORD = 8 * 1024 * 1024;
const MAX_ERROR_TEXT = 4000;

/** Milliseconds. Only in a folder that takes less may one thread be faster than several. */
const SMALL_MS = 40;
const MAX_ROOTS = 200;

/** The last durations of complete searches in one place, in milliseconds. */
interface Durations {
  readonly several: number;
  /** With one thread. */
  readonly one?: number;
}

/** Chooses the number of threads of each search: parallel searches share the cores, and a small folder gets what was faster there. */
export class SearchThreads {
  readonly #durations = new LRUCache<string, Durations>({ max: MAX_ROOTS });
  readonly #cores: number;
  #running = 0;

  constructor(cores: number = availableParallelism()) {
    this.#cores = cores;
  }

  /** Counts a search of `root` as running and returns its threads; `undefined`: ripgrep's default. */
  start(root: string): number | undefined {
    this.#running += 1;
    // With a thread per core for each, they would slow each other down.
    if (this.#running > 1) return Math.max(1, Math.floor(this.#cores / this.#running));
    const known = this.#durations.get(root);
    if (known === undefined || known.several >= SMALL_MS) return undefined;
    return known.one === undefined || known.one < known.several ? 1 : undefined;
  }

  /** `threads`: what `start` returned. `ms`: the duration of a complete search; `undefined` if it was stopped. */
  end(root: string, threads: number | undefined, ms: number | undefined): void {
    this.#running -= 1;
    if (ms === undefined) return;
    const known = this.#durations.get(root);
    if (threads === undefined) this.#durations.set(root, { ...known, several: ms });
    else if (threads === 1 && known) this.#durations.set(root, { ...known, one: ms });
  }
}

const threads = new SearchThreads();

/**
 * Runs ripgrep without a shell and without a configuration file. Resolves when it has ended or was stopped. Rejects with ripgrep's message
 * if it failed without finding anything (a bad pattern), and with the abort reason if aborted.
 */
export function ripgrep(run: RipgrepRun): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const { RIPGREP_CONFIG_PATH: _, ...env } = process.env;
  const place = `${run.cwd}\0${run.args.at(-1) ?? ''}`;
  const count = threads.start(place);
  const args = ['--no-config', '--no-messages', ...(count === undefined ? [] : [`--threads=${count}`]), ...run.args];
  const beganAt = performance.now();
  let whole = false;
  const done = promise.finally(() => threads.end(place, count, whole ? performance.now() - beganAt : undefined));
  const child = start(run, args, env, reject);
  if (child === undefined) return done;
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let errors = '';
  let found = false;
  let ended = false;
  let failed: string | undefined;
  const end = (why?: string): void => {
    ended = true;
    failed ??= why;
    child.kill('SIGKILL');
  };
  let guard: AbortController | undefined;
  const guardTimer = setTimeout(() => {
    guard = new AbortController();
    if (child.pid !== undefined)
      guardSearch(child.pid, run, guard.signal, end).catch((error: unknown) =>
        log.debug('The memory of a search could not be watched', error),
      );
  }, GUARD_AFTER_MS);
  const endGuard = (): void => {
    clearTimeout(guardTimer);
    guard?.abort();
  };
  const take = (record: string): void => {
    if (ended) return;
    found = true;
    if (!run.onRecord(record)) end();
  };
  const abort = (): void => {
    end();
  };
  if (run.signal.aborted) abort();
  run.signal.addEventListener('abort', abort, { once: true });
  child.stdout.on('data', (chunk: Buffer) => {
    if (ended) return;
    const records = (rest + decoder.write(chunk)).split(run.separator);
    rest = records.pop() ?? '';
    for (const record of records) take(record);
    if (rest.length > MAX_RECORD) end();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (errors.length < MAX_ERROR_TEXT) errors += chunk.toString('utf8');
  });
  child.on('error', (error) => {
    endGuard();
    reject(new Error(`The search program could not be started: ${error.message}`, { cause: error }));
  });
  child.on('close', (code, killedBy) => {
    endGuard();
    run.signal.removeEventListener('abort', abort);
    if (run.signal.aborted) {
      reject(run.signal.reason instanceof Error ? run.signal.reason : new Error('The search was aborted.'));
      return;
    }
    if (!ended && killedBy !== null) failed = `The search program was ended by ${killedBy}.`;
    if (failed !== undefined) {
      reject(new Error(failed));
      return;
    }
    rest += decoder.end();
    if (rest !== '') take(rest);
    if (code === 2 && !found && !ended) reject(new Error(errors.trim() === '' ? 'The search failed.' : errors.trim()));
    else {
      whole = !ended;
      resolve();
    }
  });
  return done;
}

/** `undefined` if the process can't be created (a null character in the pattern); the error is passed to `reject`. */
function start({ binary, cwd }: RipgrepRun, args: readonly string[], env: NodeJS.ProcessEnv, reject: (error: unknown) => void) {
  try {
    return startProcess(binary, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    reject(new Error(`The search program could not be started: ${errorMessage(error)}`, { cause: error }));
    return undefined;
  }
}
