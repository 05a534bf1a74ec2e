import { type RefObject, useEffect, useEffectEvent } from 'react';
import { storeReadingPlace } from '../../store/reading-place.ts';
import { useItems } from '../../store/selectors.ts';
import { useSought, useWantedMessage } from '../../store/sought-place.ts';
import { readingPlace } from './reading-place-of.ts';
import { showMessage } from './show-message.ts';
import { useLineKeys } from './use-line-keys.ts';

export interface FollowReadingProps {
  readonly sessionId: string;
  readonly scroller: RefObject<HTMLElement | null>;
  /** The list is at its end and follows what is new. */
  readonly following: boolean;
}

/** Says which turn of the conversation is read, and shows the one that is chosen in the timeline. Also its keys, as part of no first script. */
export function FollowReading({ sessionId, scroller, following }: FollowReadingProps) {
  const items = useItems(sessionId);
  useLineKeys(sessionId, scroller);
  const store = useEffectEvent((byPerson: boolean) => {
    const { itemId, isFound } = useSought.getState();
    // Any other place that is sought was chosen elsewhere.
    const scrolled = byPerson && (itemId === null || isFound === true);
    if (scroller.current) storeReadingPlace({ sessionId, ...readingPlace(scroller.current, items, following), scrolled });
  });
  useEffect(() => store(true), [following]);
  // A new message at the end begins the turn that is read.
  const takeNew = useEffectEvent(() => {
    if (following) store(false);
  });
  useEffect(() => takeNew(), [items]);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    let frame: number | undefined;
    const step = (): void => {
      frame = undefined;
      store(true);
    };
    const onScroll = (): void => {
      frame ??= requestAnimationFrame(step);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      element.removeEventListener('scroll', onScroll);
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [scroller]);

  const show = useEffectEvent((messageId: string) => {
    const element = scroller.current;
    const found = () => storeReadingPlace({ sessionId, messageId, callId: null, atEnd: false, scrolled: false });
    return element ? showMessage(element, items, messageId, found) : undefined;
  });
  useEffect(() => {
    let stop: (() => void) | undefined;
    const unsubscribe = useWantedMessage.subscribe(({ messageId }) => {
      stop?.();
      if (messageId !== null) stop = show(messageId);
    });
    return () => {
      unsubscribe();
      stop?.();
    };
  }, []);
  return null;
}
