import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { LOW, ONE_PANE, PHONE, SMALL_PHONE, useMediaQuery } from '../../ui/use-media-query.ts';
import { words } from '../words.ts';
import styles from './ask-card.module.css';

export interface MoreAnswers {
  /** Whether the answers that are given less often are behind a button. */
  readonly offered: boolean;
  /** Whether they are in sight: where there is room for them, always. */
  readonly shown: boolean;
  /** Also those to this one call that need more than a press. */
  readonly isSmall: boolean;
  readonly onToggle: () => void;
}

/**
 * On a phone and in a low window, only the answers to this one call are in sight: with all of them there is no room for what the call does.
 * On a small phone those that a press gives, and on a phone on its side too if it is `high`: they are in one row then.
 */
export function useMoreAnswers(high: boolean): MoreAnswers {
  const isSmallPhone = useMediaQuery(SMALL_PHONE);
  const isPhone = useMediaQuery(PHONE);
  const isOnePane = useMediaQuery(ONE_PANE);
  const offered = useMediaQuery(LOW) || isPhone;
  const [open, setOpen] = useState(false);
  const isSmall = isSmallPhone || (high && isOnePane && !isPhone);
  return { offered, isSmall, shown: !offered || open, onToggle: () => setOpen(!open) };
}

/** While it is explained, the answers are in one row where there is little room; *More* ends that. */
export function moreWhileExplained(more: MoreAnswers, explained: boolean, onEnd: () => void): MoreAnswers {
  if (!explained || !more.offered) return more;
  const onToggle = () => {
    onEnd();
    if (!more.shown) more.onToggle();
  };
  return { ...more, shown: false, isSmall: true, onToggle };
}

/** The answers that are always there: a box of its own where others are added to it. */
export function AnswerRow({ more, children }: { readonly more: MoreAnswers; readonly children: ReactNode }) {
  return more.offered ? (
    <div className={styles.row} data-row="">
      {children}
    </div>
  ) : (
    children
  );
}

/** Shows and hides the other answers. */
export function MoreButton({ offered, shown, onToggle }: MoreAnswers) {
  if (!offered) return null;
  const Chevron = shown ? ChevronUp : ChevronDown;
  return (
    <Button variant="quiet" aria-expanded={shown} onClick={onToggle}>
      {words.more} <Chevron size={14} strokeWidth={1.5} aria-hidden="true" />
    </Button>
  );
}

interface LaterAndExplainProps {
  readonly armed: boolean;
  readonly explained: boolean;
  readonly act: (action: 'later' | 'explain') => void;
}

/** The last buttons of every card: they answer nothing. */
export function LaterAndExplain({ armed, explained, act }: LaterAndExplainProps) {
  return (
    <>
      <Button variant="quiet" disabled={!armed} onClick={() => act('later')} title={words.laterHint}>
        {words.later}
      </Button>
      <ExplainButton explained={explained} act={act} />
    </>
  );
}

export function ExplainButton({ explained, act }: Omit<LaterAndExplainProps, 'armed'>) {
  return (
    <Button variant="quiet" aria-expanded={explained} onClick={() => act('explain')} title={words.explainHint}>
      {words.explain}
    </Button>
  );
}
