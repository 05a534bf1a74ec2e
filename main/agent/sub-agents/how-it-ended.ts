import type { AgentOutcome } from '#shared/session/task-outcomes.ts';
import { abortReasonOf } from '#main/executor/abort-reason.ts';
import type { TurnEnd } from '../turn-end.ts';

/** Maps the end of the agent's last turn to its outcome. */
export function outcomeOf({ outcome }: TurnEnd): AgentOutcome {
  switch (outcome) {
    case 'completed':
    case 'max_turns':
      return outcome;
    case 'interrupted':
      return 'stopped';
    default:
      return 'failed';
  }
}

/** Reason for people. */
export function whyStopped(signal: AbortSignal): string {
  const reason = abortReasonOf(signal);
  switch (reason.type) {
    case 'interrupt':
      return 'The user stopped it.';
    case 'sibling':
      return `Another call of the same answer failed: ${reason.failed}.`;
    case 'send':
      return 'The user sent a new message and did not want to wait.';
    case 'discarded':
      return `It was stopped: ${reason.why}.`;
    case 'stopped':
      return 'A tool ended its own call, and with it everything beside it.';
  }
}
