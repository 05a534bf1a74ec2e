import type { KeyboardEvent } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { showInspectorSection } from '../../store/inspector-section.ts';
import { openNamed } from '../../paths/open-path.ts';
import { copyText } from '../../ui/copy-text.ts';
import { callIdOf, entryKey, headKey, type GridEntry } from '../turns/turn-entries.ts';
import type { Turn } from '../../calls/turns.ts';
import { nextFailure, nextMatch } from './row-order.ts';
import { closeFilter, openFilter } from '../filter/timeline-filter.ts';
import type { TimelineView } from '../axis/timeline-view.ts';

export interface GridKeyContext {
  readonly view: TimelineView;
  readonly entries: readonly GridEntry[];
  readonly calls: Readonly<Record<string, CallRow>>;
  readonly collapsed: ReadonlySet<string>;
  /** The calls of the turn that failed or were denied, in their order. */
  readonly failuresIn: (turn: Turn) => readonly string[];
  /** Unfolds a turn and moves to a call in it. */
  readonly reveal: (turn: Turn, callId: string) => void;
  readonly active: number;
  /** Rows per page. */
  readonly page: number;
  /** The lines fully in view, where keys begin while none is active. */
  readonly inView: () => { readonly first: number; readonly last: number };
  readonly moveTo: (index: number) => void;
  readonly activate: (callId: string) => void;
  readonly openTurn: (turn: Turn) => void;
  /** Shows or hides what is below a line. */
  readonly toggle: (key: string) => void;
  readonly follow: () => void;
  readonly filtering: boolean;
}

/** Handles the timeline's keys while it has the focus. */
export function handleGridKey(event: KeyboardEvent, context: GridKeyContext): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
  if (event.shiftKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
    event.preventDefault();
    context.view.panBy(event.key === 'ArrowLeft' ? -0.2 : 0.2);
    return;
  }
  const act = event.key === 'Escape' && context.filtering ? closeFilter : KEYS[event.key];
  if (!act) return;
  event.preventDefault();
  act(context);
}

const KEYS: Readonly<Record<string, (context: GridKeyContext) => void>> = {
  ArrowDown: down,
  j: down,
  ArrowUp: up,
  k: up,
  Home: ({ moveTo }) => moveTo(0),
  End: ({ moveTo, entries }) => moveTo(entries.length - 1),
  PageDown: ({ moveTo, active, page, inView }) => moveTo((active < 0 ? inView().first : active) + page),
  PageUp: ({ moveTo, active, page, inView }) => moveTo((active < 0 ? inView().first : active) - page),
  Enter: open,
  ArrowRight: (context) => setCollapsed(context, false),
  l: (context) => setCollapsed(context, false),
  ArrowLeft: (context) => setCollapsed(context, true),
  h: (context) => setCollapsed(context, true),
  ']': (context) => toFailure(context, 1),
  '[': (context) => toFailure(context, -1),
  n: (context) => toMatch(context, 1),
  N: (context) => toMatch(context, -1),
  '/': () => openFilter(),
  f: ({ follow }) => follow(),
  F: ({ follow }) => follow(),
  '0': ({ view }) => view.setMode({ type: view.mode.type === 'session' ? 'turns' : 'session' }),
  '+': ({ view }) => view.zoomBy(0.5),
  '=': ({ view }) => view.zoomBy(0.5),
  '-': ({ view }) => view.zoomBy(2),
  w: (context) => {
    showInspectorSection('why');
    open(context);
  },
  o: (context) => {
    const row = activeRow(context);
    if (row) void openNamed(row.view.summary);
  },
  y: (context) => {
    const row = activeRow(context);
    if (row) void copyText(row.view.summary);
  },
};

function activeRow({ entries, calls, active }: GridKeyContext): CallRow | undefined {
  return calls[callIdOf(entries[active]) ?? ''];
}

function open({ activate, openTurn, toggle, active, entries }: GridKeyContext): void {
  const entry = entries[active];
  if (!entry) return;
  if ('callId' in entry) activate(entry.callId);
  else if ('fold' in entry) toggle(entry.fold);
  else openTurn(entry.turn);
}

function down({ moveTo, active, inView }: GridKeyContext): void {
  moveTo(active < 0 ? inView().first : active + 1);
}

function up({ moveTo, active, inView }: GridKeyContext): void {
  moveTo(active < 0 ? inView().last : active - 1);
}

function setCollapsed({ entries, active, collapsed, toggle }: GridKeyContext, wanted: boolean): void {
  const entry = entries[active];
  if (!entry || ('callId' in entry && !entry.hasChildren) || ('turn' in entry && entry.withoutCalls)) return;
  const isCollapsed = 'fold' in entry ? !entry.open : collapsed.has(entryKey(entry));
  if (isCollapsed !== wanted) toggle(entryKey(entry));
}

/** A folded turn opens for the failures in it, also when its head is the active line. */
function toFailure({ entries, calls, active, moveTo, collapsed, failuresIn, reveal }: GridKeyContext, step: 1 | -1): void {
  const hidden = (turn: Turn): readonly string[] => (collapsed.has(headKey(turn)) ? failuresIn(turn) : []);
  const head = entries[active];
  const isAtHead = step === 1 && head !== undefined && 'turn' in head;
  const from = active < 0 && step === -1 ? entries.length : isAtHead ? active - 1 : active;
  const next = nextFailure(entries, calls, from, step, (turn) => hidden(turn).length > 0);
  const entry = next === undefined ? undefined : entries[next];
  const callId = entry && 'turn' in entry ? hidden(entry.turn).at(step === 1 ? 0 : -1) : undefined;
  if (entry && 'turn' in entry && callId !== undefined) reveal(entry.turn, callId);
  else if (next !== undefined) moveTo(next);
}

function toMatch({ entries, active, moveTo }: GridKeyContext, step: 1 | -1): void {
  const next = nextMatch(entries, active, step);
  if (next !== undefined) moveTo(next);
}
