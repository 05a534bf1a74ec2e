import { useProgress } from '../../store/selectors.ts';
import type { TerminalItem } from './terminal-items.ts';

/** Whether a command seems to wait for what a person types: one that runs, or one in the background. */
export function useWaitsForInput(sessionId: string, { call, state, task }: TerminalItem): boolean {
  const progress = useProgress(sessionId, call && state === 'running' && !task ? call.callId : null);
  return task === undefined ? progress?.waitsForInput === true : task.state === 'running' && task.stalled !== undefined;
}
