import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app, dialog, Notification } from 'electron';
import type { AppUpdater } from 'electron-updater';
import { type Environment, readVariable } from '#main/environment.ts';
import { stateDirPath } from '#main/engine/state-dir.ts';
import { createLogger } from '#main/log/logger.ts';
import { errorMessage } from '#shared/error-message.ts';
import { NewestVersion } from './newest-version.ts';

const log = createLogger('updates');

const FIRST_CHECK_MS = 30_000;
const CHECK_EVERY_MS = 4 * 60 * 60 * 1000;

export type UpdateState =
  | { readonly type: 'idle' }
  | { readonly type: 'checking' }
  | { readonly type: 'downloading'; readonly version: string }
  /** Installed on quit, or by `restart`. */
  | { readonly type: 'ready'; readonly version: string };

export interface UpdateActs {
  /** An agent is running, in a window or without one. */
  isBusy(): boolean;
  /** Ends the engine. The app quits afterwards. */
  dispose(): Promise<void>;
  onChange(): void;
}

/** Whether this is a package that was built with a place to get updates from, and the person didn't turn them off. */
export function canUpdate(env: Environment): boolean {
  return app.isPackaged && !readVariable(env, 'DISABLE_AUTOUPDATER') && existsSync(join(process.resourcesPath, 'app-update.yml'));
}

/**
 * Looks for newer versions and downloads them. One is installed when the app quits, or when the person restarts it and no agent is
 * running: never under a running agent.
 */
export class AppUpdates {
  readonly #acts: UpdateActs;
  readonly #newest: NewestVersion;
  #loaded: Promise<AppUpdater> | undefined;
  #state: UpdateState = { type: 'idle' };
  /** Whether the person asked for the running check, so gets an answer even if there is no update. */
  #isAsked = false;
  #isRestarting = false;
  #notification: Notification | undefined;

  constructor(acts: UpdateActs, env: NodeJS.ProcessEnv) {
    this.#acts = acts;
    this.#newest = new NewestVersion(join(stateDirPath(env), 'newest-version.json'), app.getVersion());
    setTimeout(() => void this.#check(), FIRST_CHECK_MS).unref();
    setInterval(() => void this.#check(), CHECK_EVERY_MS).unref();
  }

  get state(): UpdateState {
    return this.#state;
  }

  /** For the person: tells the result in a dialog. */
  async check(): Promise<void> {
    this.#isAsked = true;
    if (this.#state.type === 'ready') return this.restart();
    await this.#check();
  }

  /** Restarts into the downloaded version, unless an agent is running. */
  async restart(): Promise<void> {
    if (this.#state.type !== 'ready') return;
    const { version } = this.#state;
    if (this.#acts.isBusy())
      return tell('An agent is still working.', `Gatehouse ${version} is installed when you quit, or restart when the agent is done.`);
    const updater = await this.#updater();
    this.#isRestarting = true;
    // The engine is closed first: the new version starts at once and must not find a running one.
    await this.#acts.dispose();
    app.releaseSingleInstanceLock();
    updater.quitAndInstall(true, true);
  }

  /** Loaded when it is first needed: it would slow down the start. */
  #updater(): Promise<AppUpdater> {
    return (this.#loaded ??= this.#load());
  }

  async #load(): Promise<AppUpdater> {
    const { autoUpdater } = await import('electron-updater');
    autoUpdater.logger = log;
    autoUpdater.autoDownload = true;
    autoUpdater.autoInstallOnAppQuit = true;
    autoUpdater.allowPrerelease = false;
    autoUpdater.allowDowngrade = false;
    const isSupported = autoUpdater.isUpdateSupported;
    autoUpdater.isUpdateSupported = async (info) => {
      if (this.#newest.accepts(info.version)) return isSupported(info);
      if (info.version !== app.getVersion()) log.warn(`Version ${info.version} was offered, but a newer one has run here`);
      return false;
    };
    autoUpdater.on('update-not-available', () =>
      this.#set({ type: 'idle' }, 'Gatehouse is up to date.', `This is version ${app.getVersion()}.`),
    );
    autoUpdater.on('update-available', ({ version }) => {
      // A failed download is still to be reported.
      if (this.#isAsked) void tell(`Gatehouse ${version} is being downloaded.`, 'You can keep working.');
      this.#set({ type: 'downloading', version });
    });
    autoUpdater.on('update-downloaded', ({ version }) => this.#onReady(version));
    autoUpdater.on('error', (error) => this.#onError(error));
    return autoUpdater;
  }

  async #check(): Promise<void> {
    if (this.#state.type !== 'idle') return;
    this.#set({ type: 'checking' });
    try {
      const found = await (await this.#updater()).checkForUpdates();
      await found?.downloadPromise;
    } catch (error) {
      // Reported to the person by the updater's error event.
      log.info('Updates could not be checked or downloaded', error);
    }
    if (this.state.type === 'checking') this.#set({ type: 'idle' });
  }

  #onReady(version: string): void {
    this.#isAsked = false;
    this.#set({ type: 'ready', version });
    if (!Notification.isSupported()) return;
    this.#notification = new Notification({
      title: `Gatehouse ${version} is ready`,
      body: 'It is installed when you quit. Click to restart now.',
      silent: true,
    });
    this.#notification.on('click', () => void this.restart());
    this.#notification.show();
  }

  #onError(error: Error): void {
    if (!this.#isRestarting) return this.#set({ type: 'idle' }, 'Gatehouse could not be updated.', errorMessage(error));
    dialog.showErrorBox('The update could not be installed', `${errorMessage(error)}\n\nGatehouse closes now. Start it again to continue.`);
    app.quit();
  }

  #set(state: UpdateState, message?: string, detail = ''): void {
    this.#state = state;
    this.#acts.onChange();
    if (message === undefined || !this.#isAsked) return;
    this.#isAsked = false;
    void tell(message, detail);
  }
}

async function tell(message: string, detail: string): Promise<void> {
  await dialog.showMessageBox({ type: 'info', message, detail, buttons: ['OK'] });
}
