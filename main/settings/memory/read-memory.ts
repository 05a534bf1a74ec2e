import { dirname, join } from 'node:path';
import { readBounded } from '#main/tool/read-bounded.ts';
import { parseFrontMatter } from '../files/front-matter.ts';
import { linkStatOf, realPath } from '../real-path.ts';

const INDEX = 'MEMORY.md';
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_LINES = 200;
const MAX_BYTES = 25 * 1024;

/** The notes of an agent as they are given to the model at the start. */
export interface MemoryNotes {
  readonly folder: string;
  /** The index, which lists the others. */
  readonly file: string;
  /** The start of the index; empty if there are no notes yet. */
  readonly text: string;
  readonly isCut: boolean;
}

export type ReadMemory = { readonly notes: MemoryNotes } | { readonly file: string; readonly problem: string };

/** Reads the index of a memory folder. A link could make any file a note, so a folder or file that is one isn't read. Never throws. */
export function readMemory(folder: string): ReadMemory {
  const file = join(folder, INDEX);
  const linked = linkOf(folder);
  if (linked !== undefined) return { file, problem: `${linked} is a link, which isn’t followed, so no notes are read.` };
  const read = readBounded(file, MAX_FILE_BYTES);
  if (read.kind === 'unreadable') return { file, problem: `No notes are read: ${read.reason}` };
  const { text, isCut } = loadedPart(read.kind === 'text' ? read.text : '');
  return { notes: { folder: realPath(folder), file: join(realPath(folder), INDEX), text, isCut } };
}

/** The part of a memory folder that is a link. */
export function linkOf(folder: string): string | undefined {
  return [dirname(folder), folder, join(folder, INDEX)].find((path) => linkStatOf(path)?.isSymbolicLink() === true);
}

/** Without front matter and comments, which are for people, and up to the limits. */
function loadedPart(source: string): Pick<MemoryNotes, 'text' | 'isCut'> {
  const parsed = /^\uFEFF?---[ \t]*\r?\n/u.test(source) ? parseFrontMatter(source) : undefined;
  const whole = withoutComments(parsed && 'body' in parsed ? parsed.body : source).trim();
  const lines = whole.split('\n');
  let text = lines.slice(0, MAX_LINES).join('\n');
  if (Buffer.byteLength(text) > MAX_BYTES)
    text = Buffer.from(text)
      .subarray(0, MAX_BYTES)
      .toString('utf8')
      .replace(/\uFFFD+$/u, '');
  return { text, isCut: text.length < whole.length };
}

/** Without HTML comments that begin a line. One that isn't closed is text. */
function withoutComments(text: string): string {
  let kept = '';
  let from = 0;
  for (let start = commentAt(text, 0); start !== -1; start = commentAt(text, from)) {
    const end = text.indexOf('-->', start + 4);
    if (end === -1) break;
    kept += text.slice(from, start);
    from = end + 3;
  }
  return kept + text.slice(from);
}

function commentAt(text: string, from: number): number {
  if (text.startsWith('<!--', from) && (from === 0 || text[from - 1] === '\n')) return from;
  const found = text.indexOf('\n<!--', from);
  return found === -1 ? -1 : found + 1;
}
