import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Refusal } from './answer-guard.ts';
import {
  type DeferredAction,
  FILL_STEP,
  FILL_STEPS,
  fillRefusal,
  isForQueue,
  isLetter,
  leavesOffer,
  type KeysState,
  NO_KEYS,
  pressed,
  pressedAgain,
  released,
  type WindowKey,
} from './deferred-answer.ts';
import type { AnswerGuard } from './use-answer-guard.ts';

interface Fill {
  readonly action: DeferredAction;
  readonly card: string | null;
}

export interface DeferredAnswer {
  /** The answer whose button is filling. */
  readonly filling: DeferredAction | null;
  /** Starts the fill for the key that was just pressed, or says why not. */
  readonly start: (action: DeferredAction) => Refusal | undefined;
  /** Why the key that was just pressed counts for nothing without engagement: it may be part of a text. */
  readonly refusal: () => Refusal | undefined;
  /** Whether this key stopped a fill: it answers nothing else. */
  readonly wasStopper: (event: KeyboardEvent) => boolean;
}

interface Deferred {
  /** Identifies everything the card shows. */
  readonly card: string | null;
  readonly element: RefObject<HTMLElement | null>;
  readonly guard: AnswerGuard;
  /** The button is full and nothing else was pressed: the answer counts. */
  readonly onFull: (action: DeferredAction) => void;
  readonly onStopped: (why: Refusal) => void;
}

/** An answer by letter to a card that follows an answered one: it counts only once its button has filled and nothing else was pressed. */
export function useDeferredAnswer({ card, element, guard, onFull, onStopped }: Deferred): DeferredAnswer {
  const [fill, setFill] = useState<Fill | null>(null);
  /** The same, for events that come before it is rendered. */
  const current = useRef<Fill | null>(null);
  const keys = useRef<KeysState>(NO_KEYS);
  const stopper = useRef<KeyboardEvent | null>(null);
  const set = (next: Fill | null) => {
    current.current = next;
    setFill(next);
  };

  const stop = useEffectEvent((why: Refusal, isOffered = false) => {
    if (current.current === null) return;
    set(null);
    if (!isOffered) guard.interrupt();
    onStopped(why);
  });
  const finish = useEffectEvent(() => {
    const action = current.current?.action;
    if (action === undefined) return;
    const hasFocus = document.hasFocus() && element.current?.contains(document.activeElement) === true;
    if (keys.current.down !== null) return stop('repeated', true);
    if (!hasFocus || !guard.follows()) return stop('stopped');
    set(null);
    onFull(action);
  });
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const key = windowKey(event);
    const isFilling = current.current !== null;
    if (isFilling) stopper.current = event;
    if (isLetter(key) && LETTER_OF[current.current?.action ?? ''] === key.key.toLowerCase()) {
      keys.current = pressedAgain(keys.current, key);
      return;
    }
    keys.current = pressed(keys.current, key);
    const leaves = isForQueue(key) ? event.target === element.current : isLetter(key);
    if (!isFilling && !leaves) guard.interrupt();
    stop('stopped', leavesOffer(key));
  });
  const onPress = useEffectEvent(() => {
    guard.interrupt();
    stop('stopped');
  });

  useLayoutEffect(() => {
    if (current.current !== null && current.current.card !== card) stop('changed');
  }, [card]);

  useEffect(() => {
    if (fill === null) return undefined;
    let steps = 0;
    let frame = 0;
    let end: ReturnType<typeof setTimeout> | undefined;
    // Steps, because a timer that is late must not end a fill of which little was shown.
    const timer = setInterval(() => {
      steps += 1;
      if (steps < FILL_STEPS) return;
      clearInterval(timer);
      // What was pressed while the window was busy is handled before the next frame. A hidden window draws none.
      frame = requestAnimationFrame(() => {
        end = setTimeout(() => finish());
      });
    }, FILL_STEP);
    return () => {
      clearInterval(timer);
      cancelAnimationFrame(frame);
      clearTimeout(end);
    };
  }, [fill]);

  useEffect(() => {
    const down = (event: KeyboardEvent) => onKeyDown(event);
    const up = ({ key }: KeyboardEvent) => {
      keys.current = released(keys.current, key);
    };
    const press = () => onPress();
    window.addEventListener('keydown', down, true);
    window.addEventListener('keyup', up, true);
    for (const type of PRESSES) window.addEventListener(type, press, true);
    window.addEventListener('blur', press);
    document.addEventListener('visibilitychange', press);
    return () => {
      window.removeEventListener('keydown', down, true);
      window.removeEventListener('keyup', up, true);
      for (const type of PRESSES) window.removeEventListener(type, press, true);
      window.removeEventListener('blur', press);
      document.removeEventListener('visibilitychange', press);
    };
  }, []);

  return {
    filling: fill?.card === card ? (fill?.action ?? null) : null,
    start: (action) => {
      const why = fillRefusal(keys.current, guard.paintedAt());
      if (why === undefined) set({ action, card });
      return why;
    },
    refusal: () => fillRefusal(keys.current, guard.paintedAt()),
    wasStopper: (event) => stopper.current === event,
  };
}

const LETTER_OF: Readonly<Record<string, string>> = { allow: 'a', session: 't', deny: 'd' };

const PRESSES = ['pointerdown', 'compositionstart', 'paste', 'drop'] as const;

function windowKey(event: KeyboardEvent): WindowKey {
  return {
    key: event.key,
    at: event.timeStamp,
    repeat: event.repeat,
    composing: event.isComposing || event.key === 'Process' || event.key === 'Dead',
    modified: event.ctrlKey || event.altKey || event.shiftKey || event.metaKey,
  };
}
