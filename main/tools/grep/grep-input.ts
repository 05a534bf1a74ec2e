import { z } from 'zod';
import { VCS_FOLDERS } from '../search-input.ts';

const lines = z.number().nonnegative();

export const grepInputSchema = z.strictObject({
  pattern: z.string().min(1).describe('The regular expression to look for (ripgrep syntax)'),
  path: z.string().optional().describe('The file or folder to search; the working directory when left out'),
  glob: z.string().optional().describe('Only files that match this glob, for instance "*.js" or "*.{ts,tsx}"'),
  output_mode: z
    .enum(['content', 'files_with_matches', 'count'])
    .optional()
    .describe('"files_with_matches" (default): paths; "content": matching lines; "count": matches per file'),
  '-B': lines.optional().describe('Lines of context before each match (content only)'),
  '-A': lines.optional().describe('Lines of context after each match (content only)'),
  '-C': lines.optional().describe('Same as context'),
  context: lines.optional().describe('Lines of context before and after each match (content only)'),
  '-n': z.boolean().optional().describe('Show line numbers (content only; default true)'),
  '-i': z.boolean().optional().describe('Ignore case'),
  '-o': z.boolean().optional().describe('Show only the part of a line that matches (content only)'),
  type: z.string().optional().describe('Only files of this type, for instance js, py, rust'),
  head_limit: lines.optional().describe('Show only the first N lines or entries (default 250; 0 = all)'),
  offset: lines.optional().describe('Skip the first N lines or entries (default 0)'),
  multiline: z.boolean().optional().describe('Let a match span lines, and "." match line ends (default false)'),
});
export type GrepInput = z.output<typeof grepInputSchema>;

export type GrepMode = NonNullable<GrepInput['output_mode']>;

const DEFAULT_HEAD_LIMIT = 250;
/** Bytes. A longer matching line is reported without its text. */
const MAX_COLUMNS = 500;

export function headLimit(input: GrepInput): number {
  const limit = Math.trunc(input.head_limit ?? DEFAULT_HEAD_LIMIT);
  return limit === 0 ? Number.POSITIVE_INFINITY : limit;
}

/** Whether lines around matches are shown, with separators between blocks. */
export function hasContext(input: GrepInput): boolean {
  const around = input.context ?? input['-C'];
  return Math.trunc(around ?? Math.max(input['-A'] ?? 0, input['-B'] ?? 0)) > 0;
}

/** Arguments for ripgrep, before the `--`: no part of the input can become an option. */
export function grepArguments(input: GrepInput, mode: GrepMode, singleFile: boolean): string[] {
  return [
    '--hidden',
    '--null',
    '--color=never',
    `--max-columns=${String(MAX_COLUMNS)}`,
    ...VCS_FOLDERS.map((folder) => `--glob=!${folder}`),
    ...globList(input.glob).map((glob) => `--glob=${glob}`),
    ...(input.type === undefined ? [] : [`--type=${input.type}`]),
    ...(input['-i'] === true ? ['--ignore-case'] : []),
    ...(input.multiline === true ? ['--multiline', '--multiline-dotall'] : []),
    ...modeArguments(input, mode, singleFile),
  ];
}

function modeArguments(input: GrepInput, mode: GrepMode, singleFile: boolean): string[] {
  if (mode === 'files_with_matches') return ['--files-with-matches'];
  if (mode === 'count') return ['--count', '--with-filename'];
  const around = input.context ?? input['-C'];
  return [
    '--no-heading',
    singleFile ? '--no-filename' : '--with-filename',
    input['-n'] === false ? '--no-line-number' : '--line-number',
    ...(input['-o'] === true ? ['--only-matching'] : []),
    ...(around === undefined ? [] : [`--context=${String(Math.trunc(around))}`]),
    ...(around !== undefined || input['-B'] === undefined ? [] : [`--before-context=${String(Math.trunc(input['-B']))}`]),
    ...(around !== undefined || input['-A'] === undefined ? [] : [`--after-context=${String(Math.trunc(input['-A']))}`]),
  ];
}

/** Splits a field into globs, separated by blanks or by commas outside braces. */
function globList(glob: string | undefined): string[] {
  const globs: string[] = [];
  let depth = 0;
  let current = '';
  for (const char of glob ?? '') {
    if (char === '{') depth += 1;
    if (char === '}') depth = Math.max(0, depth - 1);
    if (depth === 0 && (char === ',' || char === ' ')) {
      globs.push(current);
      current = '';
    } else {
      current += char;
    }
  }
  return [...globs, current].filter((part) => part !== '');
}
