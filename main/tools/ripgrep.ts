import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { StringDecoder } from 'node:string_decoder';

export interface RipgrepRun {
  /** Absolute path of the binary. */
  readonly binary: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly signal: AbortSignal;
  /** What ends a record of its output. */
  readonly separator: '\n' | '\0';
  /** Called for each record; `false` ends the search. */
  readonly onRecord: (record: string) => boolean;
}

/** A single record longer than this ends the search: nothing sensible is that long. */
const MAX_RECORD = 8 * 1024 * 1024;
const MAX_ERROR_TEXT = 4000;

/** Searches that run now. Each with a thread per core would only get into the others' way, so they share the cores. */
let running = 0;

function threadArguments(): string[] {
  return running > 0 ? ['--threads', String(Math.max(1, Math.floor(availableParallelism() / (running + 1))))] : [];
}

/**
 * Runs ripgrep without a shell and without any configuration file. Resolves when it is through or was ended; rejects with its own
 * message when it failed without finding anything (a bad pattern), with the abort reason when aborted.
 */
export function ripgrep(run: RipgrepRun): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const { RIPGREP_CONFIG_PATH: _, ...env } = process.env;
  const args = ['--no-config', '--no-messages', ...threadArguments(), ...run.args];
  const child = spawn(run.binary, args, { cwd: run.cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  running += 1;
  const done = promise.finally(() => (running -= 1));
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let errors = '';
  let found = false;
  let ended = false;
  const end = (): void => {
    ended = true;
    child.kill('SIGKILL');
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
    reject(new Error(`The search program could not be started: ${error.message}`, { cause: error }));
  });
  child.on('close', (code) => {
    run.signal.removeEventListener('abort', abort);
    if (run.signal.aborted) {
      reject(run.signal.reason instanceof Error ? run.signal.reason : new Error('The search was aborted.'));
      return;
    }
    rest += decoder.end();
    if (rest !== '') take(rest);
    if (code === 2 && !found && !ended) reject(new Error(errors.trim() === '' ? 'The search failed.' : errors.trim()));
    else resolve();
  });
  return done;
}

/** Folders of version control systems: never searched. */
export const VCS_FOLDERS = ['.git', '.svn', '.hg', '.bzr', '.jj', '.sl'];
