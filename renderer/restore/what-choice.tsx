import { words } from './words.ts';
import styles from './restore-dialog.module.css';

export type What = 'files' | 'conversation' | 'both';

const WORDS: Readonly<Record<What, string>> = { files: 'Files', conversation: 'Conversation', both: 'Both' };

/** Chooses what to restore to its state before the message. */
export function WhatChoice({
  value,
  onChange,
  disabled,
}: {
  readonly value: What;
  readonly onChange: (what: What) => void;
  readonly disabled: boolean;
}) {
  return (
    <fieldset className={styles.what} disabled={disabled}>
      <legend className="visually-hidden">{words.whatToRestore}</legend>
      {(['files', 'conversation', 'both'] as const).map((what) => (
        <label key={what}>
          <input type="radio" name="what" checked={value === what} onChange={() => onChange(what)} />
          {WORDS[what]}
        </label>
      ))}
    </fieldset>
  );
}
