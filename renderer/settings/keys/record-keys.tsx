import { useEffect, useRef, useState } from 'react';
import { type ChosenKeys, WINDOW_COMMANDS, type WindowCommandId } from '#shared/contract/window-commands.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Kbd } from '../../ui/display/kbd.tsx';
import { chordOf } from './chord-of.ts';
import { holderOf, keyProblem } from './key-changes.ts';
import { words } from './words.ts';
import styles from './key-list.module.css';

export interface RecordKeysProps {
  readonly id: WindowCommandId;
  readonly chosen: ChosenKeys;
  readonly onRecorded: (chord: string) => void;
  readonly onCancel: () => void;
}

/** Waits for the new keys of a command. No press reaches the window while it does. Keys of another command are taken only after a question. */
export function RecordKeys({ id, chosen, onRecorded, onCancel }: RecordKeysProps) {
  const field = useRef<HTMLDivElement>(null);
  const [chord, setChord] = useState<string>();
  useEffect(() => field.current?.focus(), []);
  const problem = chord === undefined ? undefined : keyProblem(chord);
  const holder = chord === undefined || problem !== undefined ? undefined : holderOf(chord, id, chosen);

  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing || (event.key === 'Tab' && !event.ctrlKey && !event.metaKey && !event.altKey)) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.repeat) return;
    if (event.key === 'Escape') return onCancel();
    const pressed = chordOf(event.nativeEvent);
    if (pressed === undefined) return;
    if (keyProblem(pressed) === undefined && holderOf(pressed, id, chosen) === undefined) return onRecorded(pressed);
    setChord(pressed);
  };
  return (
    <div className={styles.recording}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- takes any key, like a text field, and shows it as keys. */}
      <div
        ref={field}
        role="textbox"
        aria-label={words.pressOf(WINDOW_COMMANDS[id].title)}
        tabIndex={0}
        className={styles.field}
        onKeyDown={onKeyDown}
      >
        {chord === undefined ? <span className={styles.none}>{words.press}</span> : <Kbd keys={chord} always />}
      </div>
      {holder !== undefined && chord !== undefined && (
        <Button size="small" onClick={() => onRecorded(chord)}>
          {words.takeHere}
        </Button>
      )}
      <Button size="small" variant="quiet" onClick={onCancel}>
        {words.cancel}
      </Button>
      <p role="alert" className={problem === undefined ? styles.conflict : styles.problem}>
        {problem !== undefined && words.problems[problem]}
        {holder !== undefined && words.usedBy(WINDOW_COMMANDS[holder].title)}
      </p>
    </div>
  );
}
