import type { CSSProperties } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { chipParts, decisionChip } from '../../calls/decision-words.ts';
import { callName, ownName } from './tool-name.tsx';

/** The sizes of the timeline’s pane, from the smallest width of each. The style sheets have the same. */
const SIZES = { wide: 820, medium: 720, small: 600, compact: 430, narrow: 0 } as const;
type PaneSize = keyof typeof SIZES;

/** What the texts of the calls take, in pixels. */
export interface ColumnNeeds {
  readonly took: number;
  readonly tool: number;
  /** With the name of its server. */
  readonly wideTool: number;
  /** Of the short chips, “by you” and “no approval”. */
  readonly decision: number;
  /** Of “by you” and “no approval needed”. */
  readonly usualDecision: number;
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
/** What a name gets at most, but in a wide pane. */
const NAME_SHARE = 0.13;
/** Of a name or a decision, in pixels. The longest chip, “denied by don’t ask mode”, is as wide. */
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
interface TextLengths {
  readonly name: number;
  readonly wholeName: number;
  readonly decision: number;
  readonly usualDecision: number;
  readonly wholeDecision: number;
}

/** A changed call is another row. Thousands are asked for at each change. */
const lengths = new WeakMap<CallRow, TextLengths>();

function lengthsOf(row: CallRow): TextLengths {
  let known = lengths.get(row);
  if (known === undefined) {
    const text = decisionChip(row)?.text ?? '';
    const { short, rest } = chipParts(text);
    known = {
      name: ownName(row).length,
      wholeName: callName(row).length,
      decision: short.length,
      usualDecision: short.length + rest.length,
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
  const least = replayed ? REPLAYED_CHARS : 0;
  let [tool, wideTool] = [0, 0];
  let [decision, usualDecision, wideDecision] = [least, least, least];
  for (const { callId, level } of shown) {
    const row = calls[callId];
    if (!row) continue;
    const indent = Math.min(level - 1, MAX_INDENTS) * INDENT;
    isLong ||= row.startedAt !== undefined && (row.finishedAt ?? now) - row.startedAt >= LONG_MS;
    const text = lengthsOf(row);
    tool = Math.max(tool, text.name * NAME_CHAR + indent);
    wideTool = Math.max(wideTool, text.wholeName * NAME_CHAR + indent);
    decision = Math.max(decision, text.decision);
    usualDecision = Math.max(usualDecision, text.usualDecision);
    wideDecision = Math.max(wideDecision, text.wholeDecision);
  }
  const chip = (chars: number): number => inSteps(chars * CHIP_CHAR + CHIP_PADDING, LEAST_DECISION);
  return {
    took: inBackground ? TOOK.inBackground : isLong ? TOOK.long : TOOK.usual,
    tool: inSteps(tool, LEAST_TOOL),
    wideTool: inSteps(wideTool, LEAST_TOOL),
    decision: chip(decision),
    usualDecision: chip(usualDecision),
    wideDecision: chip(wideDecision),
  };
}

function inSteps(width: number, least: number): number {
  return Math.ceil(Math.min(MOST_TEXT, Math.max(least, width)) / STEP) * STEP;
}

/** The grid’s columns for each size of the pane; the style sheet chooses. */
export function gridColumns({ took: tookPx, tool, wideTool, decision, usualDecision, wideDecision }: ColumnNeeds): CSSProperties {
  const state = `[state] ${STATE}px`;
  // Of the row, without its padding.
  const restOf = (others: readonly string[]): string => `100% - ${others.join(' - ')} - ${STATE + (others.length + 2) * GAP}px`;
  // As `barsOf`.
  const time = (...others: readonly string[]): string => {
    const rest = restOf(others);
    const [readable, floor, share] = [`${WHAT_READABLE}px`, `${WHAT_LEAST}px`, `${LEAST_TIME_SHARE * 100}cqw`];
    const what = `min(${readable}, max(${floor}, ${rest} - ${share}))`;
    const least = `max(min(${share}, ${rest} - ${floor}), min(${TIME_SHARE * 100}cqw, ${rest} - ${readable}))`;
    return `[what] minmax(${what}, ${WHAT_SHARE * 100}cqw) [time] minmax(${least}, 1fr)`;
  };
  const narrowTime = (...others: readonly string[]): string => {
    const least = `max(min(${NARROW_TIME_SHARE * 100}cqw, ${restOf(others)} - ${WHAT_LEAST}px), 0px)`;
    return `[what] minmax(${WHAT_LEAST}px, ${NARROW_WHAT_SHARE * 100}cqw) [time] minmax(${least}, 1fr)`;
  };
  const took = `[took] ${tookPx}px`;
  const name = `min(${tool}px, ${NAME_SHARE * 100}cqw)`;
  const [short, usual, wide] = [`${decision}px`, `${usualDecision}px`, `${wideDecision}px`];
  const columns = {
    '--columns-wide': `${state} [tool] ${wideTool}px ${time(`${wideTool}px`, `${tookPx}px`, wide)} ${took} [decision] ${wide}`,
    '--columns-medium': `${state} [tool] ${name} ${time(name, `${tookPx}px`, usual)} ${took} [decision] ${usual}`,
    '--columns-small': `${state} [tool] ${name} ${time(name, usual)} [decision] ${usual}`,
    '--columns-compact': `${state} [tool] ${name} ${time(name, short)} [decision] ${short}`,
    '--columns-narrow': `${state} [tool] ${name} ${narrowTime(name, short)} [decision] ${short}`,
  };
  return columns as CSSProperties;
}

/** Width of the waterfall’s column in a grid, as the columns above give it, for what is placed on its axis. */
export function waterfallWidth(grid: number, needs: ColumnNeeds): number {
  const size = sizeOf(grid);
  const name = size === 'wide' ? needs.wideTool : Math.min(needs.tool, grid * NAME_SHARE);
  const took = hasTookColumn(grid) ? needs.took + GAP : 0;
  const rest = grid - STATE - name - decisionWidth(size, needs) - took - 4 * GAP - PADDING;
  if (size !== 'narrow') return barsOf(grid, rest);
  const least = Math.max(0, Math.min(grid * NARROW_TIME_SHARE, rest - WHAT_LEAST));
  return Math.max(least, rest - Math.min(grid * NARROW_WHAT_SHARE, Math.max(WHAT_LEAST, rest - least)));
}

function decisionWidth(size: PaneSize, { decision, usualDecision, wideDecision }: ColumnNeeds): number {
  if (size === 'wide') return wideDecision;
  return size === 'medium' || size === 'small' ? usualDecision : decision;
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
  if (width >= SIZES.small) return 'small';
  return width >= SIZES.compact ? 'compact' : 'narrow';
}
