import { useState } from 'react';
import { type ChosenKeys, commandKeys, WINDOW_COMMANDS, type WindowCommandId } from '#shared/contract/window-commands.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Kbd } from '../../ui/display/kbd.tsx';
import { withKeys, withUsualKeys } from './key-changes.ts';
import { RecordKeys } from './record-keys.tsx';
import { words } from './words.ts';
import styles from './key-list.module.css';

export interface KeyRowProps {
  readonly id: WindowCommandId;
  readonly chosen: ChosenKeys;
  readonly onChange: (next: ChosenKeys) => void;
}

/** A command with its keys: change, remove, reset. */
export function KeyRow({ id, chosen, onChange }: KeyRowProps) {
  const [recording, setRecording] = useState(false);
  const { title, keys: usual } = WINDOW_COMMANDS[id];
  const keys = commandKeys(id, chosen);
  const isChanged = chosen[id] !== undefined;
  return (
    <li className={styles.row} data-setting={`keys.${id}`}>
      <span className={styles.title}>{title}</span>
      {recording ? (
        <RecordKeys
          id={id}
          chosen={chosen}
          onRecorded={(chord) => {
            setRecording(false);
            onChange(withKeys(chosen, id, chord));
          }}
          onCancel={() => setRecording(false)}
        />
      ) : (
        <>
          <span className={styles.keys}>
            {keys === undefined ? <span className={styles.none}>{words.noKeys}</span> : <Kbd keys={keys} always />}
            {isChanged && usual !== undefined && (
              <span className={styles.usual}>
                {words.usualAre} <Kbd keys={usual} always />
              </span>
            )}
          </span>
          <span className={styles.buttons}>
            <Button size="small" variant="quiet" aria-label={words.changeOf(title)} onClick={() => setRecording(true)}>
              {words.change}
            </Button>
            {keys !== undefined && (
              <Button size="small" variant="quiet" aria-label={words.removeOf(title)} onClick={() => onChange(withKeys(chosen, id, null))}>
                {words.remove}
              </Button>
            )}
            {isChanged && (
              <Button size="small" variant="quiet" aria-label={words.resetOf(title)} onClick={() => onChange(withUsualKeys(chosen, id))}>
                {words.reset}
              </Button>
            )}
          </span>
        </>
      )}
    </li>
  );
}
