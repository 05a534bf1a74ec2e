import type { MenuItemConstructorOptions } from 'electron';
import type { AppUpdates } from './app-updates.ts';

/** The menu's items for updates. */
export function updateItems(updates: AppUpdates): MenuItemConstructorOptions[] {
  return [{ type: 'separator' }, { id: 'update', ...itemOf(updates) }];
}

function itemOf(updates: AppUpdates): MenuItemConstructorOptions {
  const { state } = updates;
  switch (state.type) {
    case 'idle':
      return { label: 'Check for updates…', click: () => void updates.check() };
    case 'checking':
      return { label: 'Checking for updates…', enabled: false };
    case 'downloading':
      return { label: `Downloading Gatehouse ${state.version}…`, enabled: false };
    case 'ready':
      return { label: `Restart to update to ${state.version}`, click: () => void updates.restart() };
  }
}
