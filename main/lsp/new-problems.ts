import { relative } from 'node:path';
import { z } from 'zod';
import { pathOf } from './path-of.ts';

const MAX_KEPT = 200;
const MAX_PER_FILE = 10;
const MAX_FILES = 10;
const MAX_MESSAGE_CHARS = 500;
const MAX_RELATED = 50;
const SEVERITIES = ['', 'error', 'warning'];

const diagnostic = z.object({
  // A message of a hostile server may be megabytes long.
  message: z.string().transform((text) => text.slice(0, MAX_MESSAGE_CHARS + 1)),
  severity: z.number().optional(),
  // The places that the message is about, as in “The expected type comes from here”.
  relatedInformation: z
    .array(z.object({ location: z.object({ uri: z.string() }) }).catch({ location: { uri: '' } }))
    .transform((places) => places.slice(0, MAX_RELATED))
    .catch([])
    .optional(),
  range: z.object({ start: z.object({ line: z.number().int().nonnegative(), character: z.number().int().nonnegative() }) }),
});
type Problem = z.infer<typeof diagnostic>;

export interface ReadingRules {
  readonly mayRead: (path: string) => boolean;
  /** Whether there is any file that `mayRead` denies. */
  readonly hidesFiles: () => boolean;
}

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
  take(projectDir: string, { mayRead, hidesFiles }: ReadingRules): string | undefined {
    const parts: string[] = [];
    for (const [path, { known, now, isWritten }] of this.#files) {
      if (!isWritten || parts.length >= MAX_FILES) continue;
      const fresh = now.filter((problem) => !known.has(keyOf(problem)));
      if (fresh.length === 0) continue;
      this.#files.set(path, { known: new Set([...known, ...fresh.map(keyOf)].slice(-MAX_KEPT)), now, isWritten });
      if (mayRead(path))
        parts.push(
          textOf(
            relative(projectDir, path),
            fresh.map((problem) => withoutHidden(problem, mayRead, hidesFiles())),
          ),
        );
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

/** The message without what it may quote of a file that a rule denies reading. */
function withoutHidden(problem: Problem, mayRead: (path: string) => boolean, hidesFiles: boolean): Problem {
  if (!hidesFiles) return problem;
  const places = (problem.relatedInformation ?? []).map(({ location }) => pathOf(location.uri));
  if (!places.every((place) => place === undefined || mayRead(place)))
    return { ...problem, message: '(its message is left out: it is about a file that your permission settings deny reading)' };
  return { ...problem, message: withoutLiterals(problem.message) };
}

/** Types quote the values of constants: `Type '"value"' is not assignable`, `"Literal['value']"`. */
function withoutLiterals(message: string): string {
  return message
    .replaceAll(/(?<=^|[\s(])'[^'\n]*'/gu, (quoted) => quoted.replaceAll(/(["`])(?:(?!\1).)*\1/gu, '$1…$1'))
    .replaceAll(/(?<=^|[\s(])["`][^"`\n]*["`]/gu, (quoted) => quoted.replaceAll(/'[^']*'/gu, "'…'"));
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
