import { AppError } from '#shared/contract/app-error.ts';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { packView } from '#shared/session/pack-view.ts';
import { overview } from '../fixtures/overview.ts';
import { SESSION_ID, type FakeHost, type Handlers } from './fake-host.ts';
import type { Story } from './story.ts';

const DAY_MS = 86_400_000;

/** The story's session; opening it starts its events. */
export function sessionHandlers(host: FakeHost, story: Story): Handlers {
  const { view } = host;
  let messages = 0;
  let playing = false;
  return {
    'session.list': () => ({ sessions: sessionsOf(story) }),
    'session.overview': () => ({ projects: overview(view) }),
    'session.create': () => ({ sessionId: SESSION_ID }),
    'session.open': () => {
      if (story.opening === 'never ends') return new Promise(() => {});
      if (story.opening === 'fails') throw new AppError('internal', 'The session file could not be read: permission denied');
      if (!playing) playLive(host, story);
      playing = true;
      return { packed: structuredClone(packView(view)), halted: false, asking: [] };
    },
    'session.send': ({ text }) => {
      messages += 1;
      const messageId = `message-${messages}`;
      const queued = view.turn !== null;
      if (queued) host.play({ type: 'user.queued', data: { messageId, text } });
      else {
        const content = [{ type: 'text' as const, text }];
        host.play({ type: 'user.message', data: { messageId, content, origin: 'prompt', visibility: 'both' } });
      }
      return { queued };
    },
    'session.sendQueued': ({ messageId }) => {
      const text = view.queued.find((message) => message.messageId === messageId)?.text ?? '';
      host.play({ type: 'user.message', data: { messageId, content: [{ type: 'text', text }], origin: 'prompt', visibility: 'both' } });
      return {};
    },
    'session.unschedule': ({ scheduleId }) => {
      host.play({ type: 'schedule.removed', data: { scheduleId, by: 'user' } });
      return {};
    },
    'session.unqueue': ({ messageId }) => {
      host.play({ type: 'user.unqueued', data: { messageId } });
      return {};
    },
    'session.modes': () => ({ unavailable: [] }),
    'session.setMode': ({ mode }) => {
      host.play({ type: 'session.mode', data: { mode, by: 'user' } });
      return {};
    },
    'session.interrupt': () => {
      host.play({ type: 'turn.ended', data: { turnId: view.turn?.turnId ?? '', outcome: 'interrupted' } });
      return {};
    },
    'session.retry': () => ({}),
    'session.setModel': () => ({}),
    'asks.list': () => ({ sessions: [] }),
  };
}

function sessionsOf({ project: { projectDir }, view }: Story): CommandOutput<'session.list'>['sessions'] {
  const now = Date.now();
  return [
    { sessionId: SESSION_ID, projectDir, title: view.title, createdAt: 0, updatedAt: now, live: true, archived: false },
    {
      sessionId: 'session-0',
      projectDir,
      title: 'Why does the nightly job fail on Sundays?',
      createdAt: 0,
      updatedAt: now - DAY_MS,
      live: false,
      archived: false,
    },
  ];
}

function playLive(host: FakeHost, { live, disconnectAfterMs, callEveryMs }: Story): void {
  for (const [delayMs, what] of live) setTimeout(() => host.play(what), delayMs);
  if (disconnectAfterMs !== null) setTimeout(() => host.loseConnection(), disconnectAfterMs);
  if (callEveryMs !== null) setInterval(() => playNextCall(host), callEveryMs);
}

/** Ends the newest call and starts another. */
function playNextCall(host: FakeHost): void {
  const { calls, callOrder } = host.view;
  const last = calls[callOrder.at(-1) ?? ''];
  if (last)
    host.play({
      type: 'call.finished',
      data: { callId: last.callId, outcome: 'done', isError: false, content: '', view: last.view, spans: [] },
    });
  const callId = `next-${callOrder.length}`;
  const view = { kind: 'read' as const, title: 'Read', summary: `src/file-${callOrder.length}.ts` };
  host.play({ type: 'call.queued', data: { callId, messageId: 'r', requestId: 'r', toolName: 'Read', view, parallel: true } });
  host.play({ type: 'call.started', data: { callId } });
}
