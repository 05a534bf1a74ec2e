import type { SessionView } from './view.ts';

/** How many commands of a session seem to wait for what a person types. `asking`: calls whose commands last said so. */
export function inputWaits({ calls, tasks }: Pick<SessionView, 'calls' | 'tasks'>, asking: Iterable<string>): number {
  const running = [...asking].filter((callId) => calls[callId]?.state === 'running').length;
  return running + Object.values(tasks).filter(({ state, stalled }) => state === 'running' && stalled !== undefined).length;
}
