import type { PendingAsk } from '#shared/session/view.ts';

export function ask(askId: string, change: Partial<PendingAsk> = {}): PendingAsk {
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
    ...change,
  };
}
