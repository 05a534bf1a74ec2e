import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { AppState } from '#shared/contract/project.ts';
import type { ChosenKeys, WindowCommandId } from '#shared/contract/window-commands.ts';
import { createLogger } from '#main/log/logger.ts';
import type { EnginePort } from '../engine-port.ts';
import { menuTemplate } from './menu.ts';

const log = createLogger('host');
const NO_WINDOW = { windowId: '' };
/** Maximum recent projects in system menus. */
const MAX_RECENT = 10;

export interface MenuActs {
  run(id: WindowCommandId): void;
  openFolder(folder: string): void;
  /** Items for sharing with browsers. */
  sharing(): MenuItemConstructorOptions[];
  /** Items for updates of the app; none where it doesn't update itself. */
  updates(): MenuItemConstructorOptions[];
}

type Recent = AppState['recent'];

/** The menus outside the window: the app's, the Dock's on macOS, the taskbar's on Windows. They list recent projects. */
export class DesktopMenus {
  readonly #engine: EnginePort;
  readonly #acts: MenuActs;
  #shown = '';
  #recent: Recent = [];
  #keys: ChosenKeys = {};

  constructor(engine: EnginePort, acts: MenuActs) {
    this.#engine = engine;
    this.#acts = acts;
    this.#show([], {});
    engine.onPush(({ push }) => push === 'preferences.changed' && this.refresh());
  }

  /** Reads the recent projects and the chosen keys again. */
  refresh(): void {
    this.#engine
      .handle('app.state', {}, NO_WINDOW)
      .then(({ recent, preferences }) => this.#show(recent.slice(0, MAX_RECENT), preferences.keys))
      .catch((error: unknown) => log.warn('The recent projects and the keys could not be read', error));
  }

  /** Shows the current items for sharing and updates. */
  refreshItems(): void {
    this.#show(this.#recent, this.#keys);
  }

  #show(recent: Recent, keys: ChosenKeys): void {
    const [sharing, updates] = [this.#acts.sharing(), this.#acts.updates()];
    const folders = recent.map(({ projectDir }) => projectDir);
    const shown = JSON.stringify([folders, keys, [...sharing, ...updates].map(({ label, enabled }) => [label, enabled])]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#recent = recent;
    this.#keys = keys;
    const items = recent.map(({ projectDir, name }) => ({
      label: name,
      toolTip: projectDir,
      click: () => this.#acts.openFolder(projectDir),
    }));
    const run = (id: WindowCommandId): void => this.#acts.run(id);
    Menu.setApplicationMenu(
      Menu.buildFromTemplate(
        menuTemplate(run, { isMac: process.platform === 'darwin', isPackaged: app.isPackaged, keys, recent: items, sharing, updates }),
      ),
    );
    app.dock?.setMenu(Menu.buildFromTemplate([{ label: 'New window', click: () => run('window.new') }, ...withSeparator(items)]));
    if (process.platform === 'win32') showInTaskbar(recent);
  }
}

function withSeparator(items: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] {
  return items.length === 0 ? [] : [{ type: 'separator' }, ...items];
}

/** The system starts the app a second time with the folder, which the first one opens. */
function showInTaskbar(recent: Recent): void {
  app.setJumpList([
    {
      type: 'custom',
      name: 'Recent projects',
      items: recent.map(({ projectDir, name }) => ({
        type: 'task',
        title: name,
        description: projectDir,
        program: process.execPath,
        // A path on Windows contains no quotation mark.
        args: `"${projectDir}"`,
      })),
    },
  ]);
}
