import { Dialog } from '../ui/overlays/dialog.tsx';
import { Kbd } from '../ui/display/kbd.tsx';
import { COMMANDS } from './command-map.ts';
import { words } from './words.ts';
import styles from './shortcuts-dialog.module.css';

/** Shortcuts of the message box are listed in their own section below. */
const WINDOW: readonly Shortcut[] = COMMANDS.flatMap(({ id, keys, title }) =>
  keys === undefined || id.startsWith('message.') ? [] : [{ keys: [keys], label: title }],
);

const PANES: readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] = [
  { title: 'Window', shortcuts: WINDOW },
  {
    title: 'Message',
    shortcuts: [
      { keys: ['Enter'], label: 'Send, or queue while the agent works' },
      { keys: ['Mod+Enter'], label: 'Send now: reading stops, changes end first' },
      { keys: ['Shift+Enter'], label: 'New line' },
    ],
  },
  {
    title: 'Permission queue',
    shortcuts: [
      { keys: ['a'], label: 'Allow once' },
      { keys: ['c'], label: 'Allow once, with words for the agent' },
      { keys: ['t'], label: 'Allow for this session' },
      { keys: ['Shift+A'], label: 'Always allow, with the rule shown' },
      { keys: ['e'], label: 'Change the input first' },
      { keys: ['h'], label: 'Allow only some changes of an edit' },
      { keys: ['d'], label: 'Deny' },
      { keys: ['Shift+D'], label: 'Deny with a message' },
      { keys: ['s'], label: 'Later' },
      { keys: ['x'], label: 'Explain' },
      { keys: ['ArrowDown', 'ArrowUp'], label: 'Turn to this request, then to the next and previous' },
      { keys: ['j', 'k'], label: 'Look at the next and previous request' },
    ],
  },
  {
    title: 'Terminals',
    shortcuts: [
      { keys: ['ArrowUp', 'ArrowDown'], label: 'Previous and next command' },
      { keys: ['Enter'], label: 'Go into the terminal, and type' },
      { keys: ['Shift+Escape'], label: 'Leave the terminal' },
      { keys: ['Mod+F'], label: 'Find in the terminal' },
    ],
  },
  {
    title: 'Timeline',
    shortcuts: [
      { keys: ['j', 'k'], label: 'Next and previous call' },
      { keys: ['Enter'], label: 'Open the inspector' },
      { keys: ['w'], label: 'Why was it decided so?' },
      { keys: ['o'], label: 'Open the file in your editor' },
      { keys: ['y'], label: 'Copy the command or path' },
      { keys: ['h', 'l'], label: 'Hide and show the calls of an agent' },
      { keys: ['/'], label: 'Filter by text, state, tool, agent' },
      { keys: ['n', 'Shift+N'], label: 'Next and previous match' },
      { keys: ['[', ']'], label: 'Previous and next failure or denial' },
      { keys: ['f'], label: 'Follow the newest call' },
      { keys: ['+', '-', '0'], label: 'Zoom in, out, show all; also Ctrl and the wheel' },
      { keys: ['Shift+ArrowLeft', 'Shift+ArrowRight'], label: 'Earlier and later; also Shift and the wheel' },
    ],
  },
];

interface Shortcut {
  readonly keys: readonly string[];
  readonly label: string;
}

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog open onClose={onClose} title={words.keyboardShortcuts} size="large">
      <div className={styles.columns}>
        {PANES.map((pane) => (
          <section key={pane.title} className={styles.group}>
            <h3 className={styles.heading}>{pane.title}</h3>
            <dl className={styles.list}>
              {pane.shortcuts.map((shortcut) => (
                <div key={shortcut.label} className={styles.row}>
                  <dt>{shortcut.label}</dt>
                  <dd className={styles.keys}>
                    {shortcut.keys.map((keys) => (
                      <Kbd key={keys} keys={keys} />
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
