import type { CallRow } from '#shared/session/view.ts';
import { useBackgroundCommand } from '../store/selectors.ts';
import { outcomeWords } from '../ui/words.ts';
import { words } from './words.ts';

/** The outcome of a call. Of a command in the background, whose call ended long before it, what became of it. */
export function useOutcome(sessionId: string, row: CallRow | undefined): string | undefined {
  const task = useBackgroundCommand(sessionId, row?.state === 'done' && row.view.kind === 'command' ? row.callId : null);
  if (!row) return undefined;
  return task && task.state !== 'running' ? words.endedInBackground(task.state) : outcomeWords(row);
}
