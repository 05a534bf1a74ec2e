import { type RefObject, useLayoutEffect } from 'react';
import { LOW } from '../../ui/use-media-query.ts';
import { onEngage } from '../../answers/use-answer-guard.ts';
import { SHOWS_PAYLOAD } from '../../answers/shows-payload.ts';
import { edgeHeight } from './use-hidden-rows.ts';

const ROW = 'button[data-ask]';

/** Keys that scroll the list, unless a field takes them. */
const SCROLL_KEYS: ReadonlySet<string> = new Set(['pageup', 'pagedown', 'home', 'end', ' ']);
const FIELDS = 'input, textarea, select, [contenteditable="true"], button';

/** Space left above an explanation of which not all fits, or a command. Pixels. */
const GAP = 12;
/** So much of a command is in view where it is seen to be one. Pixels. */
const LINE = 40;

/**
 * Keeps the open card in view among the rows while it and the list change, until the user scrolls, and again when it opens or closes a panel or
 * an explanation, or the user goes to it. `onMoved`: it was scrolled.
 */
export function useReveal(card: RefObject<HTMLElement | null>, shown: string | null, onMoved: () => void): void {
  useLayoutEffect(() => {
    const element = card.current;
    const list = element?.parentElement;
    if (shown === null || !element || !list) return undefined;
    let isFollowed = true;
    const reveal = (seeks = false) => {
      const before = list.scrollTop;
      const edge = edgeHeight(list);
      // What hides rows above or below it must not hide the card.
      const above = element.previousElementSibling?.matches(ROW) === true ? edge : 0;
      const below = element.nextElementSibling?.matches(ROW) === true ? edge : 0;
      const { offsetTop: top, offsetHeight: height } = element;
      const fits = height < list.clientHeight - above - below;
      // A form that grows must not cover what it is about.
      if (!isFollowed && !(fits && element.dataset['panel'] !== undefined)) return;
      const room = list.clientHeight - below;
      if (!fits) list.scrollTo({ top: Math.max(placeOfHighCard(element, above, room), seeks ? placeOfPayload(element, above, room) : 0) });
      else if (top - above < before) list.scrollTo({ top: top - above });
      else if (top + height > before + room) list.scrollTo({ top: Math.min(atRow(list, top + height - room), top - above) });
      if (list.scrollTop !== before) onMoved();
    };
    reveal();
    const sizes = new ResizeObserver(() => reveal());
    sizes.observe(element);
    sizes.observe(list);
    const revealAgain = (seeks = false) => {
      isFollowed = true;
      reveal(seeks);
    };
    const panels = new MutationObserver(() => revealAgain());
    const ends = onEngage(() => revealAgain(true));
    panels.observe(element, { attributes: true, attributeFilter: ['data-panel', 'data-explained'] });
    const stop = () => {
      isFollowed = false;
    };
    const stopAtKey = ({ key, target }: KeyboardEvent) => {
      if (SCROLL_KEYS.has(key.toLowerCase()) && !(target instanceof Element && target.matches(FIELDS))) stop();
    };
    // Choosing or writing what is saved, where that has the card's place.
    const stopAtInput = () => {
      if (showsSaved(element)) stop();
    };
    const stopAtBar = ({ target }: PointerEvent) => {
      if (target === list) stop();
    };
    list.addEventListener(SHOWS_PAYLOAD, stop);
    list.addEventListener('wheel', stop, { passive: true });
    list.addEventListener('touchmove', stop, { passive: true });
    list.addEventListener('keydown', stopAtKey);
    list.addEventListener('input', stopAtInput);
    list.addEventListener('pointerdown', stopAtBar);
    return () => {
      sizes.disconnect();
      panels.disconnect();
      ends();
      list.removeEventListener(SHOWS_PAYLOAD, stop);
      list.removeEventListener('wheel', stop);
      list.removeEventListener('touchmove', stop);
      list.removeEventListener('keydown', stopAtKey);
      list.removeEventListener('input', stopAtInput);
      list.removeEventListener('pointerdown', stopAtBar);
    };
  }, [card, shown, onMoved]);
}

/** A low window has room for what an answer saves, or for what it is about. */
function showsSaved(card: HTMLElement): boolean {
  return card.dataset['panel'] === 'always' && window.matchMedia(LOW).matches;
}

/** A card higher than the list is shown from its top; if it explains itself, so that the explanation is read below the command. */
function placeOfHighCard(card: HTMLElement, above: number, room: number): number {
  const start = card.offsetTop - above;
  const explanation = card.querySelector<HTMLElement>(':scope > [data-explanation]');
  const foot = card.lastElementChild;
  if (showsSaved(card) && foot instanceof HTMLElement) return foot.offsetTop;
  if (!explanation || !foot) return start;
  const { offsetTop: top, offsetHeight: height } = explanation;
  const whole = top + height - (room - foot.clientHeight);
  return Math.max(start, Math.min(whole, top - above - pinnedHeight(card) - GAP));
}

/** Where the person who goes to a high card sees what it allows, if that isn’t in view from its top. */
function placeOfPayload(card: HTMLElement, above: number, room: number): number {
  const payload = card.querySelector<HTMLElement>('[data-payload]');
  const foot = card.lastElementChild;
  if (!payload || !foot) return 0;
  const top = payload.offsetTop - above;
  return top + LINE > card.offsetTop + room - foot.clientHeight - above ? top - GAP : 0;
}

/** Of the command, which stays at the upper edge while the card scrolls. */
function pinnedHeight(card: HTMLElement): number {
  const pinned = card.querySelector<HTMLElement>(':scope > [data-pinned]');
  return pinned?.offsetHeight ?? 0;
}

/** The next place at which no row above is cut. */
function atRow(list: HTMLElement, place: number): number {
  const rows = [...list.querySelectorAll<HTMLElement>(`:scope > ${ROW}`)];
  return rows.find(({ offsetTop }) => offsetTop >= place)?.offsetTop ?? place;
}
