import { atOnce, type Steps } from '../steps.ts';
import type { CallRow, ConversationItem, SessionView } from './view.ts';

/** One call as a tuple, with texts as indexes into the table and times as differences. `null`: no value. */
type PackedRow = readonly [
  callId: string,
  requestId: number,
  toolName: number,
  state: CallRow['state'],
  view: readonly [kind: CallRow['view']['kind'], title: number, summary: string, outcome: number | null],
  parallel: 0 | 1,
  /** Relative to the previous row. */
  queuedAt: number,
  /** Asked, answered, started and finished, relative to `queuedAt`. */
  times: readonly (number | null)[],
  decision: number | null,
  rest:
    | (Partial<Pick<CallRow, 'agentId' | 'parentCallId' | 'earlierWaits' | 'changedBy' | 'said' | 'terminal' | 'exitCode'>> & {
        readonly failure?: number;
      })
    | null,
];

/** A call in the conversation: its row, the id of its message, its index in that, and the time relative to `queuedAt`. */
type PackedCallItem = readonly [row: number, messageId: number, index: string, at: number];

/** A view as sent to a window: the long lists packed, everything else unchanged. Plain JSON, about a quarter of the size. */
export interface PackedView extends Omit<SessionView, 'calls' | 'callOrder' | 'items'> {
  readonly words: readonly string[];
  readonly decisions: readonly NonNullable<CallRow['decision']>[];
  readonly rows: readonly PackedRow[];
  readonly items: (PackedCallItem | ConversationItem)[];
}

export function packView(view: SessionView): PackedView {
  return atOnce(packingView(view));
}

/** `packView` in steps: the view as it is at the first step, whatever is folded into it later. */
export function* packingView(view: SessionView): Steps<PackedView> {
  const { calls, callOrder, items: shown, ...others } = view;
  // The fold replaces rows and never changes them, so keeping the rows keeps their content.
  const kept = callOrder.map((callId) => calls[callId]);
  const items = [...shown];
  const { agents, tasks, modelTimes, retryPauses } = view;
  const rest = { ...others, agents: { ...agents }, tasks: { ...tasks }, modelTimes: [...modelTimes], retryPauses: [...retryPauses] };
  const words = new Table<string>((word) => word);
  const decisions = new Table<NonNullable<CallRow['decision']>>((decision) => JSON.stringify(decision));
  const rowOf = new Map<string, { readonly index: number; readonly queuedAt: number }>();
  let before = 0;
  const rows: PackedRow[] = [];
  for (const row of kept) {
    yield;
    if (!row) continue;
    const {
      callId,
      view: summary,
      queuedAt,
      agentId,
      parentCallId,
      earlierWaits,
      inputWaits,
      changedBy,
      said,
      terminal,
      exitCode,
      failure,
    } = row;
    const more = {
      ...(agentId !== undefined && { agentId }),
      ...(parentCallId !== undefined && { parentCallId }),
      ...(earlierWaits && { earlierWaits }),
      ...(inputWaits && { inputWaits }),
      ...(changedBy !== undefined && { changedBy }),
      ...(terminal && { terminal }),
      ...(said !== undefined && { said }),
      ...(exitCode !== undefined && { exitCode }),
      ...(failure !== undefined && { failure: words.place(failure) }),
    };
    const packed: PackedRow = [
      callId,
      words.place(row.requestId),
      words.place(row.toolName),
      row.state,
      [summary.kind, words.place(summary.title), summary.summary, summary.outcome === undefined ? null : words.place(summary.outcome)],
      row.parallel ? 1 : 0,
      queuedAt - before,
      [row.askedAt, row.answeredAt, row.startedAt, row.finishedAt].map((time) => (time === undefined ? null : time - queuedAt)),
      row.decision ? decisions.place(row.decision) : null,
      Object.keys(more).length === 0 ? null : more,
    ];
    before = queuedAt;
    rowOf.set(callId, { index: rows.push(packed) - 1, queuedAt });
  }
  const packedItems: PackedView['items'] = [];
  for (const item of items) {
    yield;
    const row = item.type === 'call' ? rowOf.get(item.callId) : undefined;
    const colon = item.id.lastIndexOf(':');
    if (row === undefined || colon < 0) packedItems.push(item);
    else packedItems.push([row.index, words.place(item.id.slice(0, colon)), item.id.slice(colon + 1), item.at - row.queuedAt]);
  }
  return {
    ...rest,
    items: packedItems,
    words: words.entries,
    decisions: decisions.entries,
    rows,
  };
}

/** @throws Error when `packView` didn't create it. */
export function unpackView({ words, decisions, rows, items, ...rest }: PackedView): SessionView {
  let before = 0;
  const callRows = rows.map(
    ([callId, requestId, toolName, state, [kind, title, summary, outcome], parallel, since, times, decision, more]): CallRow => {
      const queuedAt = before + since;
      before = queuedAt;
      const [askedAt, answeredAt, startedAt, finishedAt] = times.map((time) => (time === null ? undefined : queuedAt + time));
      return {
        callId,
        requestId: at(words, requestId),
        toolName: at(words, toolName),
        state,
        view: { kind, title: at(words, title), summary, ...(outcome !== null && { outcome: at(words, outcome) }) },
        parallel: parallel === 1,
        queuedAt,
        askedAt,
        answeredAt,
        startedAt,
        finishedAt,
        ...(decision !== null && { decision: at(decisions, decision) }),
        ...more,
        failure: more?.failure === undefined ? undefined : at(words, more.failure),
      };
    },
  );
  return {
    ...rest,
    calls: Object.fromEntries(callRows.map((row) => [row.callId, row])),
    callOrder: callRows.map(({ callId }) => callId),
    items: items.map((item) => {
      if (!isCallItem(item)) return item;
      const [row, messageId, index, since] = item;
      const { callId, queuedAt } = at(callRows, row);
      return { type: 'call', id: `${at(words, messageId)}:${index}`, callId, at: queuedAt + since };
    }),
  };
}

function isCallItem(item: PackedCallItem | ConversationItem): item is PackedCallItem {
  return Array.isArray(item);
}

function at<T>(table: readonly T[], place: number): T {
  const entry = table[place];
  if (entry === undefined) throw new Error('The view of this session came damaged.');
  return entry;
}

/** Stores each entry once. */
class Table<T> {
  readonly entries: T[] = [];
  readonly #places = new Map<string, number>();
  readonly #keyOf: (entry: T) => string;

  constructor(keyOf: (entry: T) => string) {
    this.#keyOf = keyOf;
  }

  place(entry: T): number {
    const key = this.#keyOf(entry);
    let place = this.#places.get(key);
    if (place === undefined) {
      place = this.entries.push(entry) - 1;
      this.#places.set(key, place);
    }
    return place;
  }
}
