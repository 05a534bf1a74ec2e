import type { OnProgress, ToolResult, ToolUseContext } from '#main/tool/tool.ts';
import { errorMessage } from '#shared/error-message.ts';
import { absolutePath, displayPath } from '../input-path.ts';
import { countProgress, modificationTimes } from '../search-results.ts';
import { ripgrep } from '../ripgrep.ts';
import { assertDecided } from '../file-access.ts';
import { gitignoreArguments, searchRoot } from '../search-input.ts';
import { grepArguments, hasContext, headLimit, type GrepInput, type GrepMode } from './grep-input.ts';
import type { GrepDetails, GrepOutput } from './grep-output.ts';
import { byPath, LinesByFile } from './lines-by-file.ts';

/** A larger search is stopped, whatever its limit. */
const MAX_RECORDS = 200_000;
const MAX_CHARS = 8 * 1024 * 1024;

/** Runs the search. Throws ripgrep's message for a bad pattern or file type, and when the path doesn't exist. */
export async function grep(
  input: GrepInput,
  context: ToolUseContext,
  { respectsGitignore, onProgress }: { readonly respectsGitignore: boolean; readonly onProgress: OnProgress | undefined },
): Promise<GrepResult> {
  const root = absolutePath(input.path ?? '.', context.cwd);
  const singleFile = searchRoot(root, input.path ?? root, context.cwd) === 'file';
  assertDecided(root, context);
  const mode = input.output_mode ?? 'files_with_matches';
  const search: Search = {
    input,
    context,
    root,
    mode,
    respectsGitignore,
    singleFile: singleFile && mode === 'content',
    report: countProgress(onProgress, mode === 'content' ? 'line' : 'file'),
  };
  switch (mode) {
    case 'content':
      return grepContent(search);
    case 'files_with_matches':
      return grepFiles(search);
    case 'count':
      return grepCount(search);
  }
}

type GrepResult = ToolResult<GrepOutput, GrepDetails>;

interface Search {
  readonly input: GrepInput;
  readonly context: ToolUseContext;
  readonly root: string;
  readonly mode: GrepMode;
  readonly respectsGitignore: boolean;
  readonly singleFile: boolean;
  readonly report: (count: number) => void;
}

/** Passes records to `onRecord` until it returns `false` or the output is too large; returns whether it was too large. */
async function run(search: Search, separator: '\n' | '\0', onRecord: (record: string) => boolean): Promise<boolean> {
  let records = 0;
  let chars = 0;
  await ripgrep({
    binary: search.context.services.search.ripgrepPath,
    args: [
      ...gitignoreArguments(search.respectsGitignore),
      ...grepArguments(search.input, search.mode, search.singleFile),
      '--',
      search.input.pattern,
      search.root,
    ],
    cwd: search.context.cwd,
    root: search.root,
    signal: search.context.abortController.signal,
    separator,
    onRecord: (record) => {
      records += 1;
      chars += record.length;
      return onRecord(record) && records < MAX_RECORDS && chars < MAX_CHARS;
    },
  }).catch((error: unknown) => {
    throw withAdvice(error, search.input);
  });
  return records >= MAX_RECORDS || chars >= MAX_CHARS;
}

/** Ripgrep speaks of its own options. */
function withAdvice(error: unknown, { type }: GrepInput): unknown {
  const message = errorMessage(error);
  if (message.includes('--multiline')) return new Error('The pattern contains a line feed. Set multiline to true to search across lines.');
  if (message.includes('unrecognized file type'))
    return new Error(`There is no file type "${type ?? ''}". Use glob instead, such as "*.${type ?? 'ts'}".`);
  return error;
}

async function grepContent(search: Search): Promise<GrepResult> {
  const byFile = new LinesByFile(search.singleFile ? search.root : undefined, readableFiles(search.context));
  const incomplete = await run(search, '\n', (record) => {
    byFile.add(record);
    search.report(byFile.count);
    return true;
  });
  const { cwd } = search.context;
  const lines = byFile.sorted(search.singleFile ? undefined : (file) => displayPath(file, cwd), hasContext(search.input));
  const { shown, ...paging } = page(lines, search.input);
  const counts = { numFiles: byFile.files, numLines: shown.length, totalLines: lines.length };
  return { data: { mode: 'content', filenames: [], content: shown.join('\n'), ...counts, ...paging }, details: { incomplete } };
}

async function grepFiles(search: Search): Promise<GrepResult> {
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
  const { shown: filenames, ...paging } = page(names, search.input);
  const counts = { numFiles: filenames.length, totalFiles: files.length };
  return { data: { mode: 'files_with_matches', filenames, ...counts, ...paging }, details: { incomplete } };
}

async function grepCount(search: Search): Promise<GrepResult> {
  const mayShow = readableFiles(search.context);
  const counts: { file: string; count: string }[] = [];
  let numMatches = 0;
  const incomplete = await run(search, '\n', (record) => {
    const end = record.indexOf('\0');
    const file = record.slice(0, Math.max(0, end));
    if (end === -1 || !mayShow(file)) return true;
    const count = record.slice(end + 1);
    numMatches += Number.parseInt(count, 10);
    counts.push({ file, count });
    search.report(counts.length);
    return true;
  });
  const lines = counts.toSorted(byPath).map(({ file, count }) => `${displayPath(file, search.context.cwd)}:${count}`);
  const { shown, ...paging } = page(lines, search.input);
  const content = shown.join('\n');
  return { data: { mode: 'count', filenames: [], content, numFiles: counts.length, numMatches, ...paging }, details: { incomplete } };
}

function page(all: readonly string[], input: GrepInput): { readonly shown: string[] } & Pick<GrepOutput, 'appliedLimit' | 'appliedOffset'> {
  const offset = Math.trunc(input.offset ?? 0);
  const limit = headLimit(input);
  const cut = all.length > offset + limit;
  return {
    shown: all.slice(offset, offset + limit),
    ...(cut ? { appliedLimit: limit } : {}),
    ...(offset > 0 ? { appliedOffset: offset } : {}),
  };
}

/** Checks once per file whether rules allow reading it; the lines of one file follow each other. */
function readableFiles({ services }: ToolUseContext): (file: string) => boolean {
  let last: { readonly file: string; readonly answer: boolean } | undefined;
  return (file) => {
    if (last?.file !== file) last = { file, answer: services.mayRead(file) };
    return last.answer;
  };
}
