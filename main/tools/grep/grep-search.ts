import type { ToolUseContext } from '#main/tool/context.ts';
import type { OnProgress } from '#main/tool/tool.ts';
import { absolutePath, displayPath } from '../input-path.ts';
import { modificationTimes } from '../modification-times.ts';
import { ripgrep } from '../ripgrep.ts';
import { countProgress } from '../search-progress.ts';
import { searchRoot } from '../search-root.ts';
import { grepArguments, headLimit, type GrepInput, type GrepMode } from './grep-input.ts';
import type { GrepOutput } from './grep-output.ts';

/** More than this is not collected, whatever the limit. */
const MAX_RECORDS = 200_000;
const MAX_CHARS = 8 * 1024 * 1024;

/** Runs the search. Throws ripgrep's message for a bad pattern or file type, and when the path doesn't exist. */
export async function grep(input: GrepInput, context: ToolUseContext, onProgress: OnProgress | undefined): Promise<GrepOutput> {
  const root = absolutePath(input.path ?? '.', context.cwd);
  const singleFile = (await searchRoot(root, input.path ?? root, context.cwd)) === 'file';
  const mode = input.output_mode ?? 'files_with_matches';
  const search: Search = { input, context, root, mode, singleFile: singleFile && mode === 'content', report: countProgress(onProgress, mode === 'content' ? 'line' : 'file') };
  switch (mode) {
    case 'content':
      return grepContent(search);
    case 'files_with_matches':
      return grepFiles(search);
    case 'count':
      return grepCount(search);
  }
}

interface Search {
  readonly input: GrepInput;
  readonly context: ToolUseContext;
  readonly root: string;
  readonly mode: GrepMode;
  readonly singleFile: boolean;
  readonly report: (count: number) => void;
}

/** Hands on what ripgrep prints, until `onRecord` has enough or it grows too large; says whether the latter happened. */
async function run(search: Search, separator: '\n' | '\0', onRecord: (record: string) => boolean): Promise<boolean> {
  let records = 0;
  let chars = 0;
  await ripgrep({
    binary: search.context.services.search.ripgrepPath,
    args: [...grepArguments(search.input, search.mode, search.singleFile), '--', search.input.pattern, search.root],
    cwd: search.context.cwd,
    signal: search.context.abortController.signal,
    separator,
    onRecord: (record) => {
      records += 1;
      chars += record.length;
      return onRecord(record) && records < MAX_RECORDS && chars < MAX_CHARS;
    },
  });
  return records >= MAX_RECORDS || chars >= MAX_CHARS;
}

async function grepContent(search: Search): Promise<GrepOutput> {
  const mayShow = readableFiles(search.context);
  const offset = Math.trunc(search.input.offset ?? 0);
  const limit = headLimit(search.input);
  const lines: string[] = [];
  const files = new Set<string>();
  let seen = 0;
  let cut = false;
  let last = '--';
  const incomplete = await run(search, '\n', (record) => {
    const line = contentLine(record, search, mayShow, files);
    // Nothing stands between two separators when the file there is left out.
    if (line === undefined || (line === '--' && last === '--')) return true;
    last = line;
    seen += 1;
    if (seen <= offset) return true;
    cut = lines.length >= limit;
    if (!cut) lines.push(line);
    search.report(lines.length);
    return !cut;
  });
  if (lines.at(-1) === '--') lines.pop();
  return { mode: 'content', lines, numFiles: search.singleFile ? 1 : files.size, ...paging(cut, limit, offset), incomplete };
}

function contentLine(record: string, search: Search, mayShow: (file: string) => boolean, files: Set<string>): string | undefined {
  const end = record.indexOf('\0');
  const text = (end === -1 ? record : record.slice(end + 1)).replace(/\r$/, '');
  if (end === -1) return search.singleFile && text !== '--' && !mayShow(search.root) ? undefined : text;
  const file = record.slice(0, end);
  if (!mayShow(file)) return undefined;
  files.add(file);
  // ripgrep marks matches with ":" and context with "-" after the line number; the path gets the same mark.
  const mark = /^\d+-/.test(text) ? '-' : ':';
  return `${displayPath(file, search.context.cwd)}${mark}${text}`;
}

async function grepFiles(search: Search): Promise<GrepOutput> {
  const mayShow = readableFiles(search.context);
  const files: string[] = [];
  const incomplete = await run(search, '\0', (file) => {
    if (mayShow(file)) files.push(file);
    search.report(files.length);
    return true;
  });
  const timed = await modificationTimes(files);
  const newestFirst = timed.toSorted((a, b) => b.mtimeMs - a.mtimeMs || (a.file < b.file ? -1 : 1));
  const names = newestFirst.map(({ file }) => displayPath(file, search.context.cwd));
  return { mode: 'files_with_matches', ...page(names, search.input), numFiles: files.length, incomplete };
}

async function grepCount(search: Search): Promise<GrepOutput> {
  const mayShow = readableFiles(search.context);
  const counts: string[] = [];
  let numMatches = 0;
  const incomplete = await run(search, '\n', (record) => {
    const end = record.indexOf('\0');
    const file = record.slice(0, Math.max(0, end));
    if (end === -1 || !mayShow(file)) return true;
    const count = record.slice(end + 1);
    numMatches += Number.parseInt(count, 10);
    counts.push(`${displayPath(file, search.context.cwd)}:${count}`);
    search.report(counts.length);
    return true;
  });
  return { mode: 'count', ...page(counts, search.input), numFiles: counts.length, numMatches, incomplete };
}

function page(all: readonly string[], input: GrepInput): Pick<GrepOutput, 'lines' | 'appliedLimit' | 'appliedOffset'> {
  const offset = Math.trunc(input.offset ?? 0);
  const limit = headLimit(input);
  const lines = all.slice(offset, offset + limit);
  return { lines, ...paging(all.length > offset + limit, limit, offset) };
}

function paging(cut: boolean, limit: number, offset: number): Pick<GrepOutput, 'appliedLimit' | 'appliedOffset'> {
  return { ...(cut ? { appliedLimit: limit } : {}), ...(offset > 0 ? { appliedOffset: offset } : {}) };
}

/** Asks once per file whether the rules let it be read. */
function readableFiles(context: ToolUseContext): (file: string) => boolean {
  const known = new Map<string, boolean>();
  return (file) => {
    const answer = known.get(file) ?? context.services.mayRead(file);
    known.set(file, answer);
    return answer;
  };
}
