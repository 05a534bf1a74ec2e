import { useEffect, useMemo, useState } from 'react';
import { useWindow, type WindowState } from '../../store/app-store.ts';
import { type AskGroup, callKey, currentGroup, followers, isOf, riskRank } from './ask-groups.ts';

interface Place {
  /** Of the group. */
  readonly key: string;
  /** Keys of its calls: an edited call that asks again keeps its place. */
  readonly calls: readonly string[];
  readonly later: boolean;
}

/** The list as it was shown, and which of it was open. */
export interface Seen {
  readonly places: readonly Place[];
  readonly shown: string | null;
}

export interface Ordered {
  readonly groups: readonly AskGroup[];
  /** The one to show. */
  readonly current: AskGroup | undefined;
}

export const NOTHING_SEEN: Seen = { places: [], shown: null };

/**
 * What was listed keeps its order, also when it is postponed; what is new comes below the open card, by risk. So the card that comes up first is
 * the first of the list, and the list is the order in which the queue goes on, after what the shown session asks.
 */
export function inOrder(listed: readonly AskGroup[], seen: Seen, wanted: string | null, sessionId = ''): Ordered {
  const isOwn = (group: AskGroup) => isOf(group, sessionId);
  const placed = listed
    .map((group) => ({ group, place: placeOf(group, seen) }))
    .filter(({ place }) => place >= 0)
    .toSorted((a, b) => a.place - b.place)
    .map(({ group }) => group);
  const after = seen.shown === null ? [] : followers(seen.places, seen.shown);
  const open = currentGroup(placed, wanted, seen.shown, after, isOwn);
  const from = open ? placed.indexOf(open) + 1 : 0;
  const below = placed.slice(from);
  for (const group of listed.filter((one) => !placed.includes(one))) below.splice(indexFor(group, below), 0, group);
  const groups = [...placed.slice(0, from), ...below];
  return { groups, current: currentGroup(groups, wanted, seen.shown, after, isOwn) };
}

/** -1 for a new request, and for a postponed one that asks again. */
function placeOf({ members, later }: AskGroup, { places }: Seen): number {
  const calls = new Set(members.map(callKey));
  return places.findIndex((place) => (later || !place.later) && place.calls.some((call) => calls.has(call)));
}

/** After those that aren't less risky. */
function indexFor(group: AskGroup, below: readonly AskGroup[]): number {
  return group.later ? below.length : below.findLastIndex((one) => !one.later && riskRank(one) >= riskRank(group)) + 1;
}

export function seenOf({ groups, current }: Ordered): Seen {
  const places = groups.map(({ key, members, later }) => ({ key, calls: members.map(callKey), later }));
  return { places, shown: current?.key ?? null };
}

/** The queue of each project as it was last shown in this window, by its folder: it looks the same when the project is shown again. */
const lastSeen = new Map<string, Seen>();

interface Shown {
  /** The session shown in the window. */
  readonly sessionId: string;
  /** The group the user chose. */
  readonly wanted: string | null;
  /** Only some of the requests are listed yet. */
  readonly isPart: boolean;
  readonly isTouched: boolean;
}

/**
 * The queue as it is listed, and the request to show: the wanted one while it waits, else the next. As long as one response of the model asks, the
 * riskiest comes first, until the person has touched the queue.
 */
export function useQueueOrder(listed: readonly AskGroup[], { sessionId, wanted, isPart, isTouched }: Shown): Ordered {
  const projectDir = useWindow((state) => state.project?.projectDir) ?? '';
  const pending = useWindow((state) => state.asksPending);
  const [{ of, now }, setSeen] = useState({ of: projectDir, now: lastSeen.get(projectDir) ?? NOTHING_SEEN });
  const isFree = useWindow((state) => !isTouched && wanted === null && isOneResponse(state, listed));
  const kept = of === projectDir ? now : (lastSeen.get(projectDir) ?? NOTHING_SEEN);
  const seen = isFree ? NOTHING_SEEN : kept;
  const ordered = useMemo(() => inOrder(listed, seen, wanted, sessionId), [listed, seen, wanted, sessionId]);
  useEffect(() => {
    // What isn’t listed yet has a place.
    if (pending || isPart) return;
    const next = { of: projectDir, now: seenOf(ordered) };
    lastSeen.set(projectDir, next.now);
    setSeen((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  }, [ordered, projectDir, pending, isPart]);
  return ordered;
}

/** Whether one response of the model asks all of it. */
function isOneResponse({ sessions }: WindowState, groups: readonly AskGroup[]): boolean {
  const responses = new Set(
    groups.flatMap(({ members }) => members.map(({ sessionId, callId }) => sessions[sessionId]?.view.calls[callId]?.requestId)),
  );
  return responses.size === 1 && !responses.has(undefined);
}
