import type { SessionEvent } from '../event.ts';
import type { Trigger } from '../view.ts';

export type TriggerEvent = Extract<SessionEvent, { type: `trigger.${string}` }>;

/** Runs of a trigger that are listed. */
const MAX_RUNS = 100;

/** The triggers after an event, oldest first. */
export function triggersAfter(triggers: readonly Trigger[], event: TriggerEvent): readonly Trigger[] {
  const { triggerId } = event.data;
  const before = triggers.find((trigger) => trigger.triggerId === triggerId);
  if (event.type === 'trigger.saved' && !before) return [...triggers, { ...event.data, keyDigest: null, createdAt: event.at, runs: [] }];
  return triggers.flatMap((trigger) => (trigger.triggerId === triggerId ? (changed(trigger, event) ?? []) : trigger));
}

function changed(before: Trigger, event: TriggerEvent): Trigger | undefined {
  switch (event.type) {
    case 'trigger.saved':
      return { ...before, ...event.data };
    case 'trigger.key':
      return { ...before, keyDigest: event.data.digest };
    case 'trigger.ran': {
      const { runId, via, messageId } = event.data;
      return { ...before, runs: [...before.runs, { runId, via, messageId, at: event.at }].slice(-MAX_RUNS) };
    }
    case 'trigger.removed':
      return undefined;
  }
}
