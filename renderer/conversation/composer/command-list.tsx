import { useEffect, useRef } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import look from '../../ui/overlays/offered-list.module.css';
import { words } from '../words.ts';
import type { ListedCommand } from './use-commands.ts';
import styles from './command-list.module.css';
import list from './mention-list.module.css';

interface CommandListProps {
  readonly id: string;
  readonly commands: readonly ListedCommand[];
  readonly chosen: number;
  readonly onPick: (command: ListedCommand) => void;
}

/** Commands to choose from; the message box keeps the focus and handles the keys. */
export function CommandList({ id, commands, chosen, onPick }: CommandListProps) {
  const box = useRef<HTMLUListElement>(null);
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen, commands]);
  return (
    <ul ref={box} id={id} role="listbox" aria-label={words.commands} tabIndex={0} className={classNames(look.list, list.list)}>
      {commands.map((command, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the message box has the
        // focus and handles the keys
        <li
          key={command.name}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === chosen}
          className={classNames(look.option, list.file)}
          // Before the box would lose the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onPick(command);
          }}
        >
          <span className={styles.name}>
            /<VisibleText text={command.name} />
            {command.argumentHint !== undefined && (
              <span className={styles.hint}>
                {' '}
                <VisibleText text={command.argumentHint} />
              </span>
            )}
          </span>
          <span className={styles.description}>
            <VisibleText text={command.description} />
          </span>
          <span className={styles.origin}>{command.origin}</span>
        </li>
      ))}
    </ul>
  );
}
