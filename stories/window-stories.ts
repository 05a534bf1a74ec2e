import { emptySessionView } from '#shared/session/fold/empty-view.ts';
import { app, noKey, opened, project, untrusted } from './fixtures/app.ts';
import { busyLive, busyPast, finishedPast, longPast } from './fixtures/recording.ts';
import type { Timed } from './fixtures/recorded-events.ts';
import { turnsSession } from './fixtures/turns-session.ts';
import { append, SESSION_ID } from './host/fake-host.ts';
import type { Story } from './host/story.ts';

/** Stories of the whole window: `window.html?story=busy`. Made when they are shown: a long log takes a moment. */
export const WINDOW_STORIES: Readonly<Record<string, () => Story>> = {
  'first-run': () => story({ app: { ...noKey, recent: [] } }),
  home: () => story({ app }),
  empty: () => story({ past: [created()] }),
  'empty-no-key': () => story({ app: { ...noKey, openProject: project, openSessionId: SESSION_ID }, past: [created()] }),
  busy: () => story({ past: busyPast(), live: busyLive() }),
  untrusted: () => story({ app: { ...opened, openProject: untrusted }, project: untrusted, past: busyPast() }),
  finished: () => story({ past: finishedPast() }),
  lost: () => story({ past: busyPast(), disconnectAfterMs: 200 }),
  turns: () => ({ ...story({}), view: turnsSession(Date.now(), 40) }),
  long: () => story({ past: longPast(10_000), live: busyLive() }),
};

function story({ past = [], ...changes }: Partial<Omit<Story, 'view'>> & { readonly past?: readonly Timed[] }): Story {
  const view = emptySessionView();
  for (const [at, event] of past) append(view, event, at);
  return { app: opened, project, view, live: [], opening: 'succeeds', disconnectAfterMs: null, callEveryMs: null, ...changes };
}

function created(): Timed {
  return [
    Date.now(),
    {
      type: 'session.created',
      data: { sessionId: SESSION_ID, projectDir: project.projectDir, model: 'claude-sonnet-4-5', mode: 'default', client: 'anthropic' },
    },
  ];
}
