import { useEffect } from 'react';
import { useWindow } from '../store/app-store.ts';
import { matchesChord } from '../ui/key-names.ts';
import { COMMANDS } from './command-map.ts';

/** Handles the keys of the command map. Panes handle their own keys first and stop propagation. */
export function useCommandKeys(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || useWindow.getState().dialog !== null) return;
      const command = COMMANDS.find((candidate) => candidate.keys !== undefined && matchesChord(event, candidate.keys));
      if (!command || !command.when()) return;
      if (command.keys?.includes('Mod') !== true && isTyping(event.target)) return;
      event.preventDefault();
      command.run();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Plain keys belong to a field, a terminal or an open menu; a list in a pane handles only its own keys. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role="menu"], [role="listbox"]:not([data-region] *), .xterm') !== null
  );
}
