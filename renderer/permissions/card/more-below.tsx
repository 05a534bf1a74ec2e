import { ChevronDown } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { SHOWS_PAYLOAD } from '../../answers/shows-payload.ts';
import { words } from '../words.ts';
import styles from './more-below.module.css';

/**
 * Says that the card goes on behind its buttons, or further down in what it shows, and scrolls on. The first child of the buttons’ box, which
 * stays at the lower edge. Screen readers read all of the card anyway.
 */
export function MoreBelow() {
  const place = useRef<HTMLSpanElement>(null);
  const [goesOn, setGoesOn] = useState(false);
  useLayoutEffect(() => {
    const card = cardOf(place.current);
    if (!card) return undefined;
    const update = () => setGoesOn(scrollerThatGoesOn(card) !== undefined);
    update();
    const sizes = new ResizeObserver(update);
    for (const element of [card.list, card.foot, card.root]) sizes.observe(element);
    // Also of what scrolls in the card.
    card.list.addEventListener('scroll', update, { passive: true, capture: true });
    return () => {
      sizes.disconnect();
      card.list.removeEventListener('scroll', update, { capture: true });
    };
  }, []);
  const scrollOn = () => {
    const card = cardOf(place.current);
    const scroller = card && scrollerThatGoesOn(card);
    // The person scrolls: the card isn’t brought back to its start when this goes away.
    card?.list.dispatchEvent(new Event(SHOWS_PAYLOAD));
    scroller?.scrollBy({ top: scroller.clientHeight / 2 });
  };
  return (
    <span ref={place} className={styles.place} aria-hidden="true">
      {goesOn && (
        <button type="button" tabIndex={-1} className={styles.more} onClick={scrollOn}>
          {words.cardGoesOn} <ChevronDown size={12} strokeWidth={1.5} />
        </button>
      )}
    </span>
  );
}

interface Card {
  readonly list: Element;
  readonly root: Element;
  readonly foot: Element;
}

function cardOf(place: Element | null): Card | undefined {
  const foot = place?.parentElement;
  const root = foot?.parentElement;
  const list = root?.parentElement;
  return foot && root && list ? { list, root, foot } : undefined;
}

/** The list, if the buttons or its edge cover a part of the card; else what scrolls in the card itself and isn’t at its end. */
function scrollerThatGoesOn({ list, root, foot }: Card): Element | undefined {
  const bottomOf = (one: Element) => one.getBoundingClientRect().bottom;
  // A form on a phone doesn’t stay at the lower edge.
  const goesOn =
    getComputedStyle(foot).position === 'static'
      ? bottomOf(root) > bottomOf(list) + 2
      : Math.max(...[...root.children].filter((one) => one !== foot).map(bottomOf)) > foot.getBoundingClientRect().top + 2;
  if (goesOn) return list;
  return [...root.querySelectorAll('[role="group"][tabindex="0"], [data-pinned]')].find(
    ({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight < scrollHeight - 2,
  );
}
