/** Lines printed together are reported together. */
const GATHER_MS = 200;
/** Between two reports, since each may start a turn. */
const GAP_MS = 2000;
const MAX_LINES = 50;
const MAX_CHARS = 8000;
const MAX_LINE_CHARS = 500;
/** Beyond either of these it is a flood. */
const FLOOD = { lines: 1000, linesWithinMs: 10_000, reports: 60, reportsWithinMs: 300_000 } as const;

export interface WatchedLinesOptions {
  readonly report: (lines: readonly string[], dropped: number) => void;
  /** Called once; nothing is reported afterwards. `why`: a clause, "it printed…". */
  readonly onFlood: (why: string) => void;
}

/** The lines of a watched command on their way to its agent: gathered, bounded and limited in rate. */
export class WatchedLines {
  readonly #options: WatchedLinesOptions;
  #lines: string[] = [];
  #chars = 0;
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #reports: number[] = [];
  #window = { since: 0, lines: 0 };
  #ended = false;

  constructor(options: WatchedLinesOptions) {
    this.#options = options;
  }

  push(lines: readonly string[]): void {
    if (this.#ended) return;
    const now = performance.now();
    if (now - this.#window.since > FLOOD.linesWithinMs) this.#window = { since: now, lines: 0 };
    this.#window.lines += lines.length;
    for (const line of lines) this.#add(line);
    if (this.#window.lines > FLOOD.lines) {
      this.#flood(`it printed more than ${String(FLOOD.lines)} lines in ${String(FLOOD.linesWithinMs / 1000)} seconds`);
      return;
    }
    const last = this.#reports.at(-1);
    this.#timer ??= setTimeout(() => this.#report(), last === undefined ? GATHER_MS : Math.max(GATHER_MS, last + GAP_MS - now)).unref();
  }

  /** Reports what is left. */
  end(): void {
    if (this.#ended) return;
    if (this.#lines.length > 0) this.#report();
    this.#stop();
  }

  #add(line: string): void {
    if (this.#lines.length >= MAX_LINES || this.#chars >= MAX_CHARS) {
      this.#dropped += 1;
      return;
    }
    const short = line.length > MAX_LINE_CHARS ? `${line.slice(0, MAX_LINE_CHARS).toWellFormed()}…` : line;
    this.#lines.push(short);
    this.#chars += short.length;
  }

  #report(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const now = performance.now();
    const lines = this.#lines;
    const dropped = this.#dropped;
    this.#lines = [];
    this.#chars = 0;
    this.#dropped = 0;
    this.#reports = [...this.#reports.filter((at) => now - at < FLOOD.reportsWithinMs), now];
    this.#options.report(lines, dropped);
    if (this.#reports.length > FLOOD.reports && !this.#ended)
      this.#flood(
        `it had something to report more than ${String(FLOOD.reports)} times in ${String(FLOOD.reportsWithinMs / 60_000)} minutes`,
      );
  }

  #flood(why: string): void {
    this.end();
    this.#options.onFlood(why);
  }

  #stop(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#lines = [];
  }
}
