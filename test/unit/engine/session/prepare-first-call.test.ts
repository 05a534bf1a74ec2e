import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { type FirstCallOptions, prepareFirstCall } from '#main/engine/session/prepare-first-call.ts';
import { startPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import type { SessionEvent } from '#shared/session/event.ts';

const REQUEST: SessionEvent = {
  id: 'e1',
  seq: 1,
  at: 0,
  type: 'request.started',
  data: { requestId: 'r1', turnId: 't1', attempt: 1, model: 'm' },
};

function prepared() {
  const listeners = new Set<(event: SessionEvent) => void>();
  const started = Promise.withResolvers<void>();
  const warmUp = vi.fn(() => started.resolve());
  const context = makePermissionContext({ mode: 'default', projectDir: '/work', homeDir: '/home/u', stateDir: '/home/u/.gatehouse' });
  const options: FirstCallOptions = {
    log: {
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    permissionEngine: startPermissionEngine(),
    permissionContext: () => context,
    ptys: { warmUp },
    tools: [],
    projectDir: '/work',
  };
  const stop = prepareFirstCall(options);
  const send = (): void => {
    for (const listener of listeners) listener(REQUEST);
  };
  return { stop, send, warmUp, started: started.promise, listeners };
}

/** What builds and sends a request. */
function keepBusy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('preparing a session’s first call', () => {
  it('lets a request leave first, however long sending it keeps the thread busy', async () => {
    const { send, stop, warmUp, started } = prepared();
    send();
    keepBusy(60);
    // Timers that are due have run by then.
    await nextTurn();
    expect(warmUp).not.toHaveBeenCalled();
    await started;
    expect(warmUp).toHaveBeenCalledOnce();
    stop();
  });

  it('hears of no request after it was stopped', () => {
    const { stop, listeners } = prepared();
    expect(listeners.size).toBe(1);
    stop();
    expect(listeners.size).toBe(0);
  });
});
