import type { DiffDetail, ToolViewDetail } from '#shared/session/tool-view.ts';
import { bodies, isAt } from './keep-hunks.ts';

type Input = Readonly<Record<string, unknown>>;

/** A proposed change whose new text a person can edit beside the old one. */
export interface EditableDiff {
  readonly path: string;
  readonly before: string;
  readonly after: string;
  /** What surrounds it in the file, as far as the diff shows that. */
  readonly around?: Around;
  readonly inputWith: (after: string) => Input;
}

/** The lines of the file above and below a part of it, which begins in this line. */
interface Around {
  readonly above: string;
  readonly below: string;
  readonly line: number;
}

/** Longer texts are edited in the form. Characters. */
const MAX_CHARS = 200_000;

/** `undefined` if the old text isn't known with certainty, or an editor would change more than the person does. */
export function editableDiff(toolName: string, input: Input, detail: ToolViewDetail | undefined): EditableDiff | undefined {
  if (detail?.type !== 'diff') return undefined;
  const { path } = detail;
  const { old_string: before, new_string: after, content } = input;
  if (toolName === 'Edit' && typeof before === 'string' && typeof after === 'string')
    return checked({ path, before, after, ...around(before, after, detail), inputWith: (text) => ({ ...input, new_string: text }) });
  if (toolName !== 'Write' || typeof content !== 'string') return undefined;
  const old = detail.created === true ? '' : oldContent(content, detail);
  return old === undefined ? undefined : checked({ path, before: old, after: content, inputWith: (text) => ({ ...input, content: text }) });
}

/** Only where the diff shows the part whole, and at a single place. */
function around(before: string, after: string, { hunks, truncated }: DiffDetail): Pick<EditableDiff, 'around'> {
  const [hunk, ...others] = hunks;
  if (!hunk || others.length > 0 || truncated === true || before === '') return {};
  const old = bodies(hunk, '-').join('\n');
  const next = bodies(hunk, '+').join('\n');
  // The last line has its end in the file, but not in the hunk.
  const sought = old.includes(before) ? before : before.replace(/\n$/u, '');
  const start = old.indexOf(sought);
  const above = old.slice(0, start);
  const below = old.slice(start + sought.length);
  const put = sought === before ? after : after.replace(/\n$/u, '');
  if (start === -1 || old.indexOf(sought, start + 1) !== -1 || `${above}${put}${below}` !== next) return {};
  const line = hunk.oldStart + above.split('\n').length - 1;
  return { around: { above: endLine(above), below: sought.endsWith('\n') ? below : startLine(below), line } };
}

/** Where a line goes on in the part. */
const CUT = '…';

function endLine(above: string): string {
  return above === '' || above.endsWith('\n') ? above.slice(0, -1) : above + CUT;
}

function startLine(below: string): string {
  return below === '' || below.startsWith('\n') ? below.slice(1) : CUT + below;
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
