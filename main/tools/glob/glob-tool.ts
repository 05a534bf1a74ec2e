import { readVariable } from '#main/environment.ts';
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { OnProgress, PresentStage, ToolResult, ToolUseContext, ValidationResult } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { counted, oneLine, presentStages, textField } from '../present-call.ts';
import { absolutePath, displayPath } from '../input-path.ts';
import { assertDecided } from '../file-access.ts';
import { countProgress, modificationTimes } from '../search-results.ts';
import { ripgrep } from '../ripgrep.ts';
import { checkSearchInput, searchRoot } from '../search-input.ts';
import { type ToolDeps, toolEnv } from '../tool-deps.ts';

const inputSchema = z.strictObject({
  pattern: z.string().min(1).describe('The glob pattern, for instance "**/*.ts"'),
  path: z.string().optional().describe('The folder to search in; the working directory when left out'),
});
type GlobInput = z.output<typeof inputSchema>;

const outputSchema = z.object({
  durationMs: z.number(),
  /** Those in `filenames`. */
  numFiles: z.number(),
  /** At most 100, oldest change first; relative to the working directory where they are in it. */
  filenames: z.array(z.string()),
  truncated: z.boolean(),
  totalMatches: z.number(),
  /** False if the search was stopped early and there may be more. */
  countIsComplete: z.boolean(),
});
type GlobOutput = z.infer<typeof outputSchema>;

const SHOWN = 100;
/** A search with more matches is stopped. */
const MAX_MATCHES = 100_000;
/** A listing of files that are not ignored stops there. */
const MAX_UNIGNORED = 1_000_000;

const promptText = (ignored: string): string => `Finds files by name with a glob pattern such as "**/*.js" or "src/**/*.tsx".

- Returns the paths of at most 100 files, oldest change first.
- ${ignored} A pattern without a slash matches at any depth.
- For several patterns, make several calls in one response.`;

export function createGlobTool(deps: Pick<ToolDeps, 'projectDir' | 'env' | 'respectsGitignore'>) {
  const isToSkip = !readVariable(toolEnv(deps), 'CLAUDE_CODE_GLOB_NO_IGNORE');
  const skipsIgnored = (): boolean => isToSkip && (deps.respectsGitignore?.() ?? true);
  // Must not change during a session: requests begin with it, and a change would invalidate the prompt cache.
  const prompt = promptText(
    skipsIgnored()
      ? 'Hidden files are found too, files that git ignores are not.'
      : 'Hidden files and files that git ignores are found too.',
  );
  return buildTool<typeof inputSchema, GlobOutput, 'Glob'>({
    name: 'Glob',
    searchHint: 'find files by name pattern',
    inputSchema,
    outputSchema,
    maxResultSizeChars: 100_000,
    prompt: () => prompt,
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    toAutoClassifierInput: (input) => input.pattern,
    backfillObservableInput: (clone, context) => {
      const { root, pattern } = splitGlob(clone.pattern, clone.path, context.cwd);
      return { ...clone, pattern, path: root };
    },
    validateInput: ({ pattern, path: folder }, { cwd }) => Promise.resolve(validate(pattern, folder, cwd)),
    call: (input, context, _canUseTool, _parentMessage, onProgress) => glob(input, context, { skipsIgnored: skipsIgnored(), onProgress }),
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: resultText(output),
    }),
    wantsTo: (_input, { summary }) => `find files ${summary}`,
    present: (stage) => present(stage, deps.projectDir),
  });
}

function validate(pattern: string, folder: string | undefined, cwd: string): ValidationResult {
  const checked = checkSearchInput({ pattern, path: folder });
  if (!checked.ok || !splitGlob(pattern, folder, cwd).pattern.split('/').includes('..')) return checked;
  return { ok: false, message: 'pattern must not contain “..”. Set path to the folder to search in.' };
}

async function glob(
  input: GlobInput,
  context: ToolUseContext,
  { skipsIgnored, onProgress }: { readonly skipsIgnored: boolean; readonly onProgress: OnProgress | undefined },
): Promise<ToolResult<GlobOutput>> {
  const started = performance.now();
  const { root, pattern, anchored } = splitGlob(input.pattern, input.path, context.cwd);
  if (searchRoot(root, input.path ?? root, context.cwd) !== 'folder')
    throw new Error(`${input.path ?? root} is a file, not a folder to search in.`);
  assertDecided(root, context);
  const files: string[] = [];
  const report = countProgress(onProgress, 'file');
  const mayCount = readableBelow(root, context);
  const unignored = skipsIgnored ? await unignoredFiles(root, context) : undefined;
  await listFiles(root, ['--no-ignore', `--glob=${anchored ? `/${pattern}` : literalStart(pattern)}`], context, (file) => {
    if (unignored?.has(file) !== false && mayCount(file)) files.push(file);
    report(files.length);
    return files.length < MAX_MATCHES;
  });
  const timed = await modificationTimes(files);
  const sorted = timed.toSorted((a, b) => a.mtimeMs - b.mtimeMs || (a.file < b.file ? -1 : 1));
  const incomplete = files.length >= MAX_MATCHES || (unignored?.size ?? 0) >= MAX_UNIGNORED;
  // Only now are links resolved: a folder may have been replaced by one during the search.
  const mayShow = readableNow(context);
  const shown = sorted.slice(0, SHOWN).filter(({ file }) => mayShow(file));
  const filenames = shown.map(({ file }) => displayPath(file, context.cwd));
  return {
    data: {
      durationMs: Math.round(performance.now() - started),
      numFiles: filenames.length,
      filenames,
      truncated: incomplete || filenames.length < files.length,
      totalMatches: files.length,
      countIsComplete: !incomplete,
    },
  };
}

/**
 * Whether rules allow reading a file that ripgrep found below `root`. It follows no links there, so only those of `root` are resolved: one
 * lookup for all files.
 */
function readableBelow(root: string, { services }: ToolUseContext): (file: string) => boolean {
  const realRoot = realpathSync.native(root);
  return (file) => services.mayRead(file, undefined, realRoot === root ? file : path.join(realRoot, file.slice(root.length)));
}

/** Whether rules allow reading a file where it is now: resolves the links of each folder once. */
function readableNow({ services }: ToolUseContext): (file: string) => boolean {
  const realFolders = new Map<string, string | undefined>();
  return (file) => {
    const folder = path.dirname(file);
    if (!realFolders.has(folder)) realFolders.set(folder, realFolder(folder));
    const real = realFolders.get(folder);
    return services.mayRead(file, undefined, real === undefined ? undefined : path.join(real, path.basename(file)));
  };
}

function realFolder(folder: string): string | undefined {
  try {
    return realpathSync.native(folder);
  } catch {
    // It is gone: `mayRead` decides by what is left of the path.
    return undefined;
  }
}

/** Listed without the pattern, because ripgrep lets a pattern override ignore files. */
async function unignoredFiles(root: string, context: ToolUseContext): Promise<ReadonlySet<string>> {
  const files = new Set<string>();
  await listFiles(root, ['--glob=!.git'], context, (file) => {
    files.add(file);
    return files.size < MAX_UNIGNORED;
  });
  return files;
}

async function listFiles(root: string, args: readonly string[], context: ToolUseContext, onFile: (file: string) => boolean): Promise<void> {
  const folder = root.endsWith(path.sep) ? root : root + path.sep;
  await ripgrep({
    binary: context.services.search.ripgrepPath,
    args: ['--files', '--null', '--hidden', ...args],
    cwd: root,
    root,
    signal: context.abortController.signal,
    separator: '\0',
    // Faster than joining paths, which matters for 100 000 files; ripgrep prints them relative to its folder.
    onRecord: (record) => onFile(folder + record),
  });
}

/** Escapes a leading "!", with which ripgrep would exclude matches. */
function literalStart(pattern: string): string {
  return pattern.startsWith('!') ? `\\${pattern}` : pattern;
}

interface GlobSearch {
  /** The folder to search, absolute. */
  readonly root: string;
  readonly pattern: string;
  /** The pattern starts at `root`; otherwise, a pattern without a slash matches at any depth. */
  readonly anchored: boolean;
}

/** The folder to search and the pattern within it. A path at the start of the pattern becomes part of the folder. */
export function splitGlob(pattern: string, folder: string | undefined, cwd: string): GlobSearch {
  const base = absolutePath(folder ?? '.', cwd);
  if (!movesFolder(pattern)) return { root: base, pattern, anchored: false };
  const segments = pattern.split('/');
  const firstWild = segments.findIndex((segment) => /[*?[{\\]/.test(segment));
  const fixed = segments.slice(0, firstWild === -1 ? -1 : firstWild);
  const rest = segments.slice(fixed.length).join('/');
  // A leading slash results in an empty first segment: the root folder.
  const prefix = fixed.join('/') || (pattern.startsWith('/') ? '/' : '.');
  return { root: absolutePath(prefix, base), pattern: rest, anchored: true };
}

function movesFolder(pattern: string): boolean {
  return path.isAbsolute(pattern) || pattern.startsWith('~/') || pattern.split('/').includes('..');
}

function resultText({ filenames, totalMatches, countIsComplete }: GlobOutput): string {
  const more = totalMatches - filenames.length;
  if (more === 0) {
    const names = totalMatches === 0 ? ['No files found'] : filenames;
    return [
      ...names,
      ...(countIsComplete ? [] : ['(Not all files could be looked at: there are too many. Use a more specific path.)']),
    ].join('\n');
  }
  const total = countIsComplete ? String(totalMatches) : `more than ${String(totalMatches)}`;
  const note = `(Showing ${String(filenames.length)} of ${total} matching files; ${String(more)} more are not listed. Use a more specific path or pattern.)`;
  return [...filenames, note].join('\n');
}

function present(stage: PresentStage<GlobOutput>, projectDir: string): ToolView {
  const folder = textField(stage.input, 'path');
  const where = folder === '' ? '' : ` in ${displayPath(folder, projectDir)}`;
  const view = { kind: 'search' as const, title: 'Find files', summary: oneLine(textField(stage.input, 'pattern') + where) };
  return presentStages(stage, view, ({ filenames, totalMatches }) => ({
    outcome: counted(totalMatches, 'file'),
    detail: { type: 'files', files: [...filenames], total: totalMatches },
  }));
}
