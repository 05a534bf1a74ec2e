import { useId, useState, type KeyboardEvent } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Kbd } from '../ui/kbd.tsx';
import { COMMANDS, type Command } from './command-map.ts';
import styles from './command-palette.module.css';

/** Every act of the window, found by typing parts of its name. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const [query, setQuery] = useState('');
  const [at, setAt] = useState(0);
  const listId = useId();
  const found = matching(query);
  const current = found[Math.min(at, found.length - 1)];

  const run = (command: Command) => {
    onClose();
    // After the dialog gave the focus back, so that an act may move it.
    setTimeout(() => command.run(), 0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      setAt((Math.min(at, found.length - 1) + step + found.length) % found.length);
    } else if (event.key === 'Enter' && current) {
      // The focus goes back to where it was: the key mustn’t press what is there.
      event.preventDefault();
      run(current);
    }
  };

  return (
    <Dialog open onClose={onClose} title="Commands" size="small">
      <input
        className={styles.input}
        role="combobox"
        aria-label="Search commands"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={current && `${listId}-${current.id}`}
        placeholder="Type a command"
        autoFocus
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
      />
      <ul id={listId} role="listbox" aria-label="Commands" className={styles.list}>
        {found.map((command) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys go to the search box, which owns the list
          <li
            key={command.id}
            id={`${listId}-${command.id}`}
            role="option"
            aria-selected={command === current}
            className={classNames(styles.item, command === current && styles.current)}
            onClick={() => run(command)}
          >
            {command.label}
            {command.keys !== undefined && <Kbd keys={command.keys} />}
          </li>
        ))}
        {found.length === 0 && <li className={styles.none}>No command matches</li>}
      </ul>
    </Dialog>
  );
}

function matching(query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return COMMANDS.filter(
    (command) =>
      command.id !== 'palette' && (command.available?.() ?? true) && words.every((word) => command.label.toLowerCase().includes(word)),
  );
}
