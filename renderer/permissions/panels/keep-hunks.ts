import { diffLines } from 'diff';
import type { DiffHunk, ToolViewDetail } from '#shared/session/tool-view.ts';

type Input = Readonly<Record<string, unknown>>;
type DiffDetail = Extract<ToolViewDetail, { type: 'diff' }>;

/** The hunks of an edit, and the input that makes only some of them. */
export interface HunkChoice {
  readonly hunks: readonly DiffHunk[];
  /** Hunks that can't be left out. */
  readonly fixed: ReadonlySet<number>;
  /** `undefined` if nothing would change. */
  readonly keep: (kept: ReadonlySet<number>) => Input | undefined;
}

/** `undefined` if there is nothing to choose, or the input for a subset can't be determined with certainty. */
export function hunkChoice(toolName: string, input: Input, detail: ToolViewDetail | undefined): HunkChoice | undefined {
  if (detail?.type !== 'diff' || detail.truncated === true || detail.created === true) return undefined;
  const choice = toolName === 'Edit' ? ofEdit(input, detail) : toolName === 'Write' ? ofWrite(input, detail) : undefined;
  return choice && choice.hunks.length > 1 && choice.fixed.size < choice.hunks.length ? choice : undefined;
}

/** An Edit replaces one text by another: unselected lines keep their old text. */
function ofEdit(input: Input, detail: DiffDetail): HunkChoice | undefined {
  const { old_string: before, new_string: after, replace_all: all } = input;
  if (typeof before !== 'string' || typeof after !== 'string' || all === true || before === '') return undefined;
  const stretches: ({ readonly same: string } | { readonly hunk: number; readonly removed: string; readonly added: string })[] = [];
  const hunks: DiffHunk[] = [];
  let line = 1;
  let shift = 0;
  let open: { removed: string; added: string } | undefined;
  const close = () => {
    if (!open) return;
    stretches.push({ hunk: hunks.length, ...open });
    const lines = [...signed('-', open.removed), ...signed('+', open.added)];
    const oldLines = countLines(open.removed);
    const newLines = countLines(open.added);
    hunks.push({ oldStart: line, oldLines, newStart: line + shift, newLines, lines });
    line += oldLines;
    shift += newLines - oldLines;
    open = undefined;
  };
  for (const { value, added, removed } of diffLines(before, after)) {
    if (removed) open = { removed: (open?.removed ?? '') + value, added: open?.added ?? '' };
    else if (added) open = { removed: open?.removed ?? '', added: (open?.added ?? '') + value };
    else {
      close();
      stretches.push({ same: value });
      line += countLines(value);
    }
  }
  close();
  const offset = firstChangedLine(detail) - (hunks[0]?.oldStart ?? 1);
  return {
    fixed: new Set(),
    hunks: hunks.map((hunk) => ({ ...hunk, oldStart: hunk.oldStart + offset, newStart: hunk.newStart + offset })),
    keep: (kept) => {
      const text = stretches.map((one) => ('same' in one ? one.same : kept.has(one.hunk) ? one.added : one.removed)).join('');
      return text === before ? undefined : { ...input, new_string: text };
    },
  };
}

/** A Write gives a whole file: unselected hunks get the old lines of the diff back. */
function ofWrite(input: Input, { hunks }: DiffDetail): HunkChoice | undefined {
  const { content } = input;
  if (typeof content !== 'string') return undefined;
  const lines = content.split('\n');
  if (!hunks.every((hunk) => isAt(lines, hunk))) return undefined;
  const fixed = [...hunks.entries()].filter(([, hunk]) => changesEnd(lines, hunk)).map(([index]) => index);
  return {
    hunks,
    fixed: new Set(fixed),
    keep: (kept) => {
      if (kept.size === 0) return undefined;
      const text = [...lines];
      // From the end, so that the line numbers before stay valid.
      for (const [index, hunk] of [...hunks.entries()].toReversed())
        if (!kept.has(index) && !fixed.includes(index)) text.splice(hunk.newStart - 1, hunk.newLines, ...bodies(hunk, '-'));
      return { ...input, content: text.join('\n') };
    },
  };
}

/** Whether the hunk changes the last line, where the diff doesn't say if a newline followed before. */
function changesEnd(lines: readonly string[], hunk: DiffHunk): boolean {
  const end = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  return hunk.newStart - 1 + hunk.newLines >= end && hunk.lines.at(-1)?.startsWith(' ') !== true;
}

export function isAt(lines: readonly string[], hunk: DiffHunk): boolean {
  return bodies(hunk, '+').every((line, index) => lines[hunk.newStart - 1 + index] === line);
}

/** The lines of one side. */
export function bodies(hunk: DiffHunk, side: '+' | '-'): string[] {
  return hunk.lines.filter((line) => line.startsWith(' ') || line.startsWith(side)).map((line) => line.slice(1));
}

function signed(sign: '+' | '-', text: string): string[] {
  return text === ''
    ? []
    : text
        .replace(/\n$/u, '')
        .split('\n')
        .map((line) => sign + line);
}

function countLines(text: string): number {
  return text === '' ? 0 : text.replace(/\n$/u, '').split('\n').length;
}

function firstChangedLine({ hunks: [first] }: DiffDetail): number {
  return first
    ? first.oldStart +
        Math.max(
          0,
          first.lines.findIndex((line) => !line.startsWith(' ')),
        )
    : 1;
}
