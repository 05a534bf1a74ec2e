import { commandKeys, type WindowCommandId } from '#shared/contract/window-commands.ts';
import { useWindow, type WindowState } from './app-store.ts';

/** The keys of a command now. `undefined`: none. */
export function keysOf(id: WindowCommandId): string | undefined {
  return keysIn(useWindow.getState(), id);
}

/** The keys of a command, followed. */
export function useKeysOf(id: WindowCommandId): string | undefined {
  return useWindow((state) => keysIn(state, id));
}

function keysIn({ app }: WindowState, id: WindowCommandId): string | undefined {
  return commandKeys(id, app?.preferences.keys ?? {});
}
