import type { WindowCommandId } from '#shared/contract/window-commands.ts';
import { keysOf } from '../store/command-keys.ts';

export interface Shortcut {
  readonly keys: readonly string[];
  readonly label: string;
}

/** A command of the window that works in a pane. */
interface CommandShortcut {
  readonly command: WindowCommandId;
  readonly label: string;
}

export interface ShortcutGroup {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

/** Shortcuts of the panes, which can't be changed. Those of the window are in the command table. */
const GROUPS: readonly { readonly title: string; readonly shortcuts: readonly (Shortcut | CommandShortcut)[] }[] = [
  {
    title: 'Message',
    shortcuts: [
      { keys: ['Enter'], label: 'Send, or queue while the agent works' },
      { command: 'message.now', label: 'Send now: interrupts reads, waits for changes to finish' },
      { keys: ['Shift+Enter'], label: 'New line' },
      { keys: ['Escape'], label: 'Stop the agent, if nothing is open that Escape closes' },
      { keys: ['Shift+Tab'], label: 'Next permission mode: ask, accept edits, plan' },
      { keys: ['ArrowUp'], label: 'Your earlier messages, in an empty box' },
      { keys: ['PageUp', 'PageDown'], label: 'Scroll the conversation' },
    ],
  },
  {
    title: 'Conversation',
    shortcuts: [
      { command: 'conversation.read', label: 'Go from the message box to the last message or call in view' },
      { keys: ['ArrowUp', 'ArrowDown'], label: 'Previous and next message, call or fold' },
      { keys: ['Home', 'End'], label: 'First and last' },
      { keys: ['Enter'], label: 'Open and close a fold or call' },
      { keys: ['Tab'], label: 'Go to the buttons of a message or call' },
      { keys: ['Shift+F10'], label: 'Open the menu of a message: edit, restore, fork, copy' },
      { keys: ['Escape'], label: 'Close the inspector, then back to the message box' },
    ],
  },
  {
    title: 'Session list',
    shortcuts: [
      { keys: ['ArrowDown', 'ArrowUp'], label: 'Go from the filter to the sessions, then to the next and previous' },
      { keys: ['Home', 'End'], label: 'First and last session' },
      { keys: ['Enter'], label: 'Open the session; in the filter, the first that matches' },
      { keys: ['F2'], label: 'Rename the session' },
      { keys: ['Shift+F10'], label: 'Open the menu of the session: rename, archive, delete' },
      { keys: ['Escape'], label: 'Clear the filter, then go to the sessions' },
    ],
  },
  {
    title: 'Questions from the agent',
    shortcuts: [
      { keys: ['1', '9'], label: 'Choose the option with that number, 1 to 9' },
      { keys: ['Enter'], label: 'Send complete answers, or go to the next open question' },
      { keys: ['Mod+Enter'], label: 'The same, from a field for your own answer' },
    ],
  },
  {
    title: 'Permission queue',
    shortcuts: [
      { keys: ['a'], label: 'Allow once' },
      { keys: ['c'], label: 'Allow once, with a comment' },
      { keys: ['t'], label: 'Allow for this session' },
      { keys: ['Shift+A'], label: 'Always allow: choose the rule' },
      { keys: ['e'], label: 'Edit the input' },
      { keys: ['h'], label: 'Allow only some changes of an edit' },
      { keys: ['d'], label: 'Deny' },
      { keys: ['Shift+D'], label: 'Deny with a message' },
      { keys: ['s'], label: 'Later' },
      { keys: ['x'], label: 'Explain' },
      { keys: ['ArrowDown', 'ArrowUp'], label: 'Select this request, then the next and previous' },
      { keys: ['j', 'k'], label: 'Move the selection to the next and previous request' },
    ],
  },
  {
    title: 'Terminals',
    shortcuts: [
      { keys: ['ArrowUp', 'ArrowDown'], label: 'Previous and next command' },
      { keys: ['Enter'], label: 'Type into the terminal' },
      { keys: ['Shift+Escape'], label: 'Leave the terminal' },
      { keys: ['Escape'], label: 'Go from the list to the message box' },
      { keys: ['Mod+F'], label: 'Find in the terminal' },
    ],
  },
  {
    title: 'Timeline',
    shortcuts: [
      { keys: ['j', 'k'], label: 'Next and previous call' },
      { keys: ['Enter'], label: 'Open the inspector' },
      { keys: ['w'], label: 'Show why the call was allowed or denied' },
      { keys: ['o'], label: 'Open the file in your editor' },
      { keys: ['y'], label: 'Copy the command or path' },
      { keys: ['h', 'l'], label: 'Hide and show the calls of an agent' },
      { command: 'timeline.filter', label: 'Filter by text, state, tool, agent' },
      { keys: ['n', 'Shift+N'], label: 'Next and previous match' },
      { keys: ['[', ']'], label: 'Previous and next failure or denial' },
      { keys: ['f'], label: 'Follow the newest call' },
      { keys: ['+', '-', '0'], label: 'Zoom in, zoom out, fit all; also Ctrl and the mouse wheel' },
      { keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'], label: 'Show earlier and later; also Shift and the mouse wheel' },
    ],
  },
  {
    title: 'Changes',
    shortcuts: [
      { keys: ['j', 'k'], label: 'Next and previous file' },
      { keys: ['ArrowDown', 'ArrowUp'], label: 'Go from the name of a file to the next and previous' },
      { keys: ['Enter'], label: 'Show and hide the changes of the file' },
      { keys: ['Mod+Enter'], label: 'Commit, from the commit message' },
    ],
  },
  {
    title: 'Rules',
    shortcuts: [
      { keys: ['j', 'k'], label: 'Next and previous rule' },
      { keys: ['Enter'], label: 'Edit the rule' },
      { keys: ['n'], label: 'New rule' },
      { keys: ['d'], label: 'Duplicate' },
      { keys: ['x'], label: 'Turn off and on' },
      { keys: ['Delete'], label: 'Delete the rule' },
      { keys: ['u'], label: 'Undo the last change' },
      { keys: ['m'], label: 'Open the menu of the rule' },
      { keys: ['/'], label: 'Filter the rules' },
    ],
  },
];

/** The shortcuts of the panes with the keys they have now. */
export function shortcutGroups(): readonly ShortcutGroup[] {
  return GROUPS.map(({ title, shortcuts }) => ({ title, shortcuts: shortcuts.flatMap(shown) }));
}

function shown(shortcut: Shortcut | CommandShortcut): readonly Shortcut[] {
  if ('keys' in shortcut) return [shortcut];
  const keys = keysOf(shortcut.command);
  return keys === undefined ? [] : [{ keys: [keys], label: shortcut.label }];
}
