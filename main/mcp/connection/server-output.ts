import { z } from 'zod';
import { plainText } from '../tools/plain-text.ts';

const WINDOW_MS = 10_000;
/** Limit on messages in ten seconds without a running call; well-behaved servers send far fewer. */
const MAX_MESSAGES = 20_000;
/** Additional messages for each running call: progress 60 times a second makes 600. */
const MAX_MESSAGES_PER_CALL = 1000;
/** Some servers print a banner before their messages; more malformed lines mean another protocol. */
const MAX_MALFORMED = 100;

/** Detects a server that sends too many messages or malformed ones. */
export class FloodGuard {
  #since = 0;
  #messages = 0;
  #malformed = 0;
  /** The most concurrent calls since the count began: calls that just ended may have reported much. */
  #calls = 0;

  /** @throws Error when there are too many. `now`: milliseconds of a monotonic clock. `calls`: calls running now. */
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

/** The end of a server's error output, shown to people when it fails. */
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

/** Minimum between two progress messages of a call that are passed on, in milliseconds. */
const PACE_MS = 50;

const progressSchema = z.object({
  method: z.literal('notifications/progress'),
  params: z.object({ progressToken: z.union([z.string(), z.number()]) }),
});

/**
 * Delays progress messages for a moment and passes on only the newest of each call: a server may report 60 times a second for hundreds of
 * calls. Other messages keep their place in the order.
 */
export class ProgressThinner {
  readonly #pass: (message: object) => void;
  /** By the call’s progress token. */
  readonly #newest = new Map<string | number, object>();
  #timer: NodeJS.Timeout | undefined;

  /** `pass` receives delayed messages when they are due. */
  constructor(pass: (message: object) => void) {
    this.#pass = pass;
  }

  /** Returns the messages to pass on now, in order. */
  take(message: object | undefined): object[] {
    if (!message) return [];
    const { data } = progressSchema.safeParse(message);
    if (!data) return [...this.#release(), message];
    this.#newest.set(data.params.progressToken, message);
    this.#timer ??= setTimeout(() => this.#release().forEach(this.#pass), PACE_MS);
    return [];
  }

  /** Drops delayed messages. */
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

/** Limit on one message in bytes; results with images are large. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** Splits a byte stream into lines without copying an incomplete line repeatedly. */
export class MessageLines {
  #open: Buffer[] = [];
  #length = 0;

  /** Returns the lines that are now complete, except blank ones. @throws Error when a line is too long. */
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
