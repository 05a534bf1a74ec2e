import type { ToolViewDetail } from '#shared/session/tool-view.ts';
import { MAX_LINE_CHARS } from '../diff/diff-rows.ts';

/** One property of an input, as text. */
export interface InputField {
  readonly name: string;
  readonly text: string;
}

/** Whether the card already shows the value; `replace_all: false` is the default and not worth showing. */
function isDrawn(name: string, value: unknown, detail: ToolViewDetail | undefined): boolean {
  if (detail?.type === 'command') return name === 'command';
  if (detail?.type !== 'diff' || !isWhole(detail)) return false;
  return DRAWN_IN_DIFFS.has(name) || (name === 'replace_all' && value === false);
}

const DRAWN_IN_DIFFS: ReadonlySet<string> = new Set(['file_path', 'notebook_path', 'content', 'old_string', 'new_string']);

/** Whether the view shows the whole input. If not, answers wait until the input is loaded. */
export function isWhole(detail: ToolViewDetail | undefined): boolean {
  if (detail?.type === 'command') return true;
  if (detail?.type !== 'diff' || detail.truncated === true) return false;
  return detail.hunks.every((hunk) => hunk.lines.every((line) => line.length <= MAX_LINE_CHARS));
}

/** All properties the card doesn't show, in order: strings as they are, the rest as JSON. */
export function otherFields(input: Readonly<Record<string, unknown>>, detail: ToolViewDetail | undefined): readonly InputField[] {
  return Object.entries(input)
    .filter(([name, value]) => !isDrawn(name, value, detail))
    .map(([name, value]) => ({ name, text: typeof value === 'string' ? value : JSON.stringify(value, undefined, 2) }));
}
