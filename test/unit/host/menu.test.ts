import { describe, expect, it, vi } from 'vitest';
import { WINDOW_COMMANDS } from '#shared/contract/window-commands.ts';

vi.mock('electron', () => ({ app: { isPackaged: false }, Menu: {} }));
const { menuTemplate } = await import('#main/host/electron/menu.ts');

function items(isMac: boolean) {
  return menuTemplate(() => {}, { isMac, isPackaged: true, keys: {}, recent: [], sharing: [], updates: [] }).flatMap(({ submenu }) =>
    Array.isArray(submenu) ? submenu : [],
  );
}

describe('the application menu', () => {
  it('contains every command that names a menu, once, under its title', () => {
    const wanted = Object.entries(WINDOW_COMMANDS).flatMap(([id, { menu }]) => (menu === undefined ? [] : [id]));
    const ids = items(false).flatMap(({ id }) => id ?? []);
    expect(ids.toSorted()).toEqual(wanted.toSorted());
  });

  it('shows shortcuts, which the page handles except on macOS; plain keys only the page handles', () => {
    const open = items(false).find(({ id }) => id === 'open');
    expect(open).toMatchObject({ label: 'Open folder', accelerator: 'CmdOrCtrl+O', registerAccelerator: false });
    expect(items(true).find(({ id }) => id === 'open')).toMatchObject({ registerAccelerator: true });
    expect(items(false).find(({ id }) => id === 'shortcuts')?.accelerator).toBeUndefined();
  });

  it('shows the keys that the person chose', () => {
    const menus = menuTemplate(() => {}, {
      isMac: false,
      isPackaged: true,
      keys: { open: 'Shift+Mod+F3', stop: null },
      recent: [],
      sharing: [],
      updates: [],
    });
    const all = menus.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
    expect(all.find(({ id }) => id === 'open')?.accelerator).toBe('Shift+CmdOrCtrl+F3');
    expect(all.find(({ id }) => id === 'stop')?.accelerator).toBeUndefined();
  });

  it('runs what was clicked', () => {
    const run = vi.fn();
    const menus = menuTemplate(run, { isMac: false, isPackaged: true, keys: {}, recent: [], sharing: [], updates: [] });
    const stop = menus.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : [])).find(({ id }) => id === 'stop');
    (stop?.click as (() => void) | undefined)?.();
    expect(run).toHaveBeenCalledWith('stop');
  });
});
