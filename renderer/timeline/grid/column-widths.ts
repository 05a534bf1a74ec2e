import type { CSSProperties } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { decisionChip } from '../../calls/decision-words.ts';
import { callName, ownName } from './tool-name.tsx';

/** The sizes of the timeline’s pane, from the smallest width of each. The style sheets have the same. */
const SIZES = { wide: 820, medium: 720, small: 430, narrow: 0 } as const;
type PaneSize = keyof typeof SIZES;

/** What the texts of the calls take, in pixels. */
export interface ColumnNeeds {
  readonly took: number;
  readonly tool: number;
  /** With the name of its server. */
  readonly wideTool: number;
  readonly decision: number;
  /** With the verdict, “allowed by you”. */
  readonly wideDecision: number;
}

/** The bars get this share of the pane, and what is left; in the narrowest less, where the names are as wide as ever. */
const TIME_SHARE = 0.41;
/** They give this much of it up for what a call does. */
const LEAST_TIME_SHARE = 0.36;
const NARROW_TIME_SHARE = 0.25;
/** What a call does gets this share at most. */
const WHAT_SHARE = 0.26;
/** There a file and its folder need more. */
const NARROW_WHAT_SHARE = 0.3;
/** What tells one file from another, about 24 characters; and at least, in pixels. */
const [WHAT_READABLE, WHAT_LEAST] = [174, 64];
/** What a name and a decision get at most: but in a wide pane a share, else pixels. */
const TEXT_SHARE = 0.13;
const NARROW_DECISION_SHARE = 0.18;
const MOST_TEXT = 168;
/** Pixels. */
const [STATE, GAP, PADDING] = [22, 6, 16];
/** Of durations, of those over a minute, and of “in background”. */
const TOOK = { usual: 52, long: 72, inBackground: 86 } as const;
/** From here on they have two parts, “1 min 24 s”. Milliseconds. */
const LONG_MS = 59_500;
/** Per character: of a name, and of a chip with its padding. */
const [NAME_CHAR, CHIP_CHAR, CHIP_PADDING] = [7.4, 6.2, 16];
/** Of one level of a sub-agent’s calls; deeper ones stand no further in. */
const [INDENT, MAX_INDENTS] = [12, 3];
/** Enough for the headers, and for the count of calls in the head of a turn. In steps: bars seldom move as calls come. */
const [LEAST_TOOL, LEAST_DECISION, STEP] = [56, 64, 8];
/** Characters of the longest chip of a replay. */
const REPLAYED_CHARS = 10;
/** “allowed by you” is “by you” where there is little space. */
const VERDICT = /^(?:allowed|answered|denied) (?=by )/;

interface TextLengths {
  readonly name: number;
  readonly wholeName: number;
  readonly decision: number;
  readonly wholeDecision: number;
}

/** A changed call is another row. Thousands are asked for at each change. */
const lengths = new WeakMap<CallRow, TextLengths>();

function lengthsOf(row: CallRow): TextLengths {
  let known = lengths.get(row);
  if (known === undefined) {
    const text = decisionChip(row)?.text ?? '';
    known = {
      name: ownName(row).length,
      wholeName: callName(row).length,
      decision: text.length - verdictOf(text).length,
      wholeDecision: text.length,
    };
    lengths.set(row, known);
  }
  return known;
}

/** `replayed`: the decisions of other rules are shown, which have words of their own. `inBackground`: a command runs there. */
export function columnNeeds(
  shown: readonly { readonly callId: string; readonly level: number }[],
  calls: Readonly<Record<string, CallRow>>,
  { replayed, inBackground, now }: { readonly replayed: boolean; readonly inBackground: boolean; readonly now: number },
): ColumnNeeds {
  let isLong = false;
  let [tool, wideTool, decision, wideDecision] = [0, 0, replayed ? REPLAYED_CHARS : 0, replayed ? REPLAYED_CHARS : 0];
  for (const { callId, level } of shown) {
    const row = calls[callId];
    if (!row) continue;
    const indent = Math.min(level - 1, MAX_INDENTS) * INDENT;
    isLong ||= row.startedAt !== undefined && (row.finishedAt ?? now) - row.startedAt >= LONG_MS;
    const text = lengthsOf(row);
    tool = Math.max(tool, text.name * NAME_CHAR + indent);
    wideTool = Math.max(wideTool, text.wholeName * NAME_CHAR + indent);
    decision = Math.max(decision, text.decision);
    wideDecision = Math.max(wideDecision, text.wholeDecision);
  }
  const chip = (chars: number): number => inSteps(chars * CHIP_CHAR + CHIP_PADDING, LEAST_DECISION);
  return {
    took: inBackground ? TOOK.inBackground : isLong ? TOOK.long : TOOK.usual,
    tool: inSteps(tool, LEAST_TOOL),
    wideTool: inSteps(wideTool, LEAST_TOOL),
    decision: chip(decision),
    wideDecision: chip(wideDecision),
  };
}

/** The part of a decision that a narrow pane leaves out. */
export function verdictOf(text: string): string {
  return VERDICT.exec(text)?.[0] ?? '';
}

function inSteps(width: number, least: number): number {
  return Math.ceil(Math.min(MOST_TEXT, Math.max(least, width)) / STEP) * STEP;
}

/** The grid’s columns for each size of the pane; the style sheet chooses. */
export function gridColumns({ took: tookPx, tool, wideTool, decision, wideDecision }: ColumnNeeds): CSSProperties {
  const most = `${TEXT_SHARE * 100}cqw`;
  const state = `[state] ${STATE}px`;
  // As `barsOf`. Of the row, without its padding.
  const time = (...others: readonly string[]): string => {
    const rest = `100% - ${others.join(' - ')} - ${STATE + (others.length + 2) * GAP}px`;
    const [readable, floor, share] = [`${WHAT_READABLE}px`, `${WHAT_LEAST}px`, `${LEAST_TIME_SHARE * 100}cqw`];
    const what = `min(${readable}, max(${floor}, ${rest} - ${share}))`;
    const least = `max(min(${share}, ${rest} - ${floor}), min(${TIME_SHARE * 100}cqw, ${rest} - ${readable}))`;
    return `[what] minmax(${what}, ${WHAT_SHARE * 100}cqw) [time] minmax(${least}, 1fr)`;
  };
  const took = `[took] ${tookPx}px`;
  const [namePx, decidedPx] = [`min(${tool}px, ${most})`, `min(${decision}px, ${most})`];
  const [named, decided] = [`[tool] ${namePx}`, `[decision] ${decidedPx}`];
  const columns = {
    '--columns-wide': `${state} [tool] ${wideTool}px ${time(`${wideTool}px`, `${tookPx}px`, `${wideDecision}px`)} ${took} [decision] ${wideDecision}px`,
    '--columns-medium': `${state} ${named} ${time(namePx, `${tookPx}px`, decidedPx)} ${took} ${decided}`,
    '--columns-small': `${state} ${named} ${time(namePx, decidedPx)} ${decided}`,
    '--columns-narrow': `${state} ${named} [what] minmax(${WHAT_LEAST}px, ${NARROW_WHAT_SHARE * 100}cqw) [time] minmax(${NARROW_TIME_SHARE * 100}cqw, 1fr) [decision] min(${decision}px, ${NARROW_DECISION_SHARE * 100}cqw)`,
  };
  return columns as CSSProperties;
}

/** Width of the waterfall’s column in a grid, as the columns above give it, for what is placed on its axis. */
export function waterfallWidth(grid: number, { took: tookPx, tool, wideTool, decision, wideDecision }: ColumnNeeds): number {
  const size = sizeOf(grid);
  const most = grid * TEXT_SHARE;
  const texts =
    size === 'wide'
      ? wideTool + wideDecision
      : Math.min(tool, most) + Math.min(decision, size === 'narrow' ? grid * NARROW_DECISION_SHARE : most);
  const took = hasTookColumn(grid) ? tookPx + GAP : 0;
  const rest = grid - STATE - texts - took - 4 * GAP - PADDING;
  if (size !== 'narrow') return barsOf(grid, rest);
  const least = grid * NARROW_TIME_SHARE;
  return Math.max(least, rest - Math.min(grid * NARROW_WHAT_SHARE, Math.max(WHAT_LEAST, rest - least)));
}

/** What of the `rest` is for the bars, and not for what a call does. */
function barsOf(grid: number, rest: number): number {
  const least = grid * LEAST_TIME_SHARE;
  const time = Math.max(Math.min(least, rest - WHAT_LEAST), Math.min(grid * TIME_SHARE, rest - WHAT_READABLE));
  const what = Math.max(Math.min(WHAT_READABLE, Math.max(WHAT_LEAST, rest - least)), Math.min(grid * WHAT_SHARE, rest - time));
  return rest - what;
}

/** Whether a grid has a column for how long calls took. */
export function hasTookColumn(grid: number): boolean {
  return grid >= SIZES.medium;
}

function sizeOf(width: number): PaneSize {
  if (width >= SIZES.wide) return 'wide';
  if (width >= SIZES.medium) return 'medium';
  return width >= SIZES.small ? 'small' : 'narrow';
}
