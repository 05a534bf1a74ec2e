import type { CallRow } from '#shared/session/view.ts';
import { useBackgroundCommand } from '../store/selectors.ts';
import { outcomeWords } from '../ui/words.ts';
import { ENDED_WORDS, words } from './words.ts';

/** The outcome of a call. Of a command in the background, whose call ended long before it, what became of it. */
export function useOutcome(sessionId: string, row: CallRow | undefined): string | undefined {
  const task = useBackgroundCommand(sessionId, row?.state === 'done' && row.view.kind === 'command' ? row.callId : null);
  if (!row) return undefined;
  if (!task || task.state === 'running') return outcomeWords(row);
  const { state, exitCode } = task;
  return state === 'failed' && exitCode !== undefined ? words.exitCode(exitCode) : ENDED_WORDS[state];
}
