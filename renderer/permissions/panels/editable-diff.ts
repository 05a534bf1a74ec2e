import type { ToolViewDetail } from '#shared/session/tool-view.ts';
import { bodies, isAt } from './keep-hunks.ts';

type Input = Readonly<Record<string, unknown>>;

/** A proposed change whose new text a person can edit beside the old one. */
export interface EditableDiff {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  readonly inputWith: (after: string) => Input;
}

/** Longer texts are edited in the form. Characters. */
const MAX_CHARS = 200_000;

/** `undefined` if the old text isn't known with certainty, or an editor would change more than the person does. */
export function editableDiff(toolName: string, input: Input, detail: ToolViewDetail | undefined): EditableDiff | undefined {
  if (detail?.type !== 'diff') return undefined;
  const { path } = detail;
  const { old_string: before, new_string: after, content } = input;
  if (toolName === 'Edit' && typeof before === 'string' && typeof after === 'string')
    return checked({ path, before, after, inputWith: (text) => ({ ...input, new_string: text }) });
  if (toolName !== 'Write' || typeof content !== 'string') return undefined;
  const old = detail.created === true ? '' : oldContent(content, detail);
  return old === undefined ? undefined : checked({ path, before: old, after: content, inputWith: (text) => ({ ...input, content: text }) });
}

function checked(diff: EditableDiff): EditableDiff | undefined {
  return diff.after.length <= MAX_CHARS && hasOneLineEnd(diff.after) ? diff : undefined;
}

/** An editor gives all lines the same end. */
function hasOneLineEnd(text: string): boolean {
  return text.includes('\r\n') ? !/(?<!\r)\n|\r(?!\n)/u.test(text) : !text.includes('\r');
}

/** The file before a Write: its lines, with those of the diff taken back. */
function oldContent(content: string, { hunks, truncated }: Extract<ToolViewDetail, { type: 'diff' }>): string | undefined {
  const lines = content.split('\n');
  if (truncated === true || !hunks.every((hunk) => isAt(lines, hunk))) return undefined;
  for (const hunk of hunks.toReversed()) lines.splice(hunk.newStart - 1, hunk.newLines, ...bodies(hunk, '-'));
  return lines.join('\n');
}
