import type { SessionFrame } from '#shared/session/frame.ts';
import { emptySessionView } from '#shared/session/fold/empty-view.ts';
import type { SessionView } from '#shared/session/view.ts';
import { app, project } from './fixtures/app.ts';
import { commandAsk, destructiveAsk, editAsk, hugeAsk, manyAsks } from './fixtures/asks.ts';
import { liveSession, longSession, settledSession } from './fixtures/sessions.ts';
import { turnsSession } from './fixtures/turns-session.ts';
import { SESSION_ID } from './host/fake-host.ts';
import type { Story } from './host/story.ts';

export interface PaneStory extends Story {
  /** Rows of an empty list shown instead of the timeline, for comparison; 0 for none. */
  readonly floor: number;
}

/** Stories of the panes: `panes.html?story=live`. `now`: epoch milliseconds. `count`: calls of a long session. */
export const PANE_STORIES: Readonly<Record<string, (now: number, count: number) => PaneStory>> = {
  live: (now) => story(liveSession(now)),
  quiet: (now) => story({ ...liveSession(now), asks: [] }),
  settled: (now) => story(settledSession(now)),
  lost: (now) => story(liveSession(now), { disconnectAfterMs: 0 }),
  empty: () => story(emptySession()),
  loading: () => story(emptySession(), { opening: 'never ends' }),
  error: () => story(emptySession(), { opening: 'fails' }),
  edit: (now) => story({ ...liveSession(now), asks: [editAsk(now - 2480), commandAsk(now - 900)] }),
  command: (now) =>
    story({ ...liveSession(now), asks: [commandAsk(now - 2480), { ...commandAsk(now - 2000), askId: 'k9' }, editAsk(now - 900)] }),
  destructive: (now) => story({ ...liveSession(now), asks: [destructiveAsk(now - 2480), editAsk(now - 900)] }),
  many: (now) => story({ ...liveSession(now), asks: manyAsks(now) }),
  huge: (now) => story({ ...liveSession(now), asks: [hugeAsk(now - 900)] }),
  long: (now, count) => story(longSession(now, count)),
  turns: (now, count) => story(turnsSession(now, count)),
  busy: (now, count) => story(longSession(now, count), { callEveryMs: 16 }),
  floor: (_now, count) => story(emptySession(), { floor: count }),
};

/** Progress of calls of the live session, which is no part of its view. */
const PROGRESS: readonly SessionFrame[] = [
  { type: 'progress', callId: 'c10', progress: { text: '1,204 lines' } },
  { type: 'progress', callId: 'a3', progress: { text: '38 files', fraction: 0.4 } },
];

function story(view: SessionView, changes: Partial<PaneStory> = {}): PaneStory {
  const live = PROGRESS.map((frame) => [0, { frame }] as const);
  return { app, project, view, live, opening: 'succeeds', disconnectAfterMs: null, callEveryMs: null, floor: 0, ...changes };
}

function emptySession(): SessionView {
  return { ...emptySessionView(), sessionId: SESSION_ID, projectDir: '/home/ana/shop' };
}
