import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { LOW, PHONE, SMALL_PHONE, useMediaQuery } from '../../ui/use-media-query.ts';
import { words } from '../words.ts';

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
 * On a small phone those that a press gives.
 */
export function useMoreAnswers(): MoreAnswers {
  const isSmall = useMediaQuery(SMALL_PHONE);
  const isPhone = useMediaQuery(PHONE);
  const offered = useMediaQuery(LOW) || isPhone;
  const [open, setOpen] = useState(false);
  return { offered, isSmall, shown: !offered || open, onToggle: () => setOpen(!open) };
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
      <Button variant="quiet" aria-expanded={explained} onClick={() => act('explain')} title={words.explainHint}>
        {words.explain}
      </Button>
    </>
  );
}
