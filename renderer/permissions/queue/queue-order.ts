import { useEffect, useMemo, useState } from 'react';
import { useWindow, type WindowState } from '../../store/app-store.ts';
import { type AskGroup, callKey, currentGroup, followers, isOf, riskRank } from './ask-groups.ts';
import { responseOf } from './response-of.ts';

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

/**
 * The same with what one response asks sorted by risk, in the places that it has, and the riskiest of it open. `isFree`: it is asked by that
 * response.
 */
export function riskiestFirst({ groups, current }: Ordered, isFree: (group: AskGroup) => boolean): Ordered {
  const free = groups.filter((group) => !group.later && isFree(group));
  if (!current || !free.includes(current)) return { groups, current };
  const sorted = free.toSorted((a, b) => riskRank(b) - riskRank(a) || a.ask.askedAt - b.ask.askedAt);
  return { groups: groups.map((group) => sorted[free.indexOf(group)] ?? group), current: sorted[0] };
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
  /** The responses of which the person saw a request when they touched the queue. */
  readonly touched: ReadonlySet<string>;
}

/**
 * The queue as it is listed, and the request to show: the wanted one while it waits, else the next. Of the response that asks it the
 * riskiest comes first, until the person has touched the queue while that asked.
 */
export function useQueueOrder(
  listed: readonly AskGroup[],
  { sessionId, wanted, isPart, touched }: Shown,
): Ordered & { readonly isKept: boolean } {
  const projectDir = useWindow((state) => state.project?.projectDir) ?? '';
  const pending = useWindow((state) => state.asksPending);
  const [{ of, now }, setSeen] = useState({ of: projectDir, now: lastSeen.get(projectDir) ?? NOTHING_SEEN });
  const seen = of === projectDir ? now : (lastSeen.get(projectDir) ?? NOTHING_SEEN);
  const kept = useMemo(() => inOrder(listed, seen, wanted, sessionId), [listed, seen, wanted, sessionId]);
  const free = useWindow((state) => untouchedResponse(state, kept.current, wanted, touched));
  const ordered = useMemo(
    () => (free === undefined ? kept : riskiestFirst(kept, (group) => onlyResponse(useWindow.getState(), group) === free)),
    [kept, free],
  );
  // What isn’t listed yet has a place.
  const isKept = !pending && !isPart;
  useEffect(() => {
    if (!isKept) return;
    const next = { of: projectDir, now: seenOf(ordered) };
    lastSeen.set(projectDir, next.now);
    setSeen((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
  }, [ordered, projectDir, isKept]);
  return { ...ordered, isKept };
}

/** The response that asks for the open group, unless the person chose that or touched the response. */
function untouchedResponse(
  state: WindowState,
  current: AskGroup | undefined,
  wanted: string | null,
  touched: ReadonlySet<string>,
): string | undefined {
  if (!current || current.members.some((ask) => ask.askId === wanted || callKey(ask) === wanted)) return undefined;
  const response = onlyResponse(state, current);
  return response !== undefined && touched.has(response) ? undefined : response;
}

/** The response of the model that asks all of the group. */
function onlyResponse(state: WindowState, { members }: AskGroup): string | undefined {
  const responses = new Set(members.map((member) => responseOf(state, member)));
  return responses.size === 1 ? [...responses][0] : undefined;
}
