import type { CallRow } from '#shared/session/view.ts';

/** A row of the timeline with sensible defaults. */
export function row(callId: string, change: Partial<CallRow> = {}): CallRow {
  return {
    callId,
    toolName: 'Bash',
    requestId: 'r1',
    state: 'done',
    view: { kind: 'command', title: 'Run', summary: 'ls' },
    parallel: false,
    queuedAt: 0,
    ...change,
  };
}

export function ran(callId: string, from: number, to: number, change: Partial<CallRow> = {}): CallRow {
  return row(callId, { queuedAt: from, startedAt: from, finishedAt: to, ...change });
}
