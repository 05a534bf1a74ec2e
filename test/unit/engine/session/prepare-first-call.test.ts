import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { FirstCallPreparation, type FirstCallOptions } from '#main/engine/session/prepare-first-call.ts';
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
  const engine = startPermissionEngine();
  const ready = vi.spyOn(engine, 'ready');
  const options: FirstCallOptions = {
    log: {
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    permissionEngine: engine,
    permissionContext: () => context,
    ptys: { warmUp },
    tools: [],
    projectDir: '/work',
  };
  const preparation = new FirstCallPreparation(options);
  const send = (): void => {
    for (const listener of listeners) listener(REQUEST);
  };
  return { preparation, send, warmUp, ready, started: started.promise, listeners };
}

/** What builds and sends a request. */
function keepBusy(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('preparing a session’s first call', () => {
  it('lets a request leave first, however long sending it keeps the thread busy', async () => {
    const { send, preparation, warmUp, started } = prepared();
    send();
    keepBusy(60);
    // Timers that are due have run by then.
    await nextTurn();
    expect(warmUp).not.toHaveBeenCalled();
    await started;
    expect(warmUp).toHaveBeenCalledOnce();
    preparation.stop();
  });

  it('hears of no request after it was stopped', () => {
    const { preparation, listeners } = prepared();
    expect(listeners.size).toBe(1);
    preparation.stop();
    expect(listeners.size).toBe(0);
  });

  it('loads nothing that a call of a file tool would have to wait for', async () => {
    const { send, preparation, warmUp, ready } = prepared();
    send();
    await preparation.callBegins('Read');
    expect(ready).not.toHaveBeenCalled();
    expect(warmUp).not.toHaveBeenCalled();
    preparation.stop();
  });

  it.each(['Bash', 'Monitor'])('starts the terminal process for a call of %s before it loads the grammar', async (tool) => {
    const { preparation, warmUp, ready } = prepared();
    const loaded = preparation.callBegins(tool);
    expect(warmUp).toHaveBeenCalledOnce();
    await loaded;
    expect(ready).toHaveBeenCalledOnce();
    preparation.stop();
  });

  it.each(['REPL', 'Skill', 'Agent', 'mcp__notes__add', 'Unknown', ''])('waits for the grammar before a call of “%s”', async (tool) => {
    const { preparation, ready } = prepared();
    await preparation.callBegins(tool);
    expect(ready).toHaveBeenCalledOnce();
    preparation.stop();
  });

  it('continues with the next request what a call interrupted', async () => {
    const { send, preparation, warmUp, started } = prepared();
    send();
    await preparation.callBegins('Read');
    expect(warmUp).not.toHaveBeenCalled();
    send();
    await started;
    expect(warmUp).toHaveBeenCalledOnce();
    preparation.stop();
  });
});
