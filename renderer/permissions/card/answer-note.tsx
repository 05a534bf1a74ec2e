import { useState } from 'react';
import type { Refusal } from '../../answers/answer-guard.ts';
import type { DeferredAction } from '../../answers/deferred-answer.ts';
import { ignoredWords, words as answerWords } from '../../answers/words.ts';
import styles from './ask-card.module.css';

/** Whether a letter answers the card once its button has filled (`offered`), or which button is filling. */
export type Filling = 'offered' | DeferredAction | null;

const FILL_WORDS = {
  offered: answerWords.fillsFirst,
  allow: answerWords.allowing,
  session: answerWords.allowingForSession,
  deny: answerWords.denying,
} as const;

/** What the last key did, or what the next one does, in a line that keeps its place. */
export function AnswerNote({ ignored, fill }: { readonly ignored: Refusal | null; readonly fill: Filling }) {
  const [wasShown, setWasShown] = useState(false);
  const isShown = ignored !== null || fill !== null;
  if (isShown && !wasShown) setWasShown(true);
  // Once there, the line stays: a press on a button ends what it says, and must not move that button.
  if (!isShown && !wasShown) return null;
  return (
    <p className={styles.ignored} data-plain={ignored === null} role="status">
      {ignored !== null ? ignoredWords(ignored) : fill !== null && FILL_WORDS[fill]}
    </p>
  );
}
