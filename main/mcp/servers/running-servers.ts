import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { ServerProcesses } from '../connection/stdio-process.ts';

const FILE = /^(\d+)\.(\d+)$/u;
const ID = /^[0-9a-f]{12}$/u;

/**
 * Records on disk, before each start, which servers this process starts, so that processes left running by a killed Gatehouse can be
 * ended later. Only where the mark of a process can be read (Linux).
 */
export class RunningServers {
  readonly #dir: string;
  readonly #processes: ServerProcesses;
  readonly #file: string | undefined;

  constructor(stateDir: string, processes: ServerProcesses) {
    this.#dir = join(stateDir, 'mcp-running');
    this.#processes = processes;
    const start = startOf(process.pid);
    this.#file = start === '' ? undefined : join(this.#dir, `${process.pid}.${start}`);
  }

  /** A new id of 12 hex digits, already on disk. @throws the error of writing: a server that can't be found again must not start. */
  add(): string {
    const id = randomBytes(6).toString('hex');
    if (this.#file === undefined) return id;
    mkdirSync(this.#dir, { recursive: true, mode: 0o700 });
    appendFileSync(this.#file, `${id}\n`, { mode: 0o600 });
    return id;
  }

  /** Ends servers left running by killed processes of Gatehouse. Never throws. */
  async endLeftBehind(): Promise<void> {
    const files = this.#leftFiles();
    const ids = files.flatMap((file) => readIds(join(this.#dir, file)));
    await this.#processes.endLeftBehind(ids);
    for (const file of files) rmSync(join(this.#dir, file), { force: true });
  }

  /** No server of this process runs any more. */
  clear(): void {
    if (this.#file !== undefined) rmSync(this.#file, { force: true });
  }

  #leftFiles(): string[] {
    try {
      return readdirSync(this.#dir).filter((name) => {
        const [, pid = '', start] = FILE.exec(name) ?? [];
        // Process ids are reused: the same id with another start time is another process.
        return start !== undefined && startOf(Number(pid)) !== start;
      });
    } catch {
      // No server was started yet.
      return [];
    }
  }
}

function readIds(file: string): string[] {
  try {
    return readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => ID.test(line));
  } catch {
    // Another process has cleaned up.
    return [];
  }
}

/** Start time of a process in clock ticks; empty if unknown. */
function startOf(pid: number): string {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is a name in parentheses that may contain anything; field 22 is counted from its end.
    return fields.slice(fields.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    // It has ended, or the system has no `/proc`.
    return '';
  }
}
