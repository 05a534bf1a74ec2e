import type { ConversationItem } from '#shared/session/view.ts';
import { relativeTime } from '../ui/format.ts';
import { VisibleText } from '../ui/display/visible-text.tsx';
import type { RestorePoint } from './use-restore.ts';
import { WHAT_WORDS, words, type What } from './words.ts';
import styles from './restore-dialog.module.css';

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
          {WHAT_WORDS[what]}
        </label>
      ))}
    </fieldset>
  );
}

/** The states to restore, newest first. */
export function PointList({
  points,
  items,
  onChoose,
}: {
  readonly points: readonly RestorePoint[];
  readonly items: readonly ConversationItem[];
  readonly onChoose: (point: RestorePoint) => void;
}) {
  const textOf = (messageId: string | null): string => {
    if (messageId === null) return words.beforeRestore;
    const message = items.find((item) => item.id === messageId);
    return message?.type === 'user' ? message.text : words.earlierMessage;
  };
  return (
    <>
      <p className={styles.before}>{words.choosePoint}</p>
      <ul className={styles.points} aria-label={words.statesOfTheFiles}>
        {points.toReversed().map((point) => (
          <li key={`${point.checkpointId} ${point.messageId}`}>
            <button type="button" className={styles.point} onClick={() => onChoose(point)}>
              <span className={styles.pointText}>
                <VisibleText text={textOf(point.messageId)} />
              </span>
              <time className={styles.quiet}>{relativeTime(point.at)}</time>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
