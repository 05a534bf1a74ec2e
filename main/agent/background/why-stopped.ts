import type { TaskRow } from '#shared/session/view.ts';
import type { CommandResult } from '#main/tool/services/tool-services.ts';

/** Why a command ended before its time, as a sentence; `undefined` if it exited by itself. `withOwner`: its agent or session ended. */
export function whyStopped(
  { timedOut, aborted }: Pick<CommandResult, 'timedOut' | 'aborted'>,
  { agentId }: Pick<TaskRow, 'agentId'>,
  withOwner: boolean,
): string | undefined {
  if (withOwner) return agentId === undefined ? 'The session was closed.' : 'The agent that started it has ended.';
  if (timedOut) return 'Its time was up.';
  return aborted ? 'It was stopped.' : undefined;
}
