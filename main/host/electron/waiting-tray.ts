import { join } from 'node:path';
import { app, Menu, nativeImage, Tray } from 'electron';
import { appRoot } from '#main/app-root.ts';

export interface TrayState {
  /** Requests that wait for an answer. */
  readonly waiting: number;
  /** Sessions that continue without a window. */
  readonly kept: number;
  /** Browsers may use the app's sessions. */
  readonly isShared: boolean;
}

/** A tray icon, shown only while a request is waiting, a session continues without a window, or the app is shared with browsers. */
export class WaitingTray {
  readonly #show: () => void;
  #tray: Tray | undefined;

  /** @param show brings the app's windows to the front. */
  constructor(show: () => void) {
    this.#show = show;
  }

  set(state: TrayState): void {
    if (state.waiting + state.kept === 0 && !state.isShared) {
      this.#tray?.destroy();
      this.#tray = undefined;
      return;
    }
    const tray = (this.#tray ??= this.#create());
    tray.setToolTip(`Gatehouse: ${describe(state)}`);
    // Only macOS shows text beside the icon.
    if (process.platform === 'darwin') tray.setTitle(state.waiting === 0 ? '' : String(state.waiting));
  }

  #create(): Tray {
    const name = process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png';
    const tray = new Tray(nativeImage.createFromPath(join(appRoot, 'resources/tray', name)));
    tray.on('click', this.#show);
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: 'Show Gatehouse', click: this.#show },
        { label: 'Quit', click: () => app.quit() },
      ]),
    );
    return tray;
  }
}

function describe({ waiting, kept, isShared }: TrayState): string {
  const requests = waiting === 1 ? '1 request' : `${String(waiting)} requests`;
  const sessions = kept === 1 ? '1 session without a window' : `${String(kept)} sessions without a window`;
  return [...(waiting > 0 ? [requests] : []), ...(kept > 0 ? [sessions] : []), ...(isShared ? ['shared with browsers'] : [])].join(', ');
}
