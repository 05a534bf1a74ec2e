import type { PendingAsk } from '#shared/session/view.ts';

/** Requests for exactly the same thing, shown once. */
export interface AskGroup {
  /** Stands for the group while its first member waits. */
  readonly key: string;
  /** The oldest one: what the card shows. */
  readonly ask: PendingAsk;
  readonly members: readonly PendingAsk[];
}

/** Oldest first. Identical ones (same tool and input, so the same digest, in the same folder) fold into one. */
export function groupAsks(asks: readonly PendingAsk[]): readonly AskGroup[] {
  const groups = new Map<string, PendingAsk[]>();
  for (const ask of asks.toSorted((a, b) => a.askedAt - b.askedAt)) {
    const same = `${ask.toolName}\n${ask.cwd}\n${ask.digest}`;
    const members = groups.get(same);
    if (members) members.push(ask);
    else groups.set(same, [ask]);
  }
  return [...groups.values()].flatMap((members) => (members[0] ? [{ key: members[0].askId, ask: members[0], members }] : []));
}

/** The group to show: the wanted one while it waits, else the oldest. A newcomer never takes the place of what one reads. */
export function currentGroup(groups: readonly AskGroup[], wanted: string | null): AskGroup | undefined {
  return groups.find((group) => group.members.some((member) => member.askId === wanted)) ?? groups[0];
}

/** The group `step` places on, around the ends. */
export function neighbour(groups: readonly AskGroup[], key: string | undefined, step: 1 | -1): AskGroup | undefined {
  const index = groups.findIndex((group) => group.key === key);
  return groups[(index + step + groups.length) % Math.max(1, groups.length)];
}

export function isHighRisk(ask: PendingAsk): boolean {
  return ask.risk === 'destructive';
}
