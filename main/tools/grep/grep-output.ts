import { z } from 'zod';
import type { PresentStage } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { counted, oneLine, presentStages, textField } from '../present-call.ts';
import { displayPath } from '../input-path.ts';

export const grepOutputSchema = z.object({
  mode: z.enum(['content', 'files_with_matches', 'count']),
  /** Files with matches: in mode `files_with_matches` those in `filenames`, otherwise all. */
  numFiles: z.number(),
  /** Mode `files_with_matches`: the files shown. */
  filenames: z.array(z.string()),
  /** The other modes: the text shown, lines or `path:count`. */
  content: z.string().optional(),
  /** Mode `content`: the lines shown. */
  numLines: z.number().optional(),
  /** Mode `count`: all matches, even if not all are shown. */
  numMatches: z.number().optional(),
  /** Before offset and limit. */
  totalFiles: z.number().optional(),
  /** Before offset and limit. */
  totalLines: z.number().optional(),
  /** Set if the limit left something out. */
  appliedLimit: z.number().optional(),
  appliedOffset: z.number().optional(),
});
export type GrepOutput = z.infer<typeof grepOutputSchema>;

export interface GrepDetails {
  /** The search was stopped because its output grew too large. */
  readonly incomplete: boolean;
}

export function grepResultText(output: GrepOutput, { incomplete }: GrepDetails): string {
  const { filenames, content = '', numMatches = 0 } = output;
  const paging = [
    output.appliedLimit === undefined ? '' : `limit: ${String(output.appliedLimit)}`,
    output.appliedOffset === undefined ? '' : `offset: ${String(output.appliedOffset)}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
  const tooMuch = incomplete ? '\n\n[The search was stopped because it found too much. Use a narrower pattern, path or glob.]' : '';
  switch (output.mode) {
    case 'files_with_matches':
      if (filenames.length === 0) return 'No files found';
      return (
        [
          `Found ${String(filenames.length)} ${filenames.length === 1 ? 'file' : 'files'}${paging === '' ? '' : ` ${paging}`}`,
          ...filenames,
        ].join('\n') + tooMuch
      );
    case 'count': {
      const found = `Found ${String(numMatches)} total ${numMatches === 1 ? 'occurrence' : 'occurrences'} across ${String(output.numFiles)} ${output.numFiles === 1 ? 'file' : 'files'}.`;
      const shown = content === '' ? 'No matches found' : content;
      return `${shown}\n\n${found}${paging === '' ? '' : ` with pagination = ${paging}`}${tooMuch}`;
    }
    case 'content':
      if (output.numLines === 0) return 'No matches found';
      return content + (paging === '' ? '' : `\n\n[Showing results with pagination = ${paging}]`) + tooMuch;
  }
}

const MAX_SHOWN_CHARS = 20_000;
const MAX_SHOWN_FILES = 200;

export function presentGrep(stage: PresentStage<GrepOutput, GrepDetails>, projectDir: string): ToolView {
  const places = [displayPath(textField(stage.input, 'path'), projectDir), textField(stage.input, 'glob')].filter(
    (part) => part !== '' && part !== '.',
  );
  const where = places.length === 0 ? '' : ` in ${places.join(' ')}`;
  const view = { kind: 'search' as const, title: 'Search', summary: oneLine(textField(stage.input, 'pattern') + where) };
  return presentStages(stage, view, describe);
}

function describe(output: GrepOutput): Pick<ToolView, 'outcome' | 'detail'> {
  const { filenames, content = '', numFiles, totalFiles = numFiles } = output;
  switch (output.mode) {
    case 'files_with_matches':
      return {
        outcome: counted(totalFiles, 'file'),
        detail: { type: 'files', files: filenames.slice(0, MAX_SHOWN_FILES), total: totalFiles },
      };
    case 'count':
      return { outcome: counted(output.numMatches ?? 0, 'match', 'matches'), detail: shown(content) };
    case 'content':
      return {
        outcome: counted(output.numLines ?? 0, 'line') + (output.appliedLimit === undefined ? '' : ', more left out'),
        detail: shown(content),
      };
  }
}

function shown(content: string): ToolView['detail'] {
  const text = content.slice(0, MAX_SHOWN_CHARS);
  return { type: 'text', text, truncated: text.length < content.length };
}
