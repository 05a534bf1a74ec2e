import type { MenuItemConstructorOptions } from 'electron';
import {
  type ChosenKeys,
  commandKeys,
  isWindowCommand,
  WINDOW_COMMANDS,
  type MenuName,
  type WindowCommandId,
} from '#shared/contract/window-commands.ts';

interface MenuOptions {
  readonly isMac: boolean;
  readonly isPackaged: boolean;
  /** Keys that the person gave to commands. */
  readonly keys: ChosenKeys;
  /** Items for recent projects. */
  readonly recent: MenuItemConstructorOptions[];
  /** Items for sharing with browsers. */
  readonly sharing: MenuItemConstructorOptions[];
  /** Items for updates of the app. */
  readonly updates: MenuItemConstructorOptions[];
}

/** The desktop app's menus: the standard ones, and the window's own commands from the shared table. */
export function menuTemplate(
  run: (id: WindowCommandId) => void,
  { isMac, isPackaged, keys, recent, sharing, updates }: MenuOptions,
): MenuItemConstructorOptions[] {
  const commands = (menu: MenuName): MenuItemConstructorOptions[] =>
    Object.keys(WINDOW_COMMANDS)
      .filter(isWindowCommand)
      .filter((id) => WINDOW_COMMANDS[id].menu === menu)
      .map((id) => ({ id, label: WINDOW_COMMANDS[id].title, click: () => run(id), ...acceleratorOf(commandKeys(id, keys), isMac) }));
  return [
    ...(isMac ? [{ role: 'appMenu' as const }] : []),
    {
      label: '&File',
      submenu: [
        ...commands('file'),
        { label: 'Open recent', submenu: recent, enabled: recent.length > 0 },
        { type: 'separator' },
        ...sharing,
        { type: 'separator' },
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu' },
    { label: '&Session', submenu: commands('session') },
    {
      label: '&View',
      submenu: [
        ...commands('view'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(isPackaged ? [] : [{ type: 'separator' as const }, { role: 'reload' as const }, { role: 'toggleDevTools' as const }]),
      ],
    },
    { role: 'windowMenu' },
    { role: 'help', submenu: [...commands('help'), ...updates] },
  ];
}

/**
 * Only displayed next to the item. The page handles its keys first, as it knows what has the focus; on a Mac, unhandled keys reach the
 * menu.
 */
function acceleratorOf(keys: string | undefined, isMac: boolean): MenuItemConstructorOptions {
  if (keys === undefined || !/Mod|F\d/u.test(keys)) return {};
  return { accelerator: keys.replace('Mod', 'CmdOrCtrl'), registerAccelerator: isMac };
}
