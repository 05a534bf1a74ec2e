import { expect, it } from 'vitest';
import { AskingCommands } from '#main/engine/session/asking-commands.ts';
import { sessionOverview } from '#main/engine/session/session-overview.ts';
import { pushMessage } from '#shared/contract/message.ts';
import type { SessionSummary } from '#shared/contract/project.ts';
import { emptySessionView } from '#shared/session/fold/empty-view.ts';
import type { SessionView } from '#shared/session/view.ts';

const stored = (sessionId: string, updatedAt: number, projectDir = '/work/shop'): SessionSummary => ({
  sessionId,
  projectDir,
  title: sessionId,
  createdAt: 0,
  updatedAt,
  live: false,
  archived: false,
});

const open = (sessionId: string, change: Partial<SessionView>): SessionView => ({
  ...emptySessionView(),
  sessionId,
  title: sessionId,
  projectDir: '/work/shop',
  updatedAt: 100,
  ...change,
});

/** Files of sessions, by folder. */
function filesOf(sessions: readonly SessionSummary[]) {
  return {
    isArchived: (_projectDir: string, sessionId: string) => sessions.some((one) => one.archived && one.sessionId === sessionId),
    *listing(projectDir: string, except: ReadonlySet<string> = new Set()) {
      yield;
      return sessions.filter((one) => one.projectDir === projectDir && !except.has(one.sessionId));
    },
  };
}

async function statesOf(views: readonly SessionView[]) {
  const [project] = await sessionOverview({
    files: filesOf([]),
    projectDirs: [],
    views,
    openedAt: new Map(),
    ended: new Map(),
    asking: NONE_ASK,
  });
  return project?.sessions.map(({ sessionId, state, endedAt }) => `${sessionId} ${state} ${endedAt ?? '-'}`);
}

const NONE_ASK = new AskingCommands();
const ask = { askId: 'a' } as SessionView['asks'][number];
const turn = { turnId: 't', startedAt: 1 };
const task = { state: 'running' } as SessionView['tasks'][string];

it.each<[change: Partial<SessionView>, state: string]>([
  [{ turn }, 'running -'],
  [{ turn, asks: [ask] }, 'waiting -'],
  [{ lastTurn: { outcome: 'failed', at: 7 } }, 'failed 7'],
  [{ lastTurn: { outcome: 'completed', at: 7 } }, 'idle 7'],
  [{ lastTurn: { outcome: 'completed', at: 7 }, tasks: { t: task } }, 'background 7'],
  [{}, 'idle -'],
])('says what an open session does: %j', async (change, state) => {
  expect(await statesOf([open('one', change)])).toEqual([`one ${state}`]);
});

it('a command that waits for input waits, in the background too', async () => {
  const stalled = { state: 'running', stalled: 'Overwrite?' } as SessionView['tasks'][string];
  const ended = { state: 'completed', stalled: 'Overwrite?' } as SessionView['tasks'][string];
  expect(await statesOf([open('one', { lastTurn: { outcome: 'completed', at: 7 }, tasks: { t: stalled } })])).toEqual(['one waiting 7']);
  expect(await statesOf([open('one', { lastTurn: { outcome: 'completed', at: 7 }, tasks: { t: ended } })])).toEqual(['one idle 7']);
  const asking = new AskingCommands();
  const progress = (waitsForInput: boolean) =>
    asking.hear(
      pushMessage('session.frames', {
        sessionId: 'one',
        frames: [{ type: 'progress', callId: 'c', progress: { text: '', ...(waitsForInput && { waitsForInput }) } }],
      }),
    );
  const view = open('one', { calls: { c: { state: 'running' } as SessionView['calls'][string] } });
  expect([progress(true), progress(true), asking.count(view), asking.count({ ...view, sessionId: 'two' })]).toEqual([true, false, 1, 0]);
  expect([progress(false), asking.count(view)]).toEqual([true, 0]);
});

it('counts the requests that wait', async () => {
  const views = [open('one', { asks: [ask, ask] })];
  const [project] = await sessionOverview({
    files: filesOf([]),
    projectDirs: [],
    views,
    openedAt: new Map(),
    ended: new Map(),
    asking: NONE_ASK,
  });
  expect(project?.sessions[0]?.waiting).toBe(2);
});

it('lists the projects and their sessions, the last used first, open ones once, and no session without a message', async () => {
  const files = filesOf([stored('old', 5), stored('one', 4), stored('', 300), stored('far', 9, '/work/far')]);
  const projects = await sessionOverview({
    files,
    projectDirs: ['/work/far', '/work/shop'],
    views: [open('one', { turn })],
    openedAt: new Map([['/work/none', 7]]),
    ended: new Map(),
    asking: NONE_ASK,
  });
  expect(projects.map(({ name, total, sessions }) => [name, total, sessions.map(({ sessionId }) => sessionId)])).toEqual([
    ['shop', 2, ['one', 'old']],
    ['far', 1, ['far']],
    ['none', 0, []],
  ]);
});

it('bounds a project with many sessions, and counts all', async () => {
  const files = filesOf(Array.from({ length: 250 }, (_, index) => stored(`s${index}`, index)));
  const [project] = await sessionOverview({
    files,
    projectDirs: ['/work/shop'],
    views: [],
    openedAt: new Map(),
    ended: new Map(),
    asking: NONE_ASK,
  });
  expect([project?.total, project?.sessions.length, project?.sessions[0]?.sessionId]).toEqual([250, 200, 's249']);
});

it('lists archived sessions apart, but not one whose agent works or waits', async () => {
  const aside = ['stored', 'quiet', 'busy'].map((sessionId) => ({ ...stored(sessionId, 5), archived: true }));
  const [project] = await sessionOverview({
    files: filesOf([...aside, stored('kept', 4)]),
    projectDirs: [],
    views: [open('quiet', {}), open('busy', { turn, updatedAt: 200 })],
    openedAt: new Map(),
    ended: new Map(),
    asking: NONE_ASK,
  });
  expect(project?.sessions.map(({ sessionId }) => sessionId)).toEqual(['busy', 'kept']);
  expect(project?.archived.map(({ sessionId }) => sessionId)).toEqual(['quiet', 'stored']);
  expect(project?.total).toBe(2);
});

it('keeps the place of a session that is opened, also once it is closed again', async () => {
  const files = filesOf([stored('newer', 50), stored('closed', 100)]);
  const [project] = await sessionOverview({
    files,
    projectDirs: ['/work/shop'],
    views: [open('opened', { lastTurn: { outcome: 'completed', at: 7 } })],
    openedAt: new Map(),
    ended: new Map([['closed', 20]]),
    asking: NONE_ASK,
  });
  expect(project?.sessions.map(({ sessionId, updatedAt }) => [sessionId, updatedAt])).toEqual([
    ['newer', 50],
    ['closed', 20],
    ['opened', 7],
  ]);
});
