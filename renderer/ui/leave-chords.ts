import type { BaseUIEvent } from '@base-ui/react/types';
import type { KeyboardEvent } from 'react';

/** On a closed menu or list, which opens by an arrow key: with Ctrl or ⌘ the key is the window’s. */
export function leaveChords(event: BaseUIEvent<KeyboardEvent>): void {
  if (event.ctrlKey || event.metaKey) event.preventBaseUIHandler();
}
