/** A file or folder that a message names with “@”. Lines are 1-based. */
export interface Mention {
  /** As written: absolute, from `~`, or relative to the project. */
  readonly path: string;
  readonly firstLine?: number;
  readonly lastLine?: number;
}

/** Maximum mentions of one message that are resolved; the others stay text. */
export const MAX_MENTIONS = 20;

const MENTION = /(?<=^|[\s([{"'“‘])@(?:"(?<quoted>[^"\n]{1,4000})"|(?<plain>[^\s"@][^\s"]{0,4000}))/gu;
const LINES = /#L(?<first>\d{1,9})(?:-L?(?<last>\d{1,9}))?$/u;

/** The distinct mentions in a text. Whether there is such a file isn't checked: “@someone” is a mention too. */
export function mentionsIn(text: string): Mention[] {
  const found = new Map<string, Mention>();
  for (const { groups } of text.matchAll(MENTION)) {
    const written = groups?.['quoted'] ?? groups?.['plain']?.replace(/[.,;:!?)\]}'”’]+$/u, '') ?? '';
    const lines = LINES.exec(written);
    const path = lines ? written.slice(0, lines.index) : written;
    if (path === '' || found.has(written)) continue;
    found.set(written, { path, ...lineRange(lines) });
    if (found.size === MAX_MENTIONS) break;
  }
  return [...found.values()];
}

/** Writes a path so that it is read as one mention. */
export function mentionOf(path: string): string {
  return /^[^\s"@][^\s"]*[^\s".,;:!?)\]}'”’]$|^[\w]$/u.test(path) ? `@${path}` : `@"${path}"`;
}

function lineRange(lines: RegExpExecArray | null): Pick<Mention, 'firstLine' | 'lastLine'> {
  const first = Number(lines?.groups?.['first']);
  if (!(first > 0)) return {};
  const last = Number(lines?.groups?.['last'] ?? first);
  return { firstLine: first, lastLine: Math.max(first, last) };
}
