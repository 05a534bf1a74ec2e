import type { QueuedAsk } from '../../../../renderer/store/queued-asks.ts';

export function ask(askId: string, change: Partial<QueuedAsk> = {}): QueuedAsk {
  return {
    askId,
    callId: `call-${askId}`,
    toolName: 'Bash',
    sentence: 'wants to run a command',
    view: { kind: 'command', title: 'Run', summary: 'npm test' },
    cwd: '/p',
    reason: 'needsApproval',
    message: 'Nothing allows it.',
    parts: [],
    effects: [],
    risk: 'execute',
    suggestions: [],
    digest: askId,
    askedAt: 0,
    sessionId: 's',
    sessionTitle: '',
    ...change,
  };
}
