import { AppError, toWireError } from '#shared/contract/app-error.ts';
import { pushMessage, type Bridge, type PushMessage, type RequestMessage, type ResponseMessage } from '#shared/contract/message.ts';
import type { PushName, PushPayload } from '#shared/contract/pushes.ts';
import { applyEvent, emptySessionView } from '#shared/session/fold.ts';
import { packView } from '#shared/session/pack-view.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import type { SessionFrame } from '#shared/session/frame.ts';
import { callDetail, fakeRules, fakeTerminal } from './fake-bodies.ts';
import type { Scenario } from './scenarios.ts';

const SESSION = 'session-1';

/** Answers the contract from memory, with the real fold. */
export class FakeBridge implements Bridge {
  readonly #scenario: Scenario;
  readonly #listeners = new Set<(message: PushMessage) => void>();
  readonly #view = emptySessionView();
  #rules = fakeRules();
  #playing = false;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    for (const [at, event] of scenario.past) this.#append(event, at);
  }

  async request(message: RequestMessage): Promise<ResponseMessage> {
    await new Promise((resolve) => setTimeout(resolve, 5));
    try {
      return { id: message.id, ok: true, output: this.#answer(message.command, message.input as never) };
    } catch (error) {
      return { id: message.id, ok: false, error: toWireError(error) };
    }
  }

  onPush(listener: (message: PushMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  onConnection(listener: (connected: boolean) => void): () => void {
    if (this.#scenario.disconnectAfter !== undefined) setTimeout(() => listener(false), this.#scenario.disconnectAfter);
    return () => undefined;
  }

  pathForFile(): string | null {
    return null;
  }

  #play(what: NewSessionEvent | { readonly frame: SessionFrame }): void {
    if ('frame' in what) this.#push('session.frames', { sessionId: SESSION, frames: [what.frame] });
    else this.#push('session.events', { sessionId: SESSION, events: [this.#append(what, Date.now())] });
  }

  #append(event: NewSessionEvent, at: number): SessionEvent {
    const seq = this.#view.seq + 1;
    const stored = { ...event, id: `event-${seq}`, seq, at };
    applyEvent(this.#view, stored);
    return stored;
  }

  #push<N extends PushName>(push: N, payload: PushPayload<N>): void {
    for (const listener of this.#listeners) listener(pushMessage(push, payload));
  }

  #answer(command: string, input: Record<string, never>): unknown {
    const { project } = this.#scenario;
    switch (command) {
      case 'app.state':
        return this.#scenario.app;
      case 'app.setAccess':
        return { ...this.#scenario.app.access, ready: true, source: 'entered' };
      case 'project.pick':
        return { path: null, unsupported: true };
      case 'project.browse':
        return {
          path: '/home/ada/code',
          parent: '/home/ada',
          folders: ['atlas', 'billing-service', 'dotfiles', 'notes', 'tide-table'].map((name) => ({
            name,
            path: `/home/ada/code/${name}`,
            isGit: name !== 'notes',
          })),
        };
      case 'project.locate':
        return { candidates: [] };
      case 'project.open':
      case 'project.trust':
        return { ...project, trusted: true, untrustedItems: [] };
      case 'demo.start':
        return { project, sessionId: SESSION };
      case 'session.list':
        return {
          sessions: [
            {
              sessionId: SESSION,
              projectDir: project.projectDir,
              title: this.#view.title,
              createdAt: 0,
              updatedAt: Date.now(),
              live: true,
            },
            {
              sessionId: 'session-0',
              projectDir: project.projectDir,
              title: 'Why does the nightly job fail on Sundays?',
              createdAt: 0,
              updatedAt: Date.now() - 26 * 3_600_000,
              live: false,
            },
          ],
        };
      case 'session.create':
        return { sessionId: SESSION };
      case 'session.open':
        if (!this.#playing) for (const [delay, what] of this.#scenario.live) setTimeout(() => this.#play(what), delay);
        this.#playing = true;
        return { packed: structuredClone(packView(this.#view)), halted: false };
      case 'session.send':
        this.#play({
          type: this.#view.turn ? 'user.queued' : 'user.message',
          data: userData(input['text'] ?? '', this.#view.turn !== null),
        } as NewSessionEvent);
        return { queued: this.#view.turn !== null };
      case 'session.unqueue':
        this.#play({ type: 'user.unqueued', data: { messageId: input['messageId'] ?? '' } });
        return {};
      case 'session.modes':
        return { unavailable: [] };
      case 'session.setMode':
        this.#play({ type: 'session.mode', data: { mode: input['mode'] ?? 'default', by: 'user' } });
        return {};
      case 'session.interrupt':
        this.#play({ type: 'turn.ended', data: { turnId: 'turn-1', outcome: 'interrupted' } });
        return {};
      case 'permission.answer': {
        const ask = this.#view.asks.find((candidate) => candidate.askId === input['askId']);
        if (!ask) return { outcome: 'gone' };
        this.#play({
          type: 'call.answered',
          data: { askId: ask.askId, callId: ask.callId, answer: input['answer'] ?? { type: 'deny' }, by: 'person' },
        });
        this.#play({ type: 'call.started', data: { callId: ask.callId } });
        return { outcome: 'accepted' };
      }
      case 'call.detail':
        return callDetail(this.#view.calls[input['callId'] ?? '']);
      case 'terminal.open':
        return fakeTerminal();
      case 'rules.list':
        return this.#rules;
      case 'rules.check':
        return { sentence: 'Allow running commands that start with npm test', diagnostics: [] };
      case 'rules.change':
        return { list: this.#rules, undo: [] };
      case 'session.retry':
      case 'session.setModel':
      case 'terminal.close':
      case 'terminal.ack':
      case 'terminal.input':
        return {};
      default:
        throw new AppError('unknown_command', `${command} is not known here`);
    }
  }
}

function userData(text: string, queued: boolean): unknown {
  const messageId = `message-${Math.random()}`;
  return queued ? { messageId, text } : { messageId, content: [{ type: 'text', text }], origin: 'prompt', visibility: 'both' };
}
