import { z } from 'zod';
import { plainText } from '../tools/plain-text.ts';

const WINDOW_MS = 10_000;
/** More messages in ten seconds than any honest server sends that isn't asked for anything. */
const MAX_MESSAGES = 20_000;
/** And for each call it works at: one that tells of its progress with every picture of a screen sends 600. */
const MAX_MESSAGES_PER_CALL = 1000;
/** Some servers print a banner where only messages belong; one that goes on speaks something else. */
const MAX_MALFORMED = 100;

/** Counts what a server sends. @see MAX_MESSAGES */
export class FloodGuard {
  #since = 0;
  #messages = 0;
  #malformed = 0;
  /** The most calls at once since the count began: those that just ended may have told much. */
  #calls = 0;

  /** @throws Error when it is too much. `now`: milliseconds of a clock that only goes forward. `calls`: that it works at now. */
  message(now: number, calls: number): void {
    if (now - this.#since > WINDOW_MS) {
      this.#since = now;
      this.#messages = 0;
      this.#calls = 0;
    }
    this.#messages += 1;
    this.#calls = Math.max(this.#calls, calls);
    if (this.#messages > MAX_MESSAGES + this.#calls * MAX_MESSAGES_PER_CALL) throw new Error('it floods Gatehouse with messages');
  }

  /** @throws Error when there were too many. */
  malformed(): void {
    this.#malformed += 1;
    if (this.#malformed > MAX_MALFORMED) throw new Error('what it prints are no MCP messages');
  }
}

const MAX_CHARS = 8192;

/** The last words of a server on its error output: shown when it fails, never to the model as instructions. */
export class StderrTail {
  #text = '';
  #cut = false;

  push(chunk: string): void {
    this.#cut ||= this.#text.length + chunk.length > MAX_CHARS;
    this.#text = (this.#text + chunk.slice(-MAX_CHARS)).slice(-MAX_CHARS);
  }

  /** Without escape sequences and invisible characters. */
  get text(): string {
    const bare = plainText(this.#text.replace(/\u001B(?:\[[0-9;?]*[ -/]*[@-~]|[@-_])/gu, ''), MAX_CHARS).trim();
    return this.#cut ? `… ${bare}` : bare;
  }
}

/** Between two that are passed on of one call: nobody sees more. Milliseconds. */
const PACE_MS = 50;

const progressSchema = z.object({
  method: z.literal('notifications/progress'),
  params: z.object({ progressToken: z.union([z.string(), z.number()]) }),
});

/**
 * Holds what a server tells of its calls’ progress back for a moment, and then only the newest of each call: a server may report with every
 * picture of a screen, for hundreds of calls at once. Order is kept: whatever isn’t progress comes after what was told before it.
 */
export class ProgressThinner {
  readonly #pass: (message: object) => void;
  /** By the call’s token. */
  readonly #newest = new Map<string | number, object>();
  #timer: NodeJS.Timeout | undefined;

  /** `pass` gets what was held once its time has come. */
  constructor(pass: (message: object) => void) {
    this.#pass = pass;
  }

  /** What is to be passed on now, in order. */
  take(message: object | undefined): object[] {
    if (!message) return [];
    const { data } = progressSchema.safeParse(message);
    if (!data) return [...this.#release(), message];
    this.#newest.set(data.params.progressToken, message);
    this.#timer ??= setTimeout(() => this.#release().forEach(this.#pass), PACE_MS);
    return [];
  }

  /** What is held is dropped. */
  stop(): void {
    this.#release();
  }

  #release(): object[] {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const held = [...this.#newest.values()];
    this.#newest.clear();
    return held;
  }
}

/** One message; results with images are large. Bytes. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** Cuts a byte stream into lines without copying what is still open again and again. */
export class MessageLines {
  #open: Buffer[] = [];
  #length = 0;

  /** The lines that are whole now, blank ones left out. @throws Error when one gets too long. */
  push(chunk: Buffer): string[] {
    const lines: string[] = [];
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      this.#keep(chunk.subarray(from, at));
      const line = Buffer.concat(this.#open).toString('utf8').trim();
      if (line !== '') lines.push(line);
      this.#open = [];
      this.#length = 0;
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
    return lines;
  }

  #keep(part: Buffer): void {
    if (part.length === 0) return;
    this.#length += part.length;
    if (this.#length > MAX_LINE_BYTES) throw new Error('it sent a message larger than 16 MB');
    this.#open.push(part);
  }
}
