import type { PresentStage } from '#main/tool/tool.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { counted, oneLine, presentStages, textField } from '../present-call.ts';
import { displayPath } from '../input-path.ts';
import type { GrepMode } from './grep-input.ts';

export interface GrepOutput {
  readonly mode: GrepMode;
  /** What is shown: paths, lines or `path:count`, after offset and limit. */
  readonly lines: readonly string[];
  /** Files with matches, before offset and limit; in content mode those among `lines`. */
  readonly numFiles: number;
  /** Count mode: all of them, whatever is shown. */
  readonly numMatches?: number;
  /** Set when the limit cut something off. */
  readonly appliedLimit?: number;
  readonly appliedOffset?: number;
  /** The search was ended because its output grew too large. */
  readonly incomplete: boolean;
}

export function grepResultText(output: GrepOutput): string {
  const paging = [
    output.appliedLimit === undefined ? '' : `limit: ${String(output.appliedLimit)}`,
    output.appliedOffset === undefined ? '' : `offset: ${String(output.appliedOffset)}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
  const tooMuch = output.incomplete ? '\n\n[The search was stopped because it found too much. Use a narrower pattern, path or glob.]' : '';
  const { lines } = output;
  switch (output.mode) {
    case 'files_with_matches':
      if (lines.length === 0) return 'No files found';
      return (
        [`Found ${String(lines.length)} ${lines.length === 1 ? 'file' : 'files'}${paging === '' ? '' : ` ${paging}`}`, ...lines].join(
          '\n',
        ) + tooMuch
      );
    case 'count': {
      const matches = output.numMatches ?? 0;
      const found = `Found ${String(matches)} total ${matches === 1 ? 'occurrence' : 'occurrences'} across ${String(output.numFiles)} ${output.numFiles === 1 ? 'file' : 'files'}.`;
      const shown = lines.length === 0 ? 'No matches found' : lines.join('\n');
      return `${shown}\n\n${found}${paging === '' ? '' : ` with pagination = ${paging}`}${tooMuch}`;
    }
    case 'content':
      if (lines.length === 0) return 'No matches found';
      return lines.join('\n') + (paging === '' ? '' : `\n\n[Showing results with pagination = ${paging}]`) + tooMuch;
  }
}

const MAX_SHOWN_CHARS = 20_000;
const MAX_SHOWN_FILES = 200;

export function presentGrep(stage: PresentStage<GrepOutput>, projectDir: string): ToolView {
  const places = [displayPath(textField(stage.input, 'path'), projectDir), textField(stage.input, 'glob')].filter(
    (part) => part !== '' && part !== '.',
  );
  const where = places.length === 0 ? '' : ` in ${places.join(' ')}`;
  const view = { kind: 'search' as const, title: 'Search', summary: oneLine(textField(stage.input, 'pattern') + where) };
  return presentStages(stage, view, describe);
}

function describe(output: GrepOutput): Pick<ToolView, 'outcome' | 'detail'> {
  switch (output.mode) {
    case 'files_with_matches':
      return {
        outcome: counted(output.numFiles, 'file'),
        detail: { type: 'files', files: output.lines.slice(0, MAX_SHOWN_FILES), total: output.numFiles },
      };
    case 'count':
      return { outcome: counted(output.numMatches ?? 0, 'match', 'matches'), detail: shown(output.lines) };
    case 'content':
      return {
        outcome: counted(output.lines.length, 'line') + (output.appliedLimit === undefined ? '' : ', more left out'),
        detail: shown(output.lines),
      };
  }
}

function shown(lines: readonly string[]): ToolView['detail'] {
  const whole = lines.join('\n');
  const text = whole.slice(0, MAX_SHOWN_CHARS);
  return { type: 'text', text, truncated: text.length < whole.length };
}
