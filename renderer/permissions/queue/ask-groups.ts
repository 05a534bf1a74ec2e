import { RISKS } from '#shared/permission/risks.ts';
import type { PendingAsk } from '#shared/session/view.ts';
import type { QueuedAsk } from '../../store/queued-asks.ts';
import { answerOfEdit, commandLikeness, editedFolder } from './likeness.ts';

/** Identical or similar requests, shown as one card. */
export interface AskGroup {
  /** Identifies the group while its first member waits. */
  readonly key: string;
  /** The oldest request: the one the card shows. */
  readonly ask: QueuedAsk;
  readonly members: readonly QueuedAsk[];
  /** Not identical, but of one kind: edits in one folder or of one answer, or a session's commands that one rule would allow. */
  readonly alike: 'edits' | 'commands' | null;
  /** Postponed: comes after all others and is never shown automatically. */
  readonly later: boolean;
}

const NONE: ReadonlySet<string> = new Set();

export interface Grouping {
  /** IDs of postponed requests. */
  readonly later?: ReadonlySet<string>;
  /** IDs of requests to show one by one. */
  readonly single?: ReadonlySet<string>;
  /** IDs of the requests being answered: no others join these. */
  readonly kept?: ReadonlySet<string>;
}

/**
 * Sorts by highest risk, then oldest; postponed groups last. Identical requests (same tool, input digest and folder), edits in one folder,
 * and commands that one rule would allow form a group across the agents of a session; edits in several folders, those of one agent.
 * Requests of several sessions are never shown together: an answer is about the work of one.
 */
export function groupAsks(asks: readonly QueuedAsk[], { later = NONE, single = NONE, kept = NONE }: Grouping = {}): readonly AskGroup[] {
  const groups = new Map<string, QueuedAsk[]>();
  for (const ask of asks.toSorted(byAge)) {
    const folder = single.has(ask.askId) ? undefined : editedFolder(ask);
    const like = folder === undefined ? `${ask.toolName}\n${ask.digest}` : `${ask.reason}\n${folder}`;
    add(groups, `${ask.sessionId}\n${kept.has(ask.askId)}\n${later.has(ask.askId)}\n${ask.cwd}\n${like}`, [ask]);
  }
  const merged = new Map<string, QueuedAsk[]>();
  for (const [key, members] of groups) add(merged, sharedKey(members, { later, single, kept }) ?? `one ${key}`, members);
  return [...merged.values()]
    .flatMap((members): AskGroup[] => (members[0] ? [groupOf(members[0], members.toSorted(byAge), later)] : []))
    .toSorted((a, b) => Number(a.later) - Number(b.later) || riskRank(b) - riskRank(a));
}

function byAge(a: QueuedAsk, b: QueuedAsk): number {
  return a.askedAt - b.askedAt;
}

function add(groups: Map<string, QueuedAsk[]>, key: string, asks: readonly QueuedAsk[]): void {
  const members = groups.get(key);
  if (members) members.push(...asks);
  else groups.set(key, [...asks]);
}

/**
 * What identical commands and the edits in one folder share with others, to be shown with them; identical ones of several agents stay a
 * card of their own.
 */
function sharedKey(members: readonly QueuedAsk[], { later, single, kept }: Required<Grouping>): string | undefined {
  if (new Set(members.map(({ agentId }) => agentId)).size > 1) return undefined;
  const keys = new Set(
    members.map((ask) => {
      const like = single.has(ask.askId) ? undefined : (commandLikeness(ask) ?? answerOfEdit(ask));
      return like === undefined ? undefined : `${kept.has(ask.askId)}\n${later.has(ask.askId)}\n${like}`;
    }),
  );
  const [key] = keys;
  return keys.size === 1 ? key : undefined;
}

function groupOf(ask: QueuedAsk, members: readonly QueuedAsk[], later: ReadonlySet<string>): AskGroup {
  const differ = members.some(({ toolName, digest }) => toolName !== ask.toolName || digest !== ask.digest);
  const kind = editedFolder(ask) === undefined ? 'commands' : 'edits';
  return { key: ask.askId, ask, members, alike: differ ? kind : null, later: members.every(({ askId }) => later.has(askId)) };
}

export function riskRank({ ask }: AskGroup): number {
  return RISKS.indexOf(ask.risk);
}

/** How many other requests end when the group is denied without a word, which ends the turn: those of the same agents. */
export function alsoCancelled({ members }: AskGroup, asks: readonly QueuedAsk[]): number {
  const agent = ({ sessionId, agentId }: QueuedAsk): string => `${sessionId}/${agentId ?? ''}`;
  const ended = new Set(members.map(agent));
  return asks.filter((ask) => ended.has(agent(ask)) && !members.some(({ askId }) => askId === ask.askId)).length;
}

/** Identifies everything the group's card shows: changes when a request changes, is added or removed. */
export function shownName({ members }: AskGroup): string {
  return members.map(({ sessionId, askId, digest }) => `${sessionId}/${askId}/${digest}`).join(' ');
}

/** Identifies a call across its asks: an edited call asks again. */
export function callKey({ sessionId, callId }: QueuedAsk): string {
  return `${sessionId}/${callId}`;
}

/**
 * The group to show: the wanted one (by ask ID or call key) while it waits, else the first that isn't postponed: the pinned one, one of
 * `after`, any, the preferred ones first. A new request never replaces what is being read.
 */
export function currentGroup(
  groups: readonly AskGroup[],
  wanted: string | null,
  pinned: string | null = null,
  after: readonly string[] = [],
  isPreferred: (group: AskGroup) => boolean = () => false,
): AskGroup | undefined {
  const find = (name: string) => groups.find(({ members }) => members.some((ask) => ask.askId === name || callKey(ask) === name));
  // One that was just postponed doesn't stay.
  const stays = pinned === null ? undefined : find(pinned);
  const next = [...after.flatMap((name) => find(name) ?? []), ...groups].filter((group) => !group.later);
  return (wanted === null ? undefined : find(wanted)) ?? (stays?.later === false ? stays : (next.find(isPreferred) ?? next[0]));
}

/** What to show once a group is gone: those below it, then those above, nearest first. */
export function followers(groups: readonly Pick<AskGroup, 'key'>[], key: string): readonly string[] {
  const index = groups.findIndex((group) => group.key === key);
  return [...groups.slice(index + 1), ...groups.slice(0, Math.max(0, index)).toReversed()].map((group) => group.key);
}

/** The group `step` positions away, wrapping around. */
export function neighbour(groups: readonly AskGroup[], key: string | undefined, step: 1 | -1): AskGroup | undefined {
  const index = groups.findIndex((group) => group.key === key);
  return groups[(index + step + groups.length) % Math.max(1, groups.length)];
}

export function isHighRisk(ask: Pick<PendingAsk, 'risk'>): boolean {
  return ask.risk === 'destructive';
}

/** What may do more than read and write files can hide it in any line, so all of it has to be in view before it is allowed. */
export function isReadThrough({ members }: AskGroup): boolean {
  return members.some(({ risk }) => risk !== 'read' && risk !== 'write');
}

/** How many requests these are: each call that waits counts. */
export function requestsIn(groups: readonly AskGroup[]): number {
  return groups.reduce((sum, { members }) => sum + members.length, 0);
}

/** What can be allowed together: read-only requests. */
export function batchOf(groups: readonly AskGroup[]): readonly AskGroup[] {
  return groups.filter(({ members, later }) => members.every(({ risk }) => risk === 'read') && !later);
}

/** Whether the session asks it. */
export function isOf({ ask }: AskGroup, sessionId: string): boolean {
  return ask.sessionId === sessionId;
}
