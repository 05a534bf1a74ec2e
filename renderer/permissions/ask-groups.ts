import { RISKS } from '#shared/permission/risks.ts';
import type { PendingAsk } from '#shared/session/view.ts';
import type { QueuedAsk } from '../store/queued-asks.ts';
import { isWhole } from './input-fields.ts';

/** Requests for exactly the same thing, or for things that are alike, shown once. */
export interface AskGroup {
  /** Stands for the group while its first member waits. */
  readonly key: string;
  /** The oldest one: what the card shows. */
  readonly ask: QueuedAsk;
  readonly members: readonly QueuedAsk[];
  /** They are not the same: each is an edit of a file in one folder. */
  readonly alike: boolean;
  /** Put aside: it waits behind all others, and nothing shows it by itself. */
  readonly later: boolean;
}

const NONE: ReadonlySet<string> = new Set();

export interface Grouping {
  /** Ids of requests that were put aside. */
  readonly later?: ReadonlySet<string>;
  /** Ids of requests that the person wants to see one by one. */
  readonly single?: ReadonlySet<string>;
  /** Ids of what the person is about to answer: nothing joins these. */
  readonly kept?: ReadonlySet<string>;
}

/**
 * The gravest risk first, inside it the oldest; what was put aside last. Identical ones (same tool and input, so the same digest, in the
 * same folder) and edits of files in one folder become one group, whichever session or agent they are of.
 */
export function groupAsks(asks: readonly QueuedAsk[], { later = NONE, single = NONE, kept = NONE }: Grouping = {}): readonly AskGroup[] {
  const groups = new Map<string, QueuedAsk[]>();
  for (const ask of asks.toSorted((a, b) => a.askedAt - b.askedAt)) {
    const folder = single.has(ask.askId) ? undefined : editedFolder(ask);
    const like = folder === undefined ? `${ask.toolName}\n${ask.digest}` : `${ask.reason}\n${later.has(ask.askId)}\n${folder}`;
    const same = `${kept.has(ask.askId)}\n${ask.cwd}\n${like}`;
    const members = groups.get(same);
    if (members) members.push(ask);
    else groups.set(same, [ask]);
  }
  return [...groups.values()]
    .flatMap((members): AskGroup[] => (members[0] ? [groupOf(members[0], members, later)] : []))
    .toSorted((a, b) => Number(a.later) - Number(b.later) || gravity(b) - gravity(a));
}

function groupOf(ask: QueuedAsk, members: readonly QueuedAsk[], later: ReadonlySet<string>): AskGroup {
  const alike = members.some(({ toolName, digest }) => toolName !== ask.toolName || digest !== ask.digest);
  return { key: ask.askId, ask, members, alike, later: members.every(({ askId }) => later.has(askId)) };
}

const EDIT_TOOLS: ReadonlySet<string> = new Set(['Edit', 'Write', 'NotebookEdit']);
const PLAIN_REASONS: ReadonlySet<string> = new Set(['needsApproval', 'outsideWorkingDirectory']);

/**
 * The folder of an edit that may be answered together with others: one that only writes, that no rule and no protected place holds up,
 * and whose change is drawn whole.
 */
function editedFolder({ toolName, risk, reason, rule, edited, view: { detail } }: QueuedAsk): string | undefined {
  if (!EDIT_TOOLS.has(toolName) || risk !== 'write' || !PLAIN_REASONS.has(reason) || rule || edited === true) return undefined;
  return detail?.type === 'diff' && isWhole(detail) ? folderOf(detail.path) : undefined;
}

/** With its last separator; empty where the path has none. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
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
