import type { ToolViewDetail } from '#shared/session/tool-view.ts';
import { MAX_LINE_CHARS } from '../diff/diff-rows.ts';

/** One field of an input, as text to read. */
export interface InputField {
  readonly name: string;
  readonly text: string;
}

/** What the card draws already, and need not be said twice. */
export function drawnFields(detail: ToolViewDetail | undefined): readonly string[] {
  if (detail?.type === 'command') return ['command'];
  if (detail?.type === 'diff' && isWhole(detail)) return ['file_path', 'notebook_path', 'content', 'old_string', 'new_string'];
  return [];
}

/** Whether the view itself shows all there is to see: else nobody may answer before the whole input is there. */
export function isWhole(detail: ToolViewDetail | undefined): boolean {
  if (detail?.type === 'command') return true;
  if (detail?.type !== 'diff' || detail.truncated === true) return false;
  return detail.hunks.every((hunk) => hunk.lines.every((line) => line.length <= MAX_LINE_CHARS));
}

/** All other fields, in their order: strings as they are, the rest as JSON. */
export function otherFields(input: Readonly<Record<string, unknown>>, drawn: readonly string[]): readonly InputField[] {
  return Object.entries(input)
    .filter(([name]) => !drawn.includes(name))
    .map(([name, value]) => ({ name, text: typeof value === 'string' ? value : JSON.stringify(value, undefined, 2) }));
}
