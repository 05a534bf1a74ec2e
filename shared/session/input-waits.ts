import type { SessionView } from './view.ts';

/** The calls of a session whose commands seem to wait for what a person types. `asking`: those that last said so while they ran. */
export function inputWaits({ calls, tasks }: Pick<SessionView, 'calls' | 'tasks'>, asking: Iterable<string>): readonly string[] {
  const running = [...asking].filter((callId) => calls[callId]?.state === 'running');
  const inBackground = Object.values(tasks).filter(({ state, stalled }) => state === 'running' && stalled !== undefined);
  return [...running, ...inBackground.map(({ callId }) => callId)];
}
