import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OverviewProject, OverviewSession } from '#shared/contract/project.ts';
import type { Bridge } from '#shared/contract/message.ts';
import { Client, installClient } from '../../../../renderer/bridge/client.ts';
import { followOverview, refreshOverview, sessionsOf, useOverview } from '../../../../renderer/store/overview.ts';

let answer: readonly OverviewProject[] = [];

const bridge: Bridge = {
  request: ({ id }) => Promise.resolve({ id, ok: true, output: { projects: structuredClone(answer) } }),
  onPush: () => () => undefined,
  onConnection: () => () => undefined,
  pathForFile: () => null,
};

function session(index: number, changes: Partial<OverviewSession> = {}): OverviewSession {
  const sessionId = `s${index}`;
  return {
    sessionId,
    projectDir: '/p',
    title: `Session ${index}`,
    createdAt: 1,
    updatedAt: 2,
    live: false,
    archived: false,
    state: 'idle',
    waiting: 0,
    endedAt: null,
    ...changes,
  };
}

function listed(...sessions: OverviewSession[]): readonly OverviewProject[] {
  return [{ projectDir: '/p', name: 'p', sessions, total: sessions.length, archived: [] }];
}

beforeEach(() => {
  vi.useFakeTimers();
  installClient(new Client(bridge));
});
afterEach(() => {
  vi.useRealTimers();
});

test('an answer replaces only the sessions that changed, so that only their rows render again', async () => {
  const many = Array.from({ length: 200 }, (_, index) => session(index));
  answer = listed(...many);
  const stop = followOverview();
  await vi.runAllTimersAsync();
  const before = sessionsOf(useOverview.getState().projects ?? []);
  expect(before).toEqual(many);

  answer = listed(session(7, { state: 'running', updatedAt: 3 }), ...many.filter(({ sessionId }) => sessionId !== 's7'), session(200));
  refreshOverview();
  await vi.runAllTimersAsync();
  const after = sessionsOf(useOverview.getState().projects ?? []);
  stop();
  expect(after).toEqual(sessionsOf(answer));
  const kept = new Set(before);
  expect(after.filter((one) => !kept.has(one)).map(({ sessionId }) => sessionId)).toEqual(['s7', 's200']);
});

test('projects keep their places while the window is open, and new ones come first', async () => {
  const project = (projectDir: string): OverviewProject => ({ projectDir, name: projectDir, sessions: [], total: 0, archived: [] });
  useOverview.setState({ projects: null });
  const stop = followOverview();
  for (const [listedNow, shown] of [
    [
      ['/a', '/b'],
      ['/a', '/b'],
    ],
    [
      ['/b', '/a'],
      ['/a', '/b'],
    ],
    [
      ['/b', '/c', '/a'],
      ['/c', '/a', '/b'],
    ],
  ] as const) {
    answer = listedNow.map(project);
    refreshOverview();
    await vi.runAllTimersAsync();
    expect(useOverview.getState().projects?.map(({ projectDir }) => projectDir)).toEqual(shown);
  }
  stop();
});
