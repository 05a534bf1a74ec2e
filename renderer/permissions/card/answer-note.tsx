import { useState } from 'react';
import type { DeferredAction } from '../../answers/deferred-answer.ts';
import { ignoredWords, words as answerWords } from '../../answers/words.ts';
import type { Ignored } from '../queue/use-ignored.ts';
import { cardWords } from './card-words.ts';
import styles from './ask-card.module.css';

/** Whether a letter answers the card once its button has filled (`offered`), or which button is filling. */
export type Filling = 'offered' | DeferredAction | null;

const FILL_WORDS = {
  offered: answerWords.fillsFirst,
  allow: answerWords.allowing,
  session: answerWords.allowingForSession,
  deny: answerWords.denying,
} as const;

interface AnswerNoteProps {
  readonly ignored: Ignored | null;
  readonly fill: Filling;
  /** A button that has to be held was let go too early. */
  readonly wasShort?: boolean;
}

/** What the last key did, or what the next one does, in a line that keeps its place. */
export function AnswerNote({ ignored, fill, wasShort = false }: AnswerNoteProps) {
  const [wasShown, setWasShown] = useState(false);
  const isShown = ignored !== null || fill !== null || wasShort;
  if (isShown && !wasShown) setWasShown(true);
  // Once there, the line stays: a press on a button ends what it says, and must not move that button.
  if (!isShown && !wasShown) return null;
  return (
    <p className={styles.ignored} data-plain={typeof ignored !== 'string'} role="status">
      {noteWords(ignored, fill) || (wasShort && cardWords.keepHolding)}
    </p>
  );
}

function noteWords(ignored: Ignored | null, fill: Filling): string {
  if (ignored === null) return fill === null ? '' : FILL_WORDS[fill];
  return typeof ignored === 'string' ? ignoredWords(ignored) : cardWords.readOn(ignored.seen, ignored.all);
}
