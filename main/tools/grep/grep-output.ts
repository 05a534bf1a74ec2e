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
