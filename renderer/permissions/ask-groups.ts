import { RISKS } from '#shared/permission/risks.ts';
import type { PendingAsk } from '#shared/session/view.ts';
import type { QueuedAsk } from '../store/queued-asks.ts';

/** Requests for exactly the same thing, shown once. */
export interface AskGroup {
  /** Stands for the group while its first member waits. */
  readonly key: string;
  /** The oldest one: what the card shows. */
  readonly ask: QueuedAsk;
  readonly members: readonly QueuedAsk[];
  /** Put aside: it waits behind all others, and nothing shows it by itself. */
  readonly later: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * The gravest risk first, inside it the oldest; what was put aside (`later`: ids of requests) last. Identical ones (same tool and input,
 * so the same digest, in the same folder) fold into one, whichever session or agent they are of.
 */
export function groupAsks(asks: readonly QueuedAsk[], later: ReadonlySet<string> = NONE): readonly AskGroup[] {
  const groups = new Map<string, QueuedAsk[]>();
  for (const ask of asks.toSorted((a, b) => a.askedAt - b.askedAt)) {
    const same = `${ask.toolName}\n${ask.cwd}\n${ask.digest}`;
    const members = groups.get(same);
    if (members) members.push(ask);
    else groups.set(same, [ask]);
  }
  return [...groups.values()]
    .flatMap((members): AskGroup[] =>
      members[0] ? [{ key: members[0].askId, ask: members[0], members, later: members.every(({ askId }) => later.has(askId)) }] : [],
    )
    .toSorted((a, b) => Number(a.later) - Number(b.later) || gravity(b) - gravity(a));
}

function gravity({ ask }: AskGroup): number {
  return RISKS.indexOf(ask.risk);
}

/** Names all that a card shows of a group: another one as soon as a request of it changes, comes or goes. */
export function shownName({ members }: AskGroup): string {
  return members.map(({ sessionId, askId, digest }) => `${sessionId}/${askId}/${digest}`).join(' ');
}

/** Names a call in whichever question it asks: an edited one asks another. */
export function callKey({ sessionId, callId }: QueuedAsk): string {
  return `${sessionId}/${callId}`;
}

/**
 * The group to show: the wanted one (by the id of a request or the key of a call) while it waits, else the one that is shown (`pinned`),
 * else the first that isn't put aside. A newcomer never takes the place of what one reads.
 */
export function currentGroup(groups: readonly AskGroup[], wanted: string | null, pinned: string | null = null): AskGroup | undefined {
  const find = (name: string) => groups.find(({ members }) => members.some((ask) => ask.askId === name || callKey(ask) === name));
  return (
    (wanted === null ? undefined : find(wanted)) ?? (pinned === null ? undefined : find(pinned)) ?? groups.find((group) => !group.later)
  );
}

/** The group `step` places on, around the ends. */
export function neighbour(groups: readonly AskGroup[], key: string | undefined, step: 1 | -1): AskGroup | undefined {
  const index = groups.findIndex((group) => group.key === key);
  return groups[(index + step + groups.length) % Math.max(1, groups.length)];
}

export function isHighRisk(ask: Pick<PendingAsk, 'risk'>): boolean {
  return ask.risk === 'destructive';
}

/** What may be allowed several at once without looking at each: what only reads. */
export function batchOf(groups: readonly AskGroup[]): readonly AskGroup[] {
  return groups.filter(({ ask, later }) => ask.risk === 'read' && !later);
}

/**
 * What one types to allow something that can't be undone: the last part of the first path it deletes, or of the folder it runs in.
 */
export function typedTarget({ effects, cwd }: Pick<PendingAsk, 'effects' | 'cwd'>): string {
  const deleted = effects
    .map((effect) => /^deletes (.+?)(?: and everything in it)?$/u.exec(effect)?.[1])
    .find((path) => path !== undefined);
  const parts = (deleted ?? cwd).split(/[/\\]/u).filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.at(-1) ?? cwd;
}
