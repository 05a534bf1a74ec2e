import { firstLine } from '#shared/shorten.ts';
import { startsTurn, type UserItem } from '#shared/session/turn-start.ts';
import type { CallRow, ConversationItem, SessionView } from '#shared/session/view.ts';
import type { Interval } from './call-times.ts';
import { pausesBetween } from './turn-time.ts';

/** The calls from one message to the next. Times are epoch milliseconds. */
export interface Turn {
  /** The message, as an item of the conversation; empty if there is none. Of several that were sent together, the first. */
  readonly id: string;
  /** The other messages that were sent with it. */
  readonly sentWith?: readonly string[];
  /** The first line of each message. */
  readonly text: string;
  readonly startedAt: number;
  /** Absent while it runs, and where the log doesn't say. */
  readonly endedAt?: number | undefined;
  readonly running: boolean;
  /** The conversation was taken back to before it; what its calls did may still be there. */
  readonly rewound?: true;
  /** Its last try ended with an error, such as one of the model's server. */
  readonly failed?: true;
  /** Between its tries. */
  readonly pauses: readonly Interval[];
}

/** All turns in order; at least one. */
export function turnsIn({ items, turns, turn: current }: Pick<SessionView, 'items' | 'turns' | 'turn'>): readonly Turn[] {
  const worked = [...turns, ...(current ? [{ ...current, endedAt: Number.POSITIVE_INFINITY, outcome: '' }] : [])];
  const messages = together(items.flatMap(messagesIn), worked).sort((a, b) => a.at - b.at);
  if (messages.length === 0) return [{ id: '', text: '', startedAt: 0, running: current !== null, pauses: [] }];
  let first = 0;
  return messages.map(({ id, text, at, rewound, sentWith }, index): Turn => {
    const next = messages[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    const running = current !== null && index === messages.length - 1;
    while ((worked[first]?.endedAt ?? Number.POSITIVE_INFINITY) <= at) first += 1;
    let last = first;
    // What began before the message and goes on after the next one took up both.
    for (let work = worked[last]; work && (work.endedAt <= next || work.startedAt <= at); work = worked[last]) last += 1;
    const tries = worked.slice(first, last);
    const endedAt = running ? undefined : endOf(tries, next);
    return {
      id,
      ...(sentWith.length > 0 && { sentWith }),
      text,
      startedAt: at,
      running,
      ...(rewound && { rewound }),
      ...(!running && tries.at(-1)?.outcome === 'failed' && { failed: true }),
      pauses: pausesBetween(tries),
      ...(!running && { endedAt }),
    };
  });
}

interface Worked {
  readonly startedAt: number;
  readonly endedAt: number;
}

/** When the work on a message ended, or the next one was taken up meanwhile; `undefined` if the log doesn't say. */
function endOf(tries: readonly Worked[], next: number): number | undefined {
  const ended = tries.at(-1)?.endedAt;
  return ended === undefined ? undefined : Math.min(ended, next);
}

/** The position of the turn that was current at a time; calls before the first message count to the first turn. */
export function turnAt(turns: readonly Turn[], time: number): number {
  let low = 0;
  let high = turns.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((turns[middle]?.startedAt ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** The calls of each turn; those of an agent are part of the turn in which the agent was started, however long they take. */
export function callsByTurn(rows: readonly CallRow[], turns: readonly Turn[]): readonly (readonly CallRow[])[] {
  const byTurn: CallRow[][] = turns.map(() => []);
  const parents = new Set(rows.flatMap(({ parentCallId }) => parentCallId ?? []));
  const turnOf = new Map<string, number>();
  for (const row of rows) {
    const inherited = row.parentCallId === undefined ? undefined : turnOf.get(row.parentCallId);
    const turn = inherited ?? turnAt(turns, row.queuedAt);
    if (parents.has(row.callId)) turnOf.set(row.callId, turn);
    byTurn[turn]?.push(row);
  }
  return byTurn;
}

/** Whether the conversation shows this turn: the place is that of one of its messages. */
export function isTurnOf({ id, sentWith }: Turn, messageId: string | null): boolean {
  return messageId !== null && (id === messageId || sentWith?.includes(messageId) === true);
}

type Message = UserItem & { readonly rewound?: true };

/** The messages of a part of the conversation, `null` for what comes between them. */
function messagesIn(item: ConversationItem): (Message | null)[] {
  if (item.type === 'rewound') return item.items.flatMap(messagesIn).map((message) => message && { ...message, rewound: true as const });
  if (item.type === 'attachment') return [];
  return [startsTurn(item) ? item : null];
}

type Sent = Pick<Message, 'id' | 'text' | 'at' | 'rewound'> & { readonly sentWith: readonly string[] };

/**
 * Queued messages with nothing between them were sent together: no work was done for the first alone. After a stop they were sent with the
 * message that follows, unless that began a turn of its own.
 */
function together(messages: readonly (Message | null)[], worked: readonly Worked[]): Sent[] {
  const sent: Sent[] = [];
  for (const [index, message] of messages.entries()) {
    if (message === null) continue;
    const { id, at, origin, rewound } = message;
    const text = firstLine(message.text);
    const last = sent.at(-1);
    const before = messages[index - 1];
    const isOneTurn = before?.origin === 'queued' && !worked.some(({ startedAt }) => startedAt > before.at && startedAt <= at);
    if (last && (origin === 'queued' ? before?.origin === 'queued' : isOneTurn))
      sent[sent.length - 1] = { ...last, text: `${last.text} · ${text}`, sentWith: [...last.sentWith, id] };
    else sent.push({ id, text, at, ...(rewound && { rewound }), sentWith: [] });
  }
  return sent;
}
