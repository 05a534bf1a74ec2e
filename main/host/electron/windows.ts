import { BrowserWindow, dialog, webContents } from 'electron';
import { createLogger } from '#main/log/logger.ts';
import type { CommandInput } from '#shared/contract/commands.ts';
import type { WindowCommandId } from '#shared/contract/window-commands.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { EnginePort, WindowRef } from '../engine-port.ts';
import { askNotification } from './ask-notification.ts';
import { notifyAway, WaitingBadge, type Waits } from './away.ts';
import { drawAttention, showWaitingOverlay } from './draw-attention.ts';
import { KeepAwake } from './keep-awake.ts';
import { KeptSessions } from './kept-sessions.ts';
import { WaitingTray } from './waiting-tray.ts';
import { WindowLines } from './window-lines.ts';
import { createWindow, loadWindow } from './window.ts';
import { WindowNames } from './window-names.ts';

const log = createLogger('host');

export type Shown = CommandInput<'window.shows'>;

/** What the desktop commands need from the windows. */
export interface WindowActs {
  open(folder: string | undefined): void;
  shows(window: WindowRef, shown: Shown): void;
  /** Shows a notification of the agent. Returns whether it was shown. */
  notify(window: WindowRef, notice: CommandInput<'window.notify'>): boolean;
  /** Resolves to whether the notice was shown. */
  waits(window: WindowRef, waits: Waits): Promise<boolean>;
}

const ANSWERS = ['keep', 'stop', 'cancel'] as const;

interface WindowsOptions {
  readonly preloadFile: string;
  readonly onProject: () => void;
  readonly allowsInNotices: boolean;
}

/** The app's windows: what each shows, which one opens a folder, and what closing one does. */
export class Windows implements WindowActs {
  readonly #preloadFile: string;
  readonly #engine: EnginePort;
  readonly #lines: WindowLines;
  readonly #shown = new Map<number, Shown>();
  readonly #names = new WindowNames();
  readonly #badge = new WaitingBadge((count) => {
    this.#waiting = count;
    this.#showState();
  });
  readonly #tray = new WaitingTray(() => this.show());
  readonly #awake = new KeepAwake();
  readonly #onProject: () => void;
  readonly #allowsInNotices: boolean;
  #waiting = 0;
  #isShared = false;
  readonly #kept: KeptSessions;
  /** Windows with an open dialog, so that only one is shown at a time. */
  readonly #asking = new Set<number>();

  /**
   * @param engine including the desktop commands
   * @param options `onProject` is called when a window shows another folder. `allowsInNotices`: notifications of short commands may have a
   *   button that allows them.
   */
  constructor(engine: EnginePort, { preloadFile, onProject, allowsInNotices }: WindowsOptions) {
    this.#engine = engine;
    this.#preloadFile = preloadFile;
    this.#onProject = onProject;
    this.#allowsInNotices = allowsInNotices;
    this.#lines = new WindowLines(engine);
    this.#kept = new KeptSessions(engine, { reopen: (folder) => this.openFolder(folder), onChange: () => this.#showState() });
    // What continued without a window has stopped with the engine: a person decides how it goes on.
    engine.onConnection?.((connected) => {
      if (!connected && this.hasKept) this.show();
    });
  }

  /** Whether a session continues without a window. */
  get hasKept(): boolean {
    return this.#kept.size > 0;
  }

  /** Whether an agent is running, in a window or without one. */
  get isBusy(): boolean {
    return this.hasKept || [...this.#shown.values()].some(({ working }) => working);
  }

  /** @param folder which it is going to show, if that is known */
  create(folder?: string): BrowserWindow {
    const name = this.#names.take(folder);
    const window = createWindow({ name, preloadFile: this.#preloadFile });
    const { id } = window.webContents;
    this.#lines.add(window.webContents);
    window.on('close', (event) => this.#onClose(event, window));
    window.on('closed', () => {
      this.#names.free(name);
      this.#shown.delete(id);
      this.#badge.forget(id);
      this.#showState();
    });
    void loadWindow(window).catch((error: unknown) => {
      dialog.showErrorBox('The window could not be loaded', errorMessage(error));
    });
    return window;
  }

  shows({ windowId }: WindowRef, shown: Shown): void {
    const before = this.#shown.get(Number(windowId))?.projectDir;
    this.#shown.set(Number(windowId), shown);
    if (shown.projectDir !== before) this.#onProject();
    this.#showState();
  }

  notify({ windowId }: WindowRef, notice: CommandInput<'window.notify'>): boolean {
    const window = windowOf(windowId);
    return window !== undefined && notifyAway(window, 'agent', notice, () => focusWindow(window));
  }

  async waits(ref: WindowRef, { projectDir, count, notice }: Waits): Promise<boolean> {
    const { windowId } = ref;
    const window = windowOf(windowId);
    if (!window) return false;
    this.#badge.set(Number(windowId), projectDir, count);
    showWaitingOverlay(window, count);
    if (!notice) return false;
    const asked = { ...notice, withCommand: notice.withCommand && this.#allowsInNotices };
    const shown = await askNotification(this.#engine, ref, { projectDir, notice: asked });
    if (!shown || window.isDestroyed()) return false;
    if (shown.isHighRisk === true) drawAttention(window);
    return notifyAway(window, 'ask', shown, () => {
      focusWindow(window);
      this.#push(window, { push: 'app.showAsk', payload: { askId: notice.askId } });
    });
  }

  /** Opens a new window, with a folder if one is given. */
  open(folder: string | undefined): void {
    const window = this.create(folder);
    if (folder !== undefined) this.#push(window, { push: 'app.openFolder', payload: { path: folder } });
  }

  /** Uses the window that already shows the folder, else one that shows none, else a new one. */
  openFolder(folder: string): void {
    const windows = BrowserWindow.getAllWindows();
    const showing = windows.find((window) => this.#shown.get(window.webContents.id)?.projectDir === folder);
    if (showing) return focusWindow(showing);
    const free = windows.find((window) => (this.#shown.get(window.webContents.id)?.projectDir ?? null) === null);
    const window = free ?? this.create(folder);
    focusWindow(window);
    this.#push(window, { push: 'app.openFolder', payload: { path: folder } });
  }

  /** Puts text into the message box of a window, unsent. */
  showDraft(text: string): void {
    const window = this.#current();
    focusWindow(window);
    this.#push(window, { push: 'app.draft', payload: { text } });
  }

  /** Brings a window to the front, and reopens folders whose sessions continued without one. */
  show(): void {
    const folders = this.#kept.take();
    if (folders.length > 0) for (const folder of folders) this.openFolder(folder);
    else focusWindow(this.#current());
  }

  run(id: WindowCommandId): void {
    if (id === 'window.new') this.create();
    else this.#push(this.#current(), { push: 'app.command', payload: { id } });
  }

  /** Whether browsers may use the app's sessions now. */
  showSharing(isOn: boolean): void {
    this.#isShared = isOn;
    this.#showState();
  }

  /** In the tray, and to the system's power management. */
  #showState(): void {
    this.#tray.set({ waiting: this.#waiting, kept: this.#kept.size, isShared: this.#isShared });
    this.#awake.set(this.isBusy);
  }

  #current(): BrowserWindow {
    return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0] ?? this.create();
  }

  #push(window: BrowserWindow, message: Parameters<WindowLines['push']>[1]): void {
    this.#lines.push(window.webContents, message);
  }

  /** While an agent is running, the person decides what happens to it; closing loses nothing else. */
  #onClose(event: { preventDefault(): void }, window: BrowserWindow): void {
    const { id } = window.webContents;
    const shown = this.#shown.get(id);
    if (!shown?.working || shown.sessionId === null || this.#isShownElsewhere(shown.sessionId, id)) return;
    event.preventDefault();
    if (this.#asking.has(id)) return;
    this.#asking.add(id);
    void this.#ask(window, shown, shown.sessionId).finally(() => this.#asking.delete(id));
  }

  async #ask(window: BrowserWindow, shown: Shown, sessionId: string): Promise<void> {
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      message: 'The agent is still working.',
      detail: `${shown.title === '' ? 'This session' : `“${shown.title}”`} can go on without a window. Start Gatehouse again, or click its notification, to see it.`,
      buttons: ['Keep running', 'Stop it', 'Cancel'],
      defaultId: 2,
      cancelId: 2,
    });
    const answer = ANSWERS[response] ?? 'cancel';
    if (answer === 'cancel' || window.isDestroyed()) return;
    // Checked again, as it may have ended in the meantime.
    const stillWorks = this.#shown.get(window.webContents.id)?.working === true;
    if (answer === 'stop')
      await this.#engine
        .handle('session.interrupt', { sessionId }, { windowId: String(window.webContents.id) })
        .catch((error: unknown) => log.warn('A session could not be interrupted', error));
    else if (stillWorks && shown.projectDir !== null) this.#kept.keep(sessionId, { projectDir: shown.projectDir, title: shown.title });
    window.destroy();
  }

  #isShownElsewhere(sessionId: string, contentsId: number): boolean {
    return [...this.#shown].some(
      ([id, shown]) => id !== contentsId && shown.sessionId === sessionId && webContents.fromId(id) !== undefined,
    );
  }
}

function focusWindow(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.focus();
}

/** The window with this id. */
export function windowOf(windowId: string): BrowserWindow | undefined {
  const contents = webContents.fromId(Number(windowId));
  return (contents && BrowserWindow.fromWebContents(contents)) ?? undefined;
}
