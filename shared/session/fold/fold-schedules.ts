import type { SessionEvent } from '../event.ts';
import type { LaterWork } from '../view.ts';

export type ScheduleEvent = Extract<SessionEvent, { type: `schedule.${string}` }>;

/** Work for later after an event, the next to run first. */
export function laterAfter(later: readonly LaterWork[], event: ScheduleEvent): readonly LaterWork[] {
  const { scheduleId } = event.data;
  const others = later.filter((work) => work.scheduleId !== scheduleId);
  const before = later.find((work) => work.scheduleId === scheduleId);
  const after = changed(before, event);
  return after ? [...others, after].toSorted((a, b) => a.nextAt - b.nextAt) : others;
}

function changed(before: LaterWork | undefined, event: ScheduleEvent): LaterWork | undefined {
  switch (event.type) {
    case 'schedule.added':
      return { ...event.data, addedAt: event.at };
    case 'schedule.due':
      return before && event.data.nextAt !== null ? { ...before, nextAt: event.data.nextAt } : undefined;
    case 'schedule.removed':
      return undefined;
  }
}
