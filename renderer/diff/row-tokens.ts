import { type CodeToken, NO_TOKENS, tokensWithin } from '../code/code-tokens.ts';
import { useTokens } from '../code/use-tokens.ts';
import { useMemo } from 'react';
import { type DiffRow, isLineRow } from './diff-rows.ts';

/** The coloured parts of each row: the lines before the change are read as one text, those after it as another. */
export function useRowTokens(rows: readonly DiffRow[], path: string): (row: DiffRow) => readonly CodeToken[] {
  const before = useMemo(() => sideOf(rows, 'add'), [rows]);
  const after = useMemo(() => sideOf(rows, 'remove'), [rows]);
  const beforeTokens = useTokens(before.text, path);
  const afterTokens = useTokens(after.text, path);
  return (row) => {
    if (!isLineRow(row)) return NO_TOKENS;
    const [side, tokens] = row.type === 'remove' ? [before, beforeTokens] : [after, afterTokens];
    const from = side.starts.get(row);
    return from === undefined || tokens.length === 0 ? NO_TOKENS : tokensWithin(tokens, from, from + row.text.length);
  };
}

interface Side {
  readonly text: string;
  readonly starts: ReadonlyMap<DiffRow, number>;
}

/** The text of one side, without the rows that only the other one has. */
function sideOf(rows: readonly DiffRow[], without: 'add' | 'remove'): Side {
  const lines: string[] = [];
  const starts = new Map<DiffRow, number>();
  let at = 0;
  for (const row of rows) {
    if (!isLineRow(row) || row.type === without) continue;
    starts.set(row, at);
    lines.push(row.text);
    at += row.text.length + 1;
  }
  return { text: lines.join('\n'), starts };
}
