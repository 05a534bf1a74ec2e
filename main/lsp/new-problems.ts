import { relative } from 'node:path';
import { z } from 'zod';

const MAX_KEPT = 200;
const MAX_PER_FILE = 10;
const MAX_FILES = 10;
const MAX_MESSAGE_CHARS = 500;
const SEVERITIES = ['', 'error', 'warning'];

const diagnostic = z.object({
  // A message of a hostile server may be megabytes long.
  message: z.string().transform((text) => text.slice(0, MAX_MESSAGE_CHARS + 1)),
  severity: z.number().optional(),
  range: z.object({ start: z.object({ line: z.number().int().nonnegative(), character: z.number().int().nonnegative() }) }),
});
type Problem = z.infer<typeof diagnostic>;

interface FileProblems {
  /** Messages from before the agent wrote the file, and those already reported to it. */
  readonly known: ReadonlySet<string>;
  readonly now: readonly Problem[];
  readonly isWritten: boolean;
}

/** Finds errors and warnings in files written by the agent that are new to it. */
export class NewProblems {
  readonly #files = new Map<string, FileProblems>();

  /** Call when the agent wrote the file: problems first reported after this are new. */
  written(path: string): void {
    const { known = new Set<string>(), now = [] } = this.#files.get(path) ?? {};
    this.#set(path, { known: new Set([...known, ...now.map(keyOf)].slice(-MAX_KEPT)), now: [], isWritten: true });
  }

  /** Call when the server reported the problems of a file, with all of them. */
  reported(path: string, diagnostics: readonly unknown[]): void {
    const now = diagnostics
      .slice(0, MAX_KEPT)
      .flatMap((one) => diagnostic.safeParse(one).data ?? [])
      .filter(({ severity = 1 }) => severity < SEVERITIES.length && severity > 0);
    const before = this.#files.get(path);
    this.#set(path, { known: before?.known ?? new Set(), isWritten: before?.isWritten ?? false, now });
  }

  /** Takes the new problems in files that may be read, as text. */
  take(projectDir: string, mayRead: (path: string) => boolean): string | undefined {
    const parts: string[] = [];
    for (const [path, { known, now, isWritten }] of this.#files) {
      if (!isWritten || parts.length >= MAX_FILES) continue;
      const fresh = now.filter((problem) => !known.has(keyOf(problem)));
      if (fresh.length === 0) continue;
      this.#files.set(path, { known: new Set([...known, ...fresh.map(keyOf)].slice(-MAX_KEPT)), now, isWritten });
      if (mayRead(path)) parts.push(textOf(relative(projectDir, path), fresh));
    }
    return parts.length === 0 ? undefined : parts.join('\n');
  }

  #set(path: string, problems: FileProblems): void {
    this.#files.delete(path);
    this.#files.set(path, problems);
    const [oldest] = this.#files.keys();
    if (this.#files.size > MAX_KEPT && oldest !== undefined) this.#files.delete(oldest);
  }
}

/** Identifies a problem by its message, since edits change its line. */
function keyOf({ message, severity = 1 }: Problem): string {
  return `${String(severity)} ${message.slice(0, MAX_MESSAGE_CHARS)}`;
}

function textOf(name: string, problems: readonly Problem[]): string {
  const lines = problems.slice(0, MAX_PER_FILE).map(({ message, severity = 1, range: { start } }) => {
    const line = message.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
    const short = line.length > MAX_MESSAGE_CHARS ? `${line.slice(0, MAX_MESSAGE_CHARS).toWellFormed()}…` : line;
    return `${name}:${String(start.line + 1)}:${String(start.character + 1)}: ${SEVERITIES[severity] ?? ''}: ${short}`;
  });
  const more = problems.length - lines.length;
  return [...lines, ...(more > 0 ? [`${name}: ${String(more)} more`] : [])].join('\n');
}
