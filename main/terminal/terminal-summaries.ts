import { readFileSync } from 'node:fs';
import { createLogger } from '#main/log/logger.ts';
import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';

const log = createLogger('terminal');

const summarySchema = z.object({
  cols: z.number().int(),
  rows: z.number().int(),
  exitCode: z.number().int().nullable(),
  /** UTF-16 units printed in total. */
  length: z.number().int().nonnegative(),
});
/** What is stored about a finished terminal besides its output. */
export type TerminalSummary = z.infer<typeof summarySchema>;

const lineSchema = summarySchema.extend({ terminalId: z.string() });

/** Writing waits, so that the next model request comes first. */
const WRITE_AFTER_MS = 250;

/** In the session's folder. */
export const SUMMARIES_FILE = 'terminals.jsonl';

/**
 * The summaries of a session’s finished terminals, a line each in `terminals.jsonl`, written in batches. If they can’t be written (full
 * disk), another process shows those terminals without them.
 */
export class TerminalSummaries {
  readonly #file: string;
  readonly #unwritten = new Map<string, TerminalSummary>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(sessionDir: string) {
    this.#file = path.join(sessionDir, SUMMARIES_FILE);
  }

  /** `undefined` if the terminal never finished (Gatehouse was killed) or its line is damaged. */
  get(terminalId: string): TerminalSummary | undefined {
    return this.#unwritten.get(terminalId) ?? readSummary(this.#file, terminalId);
  }

  add(terminalId: string, summary: TerminalSummary): void {
    this.#unwritten.set(terminalId, summary);
    this.#timer ??= setTimeout(() => this.#write(), WRITE_AFTER_MS).unref();
  }

  /** Resolves when all are written. Never rejects. */
  async settled(): Promise<void> {
    this.#write();
    await this.#writing;
  }

  #write(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = [...this.#unwritten];
    if (batch.length === 0) return;
    // Each begins with a line break, so that an incomplete line damages no other.
    const lines = batch.map(([terminalId, summary]) => `\n${JSON.stringify({ terminalId, ...summary })}`);
    this.#writing = this.#writing
      .then(() => appendFile(this.#file, lines.join(''), { mode: 0o600 }))
      .then(
        () => batch.forEach(([terminalId]) => this.#unwritten.delete(terminalId)),
        (error: unknown) => log.debug('The last line of a terminal could not be kept for the list', error),
      );
  }
}

function readSummary(file: string, terminalId: string): TerminalSummary | undefined {
  try {
    const line = readFileSync(file, 'utf8')
      .split('\n')
      .findLast((text) => text.includes(`"${terminalId}"`));
    const { terminalId: found, ...summary } = lineSchema.parse(JSON.parse(line ?? ''));
    return found === terminalId ? summary : undefined;
  } catch {
    // Not written yet, or damaged: shown without a summary.
    return undefined;
  }
}
