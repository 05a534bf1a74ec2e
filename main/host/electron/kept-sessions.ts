import { app, BrowserWindow, Notification } from 'electron';
import { createLogger } from '#main/log/logger.ts';
import type { PushMessage } from '#shared/contract/message.ts';
import type { PushPayload } from '#shared/contract/pushes.ts';
import type { EnginePort } from '../engine-port.ts';

const log = createLogger('host');

const NO_WINDOW = { windowId: '' };

interface KeptSession {
  readonly projectDir: string;
  readonly title: string;
}

/**
 * Sessions that continue without a window because the person chose so. They keep the app running; a notification appears when one waits for
 * an answer, and the app quits when the last one has ended.
 */
export class KeptSessions {
  readonly #sessions = new Map<string, KeptSession>();
  readonly #reopen: (projectDir: string) => void;
  readonly #onChange: () => void;
  readonly #engine: EnginePort;

  /** @param onChange called when a session is added or removed. */
  constructor(engine: EnginePort, { reopen, onChange }: { reopen: (projectDir: string) => void; onChange: () => void }) {
    this.#reopen = reopen;
    this.#onChange = onChange;
    this.#engine = engine;
    engine.onPush((message) => this.#hear(message));
  }

  get size(): number {
    return this.#sessions.size;
  }

  keep(sessionId: string, session: KeptSession): void {
    this.#sessions.set(sessionId, session);
    this.#onChange();
  }

  /** Removes and returns the folders of these sessions, as windows take over. */
  take(): readonly string[] {
    const folders = new Set([...this.#sessions.values()].map(({ projectDir }) => projectDir));
    this.#sessions.clear();
    this.#onChange();
    return [...folders];
  }

  #hear({ push, payload }: PushMessage): void {
    if (push === 'agent.notice')
      void this.#onNotice(payload).catch((error: unknown) => log.warn('A notification could not be shown', error));
    if (push !== 'session.events' || this.size === 0) return;
    const kept = this.#sessions.get(payload.sessionId);
    if (!kept) return;
    for (const event of payload.events) {
      if (event.type === 'call.asked') this.#notify(kept, 'The agent waits for your answer.');
      if (event.type !== 'turn.ended' || event.agentId !== undefined) continue;
      this.#notify(kept, 'The agent has finished.');
      this.#sessions.delete(payload.sessionId);
      this.#onChange();
      if (this.size === 0 && BrowserWindow.getAllWindows().length === 0 && process.platform !== 'darwin') app.quit();
    }
  }

  /** The agent of such a session has no window to notify through. */
  async #onNotice({ noticeId, sessionId, text }: PushPayload<'agent.notice'>): Promise<void> {
    const kept = this.#sessions.get(sessionId);
    if (!kept || !Notification.isSupported()) return;
    const { taken } = await this.#engine.handle('notice.take', { noticeId }, NO_WINDOW);
    if (!taken) return;
    this.#notify(kept, text);
    await this.#engine.handle('notice.answer', { noticeId, outcome: 'shown' }, NO_WINDOW);
  }

  #notify({ projectDir, title }: KeptSession, body: string): void {
    if (!Notification.isSupported()) return;
    const notification = new Notification({ title: title || 'Gatehouse', body });
    notification.on('click', () => this.#reopen(projectDir));
    notification.show();
  }
}
