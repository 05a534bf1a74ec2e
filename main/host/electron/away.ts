import { app, Notification, type BrowserWindow } from 'electron';
import { escapeMarkup } from '../escape-markup.ts';
import { createLogger } from '#main/log/logger.ts';
import type { CommandInput } from '#shared/contract/commands.ts';

const log = createLogger('host');

export type Waits = CommandInput<'window.waits'>;

/** The number on the app's icon: open requests, counting each project once however many windows show it. */
export class WaitingBadge {
  readonly #onChange: (count: number) => void;
  readonly #counts = new Map<number, { readonly projectDir: string; readonly count: number }>();

  /** @param onChange called with the new number. */
  constructor(onChange: (count: number) => void) {
    this.#onChange = onChange;
  }

  set(windowId: number, projectDir: string, count: number): void {
    this.#counts.set(windowId, { projectDir, count });
    this.#show();
  }

  forget(windowId: number): void {
    if (this.#counts.delete(windowId)) this.#show();
  }

  #show(): void {
    const byProject = new Map<string, number>();
    for (const { projectDir, count } of this.#counts.values()) byProject.set(projectDir, Math.max(byProject.get(projectDir) ?? 0, count));
    const count = [...byProject.values()].reduce((sum, one) => sum + one, 0);
    app.setBadgeCount(count);
    this.#onChange(count);
  }
}

/** By window and kind. Keeps a reference to shown notifications: a garbage-collected one gets no click event. */
const shown = new Map<string, Notification>();

export interface Notice {
  readonly title: string;
  readonly body: string;
  /** Buttons, where the system has them: on macOS and Windows. */
  readonly actions?: readonly { readonly label: string; run(): Promise<unknown> }[];
  /** About a request that can destroy something or reveal secrets. */
  readonly isHighRisk?: boolean;
}

/**
 * Notifies a person who isn't looking at the window, replacing the window's previous notification of that kind. `false` where it can't be
 * shown. `onClick` is called only while the window exists.
 */
export function notifyAway(
  window: BrowserWindow,
  kind: 'ask' | 'agent',
  { title, body, actions = [] }: Notice,
  onClick: () => void,
): boolean {
  if (window.isFocused() || !Notification.isSupported()) return false;
  const id = `${kind} ${String(window.webContents.id)}`;
  shown.get(id)?.close();
  const buttons = actions.map(({ label }) => ({ type: 'button' as const, text: label }));
  // On Linux a body is markup, which Electron passes on as it is: tags would hide a part of a command.
  const text = process.platform === 'linux' ? escapeMarkup(body) : body;
  const notification = new Notification({ title, body: text, silent: true, ...(buttons.length > 0 && { actions: buttons }) });
  shown.set(id, notification);
  notification.on('click', () => {
    if (!window.isDestroyed()) onClick();
  });
  notification.on('action', (_event, index) => {
    actions[index]?.run().catch((error: unknown) => log.warn('A request could not be answered from its notification', error));
  });
  notification.on('close', () => shown.get(id) === notification && shown.delete(id));
  notification.show();
  return true;
}
