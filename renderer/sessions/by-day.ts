import type { OverviewSession } from '#shared/contract/project.ts';
import { dayOfMonth, monthName, shortTime, timeOfDay } from '../ui/format.ts';
import { words } from './words.ts';

export interface Day {
  /** `null`: the list is short enough without heads. */
  readonly name: string | null;
  readonly sessions: readonly OverviewSession[];
  /** When a session was last used, without what the head says. */
  readonly timeOf: (at: number, now: number) => string;
}

/** Above this many sessions, the times at which they were last used get heads. */
const LONG = 10;

/** The sessions, the last used first: of today, of yesterday, of the week before, then by month. */
export function byDay(sessions: readonly OverviewSession[], now: number = Date.now()): readonly Day[] {
  if (sessions.length <= LONG) return [{ name: null, sessions, timeOf: shortTime }];
  const today = startOfDay(now, 0);
  const yesterday = startOfDay(now, -1);
  const lastWeek = startOfDay(now, -7);
  const days = Map.groupBy(sessions, ({ updatedAt }) => {
    if (updatedAt >= today) return words.today;
    if (updatedAt >= yesterday) return words.yesterday;
    return updatedAt >= lastWeek ? words.lastWeek : monthName(updatedAt, now);
  });
  return [...days].map(([name, ofDay]) => ({ name, sessions: ofDay, timeOf: timeBelow(name) }));
}

function timeBelow(head: string): Day['timeOf'] {
  if (head === words.today || head === words.lastWeek) return shortTime;
  return head === words.yesterday ? timeOfDay : dayOfMonth;
}

function startOfDay(now: number, days: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days).getTime();
}
