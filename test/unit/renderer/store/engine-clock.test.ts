import { expect, it, vi } from 'vitest';
import type { PushMessage, ResponseMessage } from '#shared/contract/message.ts';
import { foldSession } from '#shared/session/fold.ts';
import { packView } from '#shared/session/pack-view.ts';
import { Client, installClient } from '../../../../renderer/bridge/client.ts';
import { engineNow } from '../../../../renderer/store/engine-clock.ts';
import { useWindow } from '../../../../renderer/store/app-store.ts';
import { followPushes, followSession } from '../../../../renderer/store/session-sync.ts';

const HOUR = 3_600_000;

const created = (at: number) =>
  ({
    id: 'e1',
    seq: 1,
    at,
    type: 'session.created',
    data: { sessionId: 's', projectDir: '/p', model: 'm', mode: 'default', client: 'scripted' },
  }) as const;

it('reads the engine’s time from new events, not from a session that has long been waiting', async () => {
  vi.useFakeTimers({ now: 10 * HOUR });
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  let push: (message: PushMessage) => void = () => undefined;
  const client = new Client({
    request: ({ id }): Promise<ResponseMessage> =>
      Promise.resolve({ id, ok: true, output: { packed: packView(foldSession([created(9 * HOUR)])), halted: false, asking: [] } }),
    onPush: (listener) => {
      push = listener;
      return () => undefined;
    },
    onConnection: () => () => undefined,
    pathForFile: () => null,
  });
  installClient(client);
  followPushes(client);
  await followSession('s', '/p');
  expect(useWindow.getState().sessions['s']?.view.updatedAt).toBe(9 * HOUR);
  expect(engineNow()).toBe(10 * HOUR);
  // Another machine's clock is two hours ahead.
  push({ push: 'session.events', payload: { sessionId: 's', events: [created(12 * HOUR)] } });
  expect(engineNow()).toBe(12 * HOUR);
  vi.useRealTimers();
});
