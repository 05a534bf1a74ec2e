import { savedSight } from './saved-sight.ts';
import { SHOWS_PAYLOAD } from './shows-payload.ts';
import { firstGap, lengthIn, type Stretches, withStretch } from './stretches.ts';

/** What a card allows, marked by the card; `pending` while it is loaded. A panel may show it instead, to change it. */
const PAYLOAD = '[data-payload], [data-shows-diff]';
/** One of several requests on a card, by its ID. */
const REQUEST = '[data-request]';
/** What scrolls by itself in a payload, as `ScrollArea` makes it. */
const SCROLLS = '[role="group"][tabindex="0"]';

/** A line of a diff that was added or removed. */
const CHANGED = '[data-changed]';

/** How much has to be in view where the start is enough: three lines of a command. Of a longer one, “More below” says that it goes on. Pixels. */
const ENOUGH = 64;
/** A line of text, at least. Pixels. */
const LINE = 16;
/** Borders and padding, which show nothing. Pixels. */
const BLANK = 8;
/** How far apart it is looked at. Pixels. */
const STEP = 4;

/** How much of what a card allows must have been in view: some lines of each request, or every line of it, at any time. */
export type MustSee = 'start' | 'all';

interface Place {
  readonly part: Element;
  /** Below its upper edge, in pixels. */
  readonly offset: number;
}

/**
 * Keeps what was in view of what a card allows: inside all that scrolls, and not behind buttons or anything that lies over it. It is kept by
 * part, since a long text is laid out, and gets its height, only as it is scrolled to.
 */
export interface PayloadSight {
  readonly look: (card: Element) => void;
  /** The same for what an answer saves, once what is allowed was in view. */
  readonly lookAtSaved: (card: Element) => void;
  /** `request`: of several on the card, only this one. */
  readonly isSeen: (card: Element, mustSee: MustSee, request?: string) => boolean;
  /** Whether some of what the card allows, or of the one request, is in view at this moment. */
  readonly isInView: (card: Element, request?: string) => boolean;
  /** Whether all that an answer saves was in view, as it is now. */
  readonly isSavedSeen: (card: Element) => boolean;
  /**
   * Scrolls to the first that wasn’t in view; to the start of what is out of view now, if all of it was. Returns how far a text is read whose
   * start was in view.
   */
  readonly show: (card: Element, mustSee: MustSee, request?: string) => ReadSoFar | undefined;
}

/** How many lines of a text were in view, of how many as they are laid out. */
export interface ReadSoFar {
  readonly seen: number;
  readonly all: number;
}

export function payloadSight(): PayloadSight {
  const seen = new WeakMap<Element, { readonly width: number; readonly stretches: Stretches }>();
  const complete = new WeakSet<Element>();
  const saved = savedSight();

  const seenOf = (part: Element, width: number): Stretches => {
    const before = seen.get(part);
    // In another width, lines break elsewhere.
    return before?.width === width ? before.stretches : [];
  };
  const keep = (part: Element, from: number, to: number) => {
    if (complete.has(part)) return;
    const { top, width, height } = part.getBoundingClientRect();
    const stretches = withStretch(seenOf(part, width), from - top, to - top);
    if (firstGap(stretches, height, BLANK) === undefined) complete.add(part);
    seen.set(part, { width, stretches });
  };
  const lookAt = (payload: Element) => {
    const box = payload.getBoundingClientRect();
    for (const part of partsOf(payload)) {
      const { left, width, top, bottom } = part.getBoundingClientRect();
      const [first, last] = [Math.max(top, box.top, 0), Math.min(bottom, box.bottom, window.innerHeight)];
      if (last <= first || complete.has(part)) continue;
      let from: number | undefined;
      for (let y = first; y < last; y += STEP) {
        if (isHit(part, { left, width }, y)) from ??= y;
        else if (from !== undefined) {
          keep(part, from - STEP, y);
          from = undefined;
        }
      }
      if (from !== undefined) keep(part, from - STEP, last + STEP);
    }
  };

  const gapIn = (payload: Element): Place | undefined => {
    for (const part of partsOf(payload)) {
      if (complete.has(part) || !part.checkVisibility()) continue;
      const { width, height } = part.getBoundingClientRect();
      const offset = firstGap(seenOf(part, width), height, BLANK);
      if (offset !== undefined) return { part, offset };
    }
    return undefined;
  };
  const showsEnough = (payload: Element): boolean => {
    let height = 0;
    let inView = 0;
    for (const part of partsOf(payload)) {
      const own = part.getBoundingClientRect();
      height += own.height;
      inView += lengthIn(seenOf(part, own.width), own.height);
      if (inView >= ENOUGH - BLANK) return true;
    }
    return height > BLANK && inView >= height - BLANK;
  };
  /** The first line that a diff changes: what stands before it allows nothing. */
  const unseenChange = (payload: Element): Place | undefined => {
    const lines = [...payload.querySelectorAll(CHANGED)];
    const line = lines.find((one) => one.checkVisibility());
    // Changed lines of which none is shown: nobody has seen what changes.
    if (!line) return lines.length > 0 ? { part: payload, offset: 0 } : undefined;
    const part = partAt(line, payload);
    if (!part) return { part: payload, offset: 0 };
    if (complete.has(part)) return undefined;
    const { top, width } = part.getBoundingClientRect();
    const own = line.getBoundingClientRect();
    const offset = own.top - top;
    const isSeen = seenOf(part, width).some(([from, to]) => from <= offset + BLANK && to >= offset + own.height - BLANK);
    return isSeen ? undefined : { part, offset };
  };
  const unseenOf = (payloads: readonly HTMLElement[], mustSee: MustSee): Place | undefined => {
    const pending = payloads.find((one) => one.dataset['payload'] === 'pending');
    const shown = payloads.filter((one) => one.checkVisibility());
    const [first] = shown;
    const unready = pending ?? (first ? undefined : payloads[0]);
    if (unready) return { part: unready, offset: 0 };
    // A form in which it is changed shows what its user looks at.
    const whole = mustSee === 'all' ? shown.filter(({ dataset }) => dataset['payload'] !== undefined) : [];
    for (const one of whole) {
      const gap = gapIn(one);
      if (gap) return gap;
    }
    if (!first) return undefined;
    return showsEnough(first) ? unseenChange(first) : { part: first, offset: 0 };
  };
  const readSoFar = (card: Element): ReadSoFar | undefined => {
    const shown = payloadsOf(card).filter((one) => one.checkVisibility());
    const isOneText = new Set(shown.map(requestOf)).size === 1 && shown.every(({ dataset }) => dataset['payload'] === '');
    if (!isOneText || !shown[0] || !showsEnough(shown[0])) return undefined;
    let [seenLines, all] = [0, 0];
    for (const part of shown.flatMap((one) => partsOf(one)).filter((one) => one.checkVisibility())) {
      const { width, height } = part.getBoundingClientRect();
      const line = Number.parseFloat(getComputedStyle(part).lineHeight) || LINE;
      all += height / line;
      seenLines += (complete.has(part) ? height : lengthIn(seenOf(part, width), height)) / line;
    }
    return { seen: Math.floor(Math.min(seenLines, all - 1)), all: Math.floor(all) };
  };
  const firstUnseen = (card: Element, mustSee: MustSee, request: string | undefined): Place | undefined => {
    for (const payloads of requestsOf(card, request)) {
      const place = unseenOf(payloads, mustSee);
      if (place) return place;
    }
    return undefined;
  };

  return {
    look: (card) => {
      payloadsOf(card).forEach(lookAt);
      saved.look(card);
    },
    lookAtSaved: saved.look,
    isInView: (card, request) => shownIn(card, request).some(isInView),
    isSavedSeen: (card) => saved.firstUnseen(card) === undefined,
    isSeen: (card, mustSee, request) => firstUnseen(card, mustSee, request) === undefined,
    show: (card, mustSee, request) => {
      card.dispatchEvent(new Event(SHOWS_PAYLOAD, { bubbles: true }));
      const unseen = firstUnseen(card, mustSee, request);
      const read = unseen && mustSee === 'all' && request === undefined ? readSoFar(card) : undefined;
      const place = unseen ?? saved.firstUnseen(card) ?? startOf(shownIn(card, request));
      if (place) scrollTo(card, place);
      return read;
    },
  };
}

const payloadsOf = (card: Element): HTMLElement[] => [...card.querySelectorAll<HTMLElement>(PAYLOAD)];

const requestOf = (payload: Element): string => payload.closest<HTMLElement>(REQUEST)?.dataset['request'] ?? '';

/** What the card allows, or that of one of its requests. */
function payloadsIn(card: Element, request: string | undefined): readonly HTMLElement[] {
  return payloadsOf(card).filter((payload) => request === undefined || requestOf(payload) === request);
}

/** The same, or the card itself where its title says it all. */
function shownIn(card: Element, request: string | undefined): readonly Element[] {
  const payloads = payloadsIn(card, request);
  return payloads.length > 0 ? payloads : [card];
}

/** The payloads of each request on the card, or of one. */
function requestsOf(card: Element, request: string | undefined): Iterable<readonly HTMLElement[]> {
  return Map.groupBy(payloadsIn(card, request), requestOf).values();
}

/** Where the first that is shown starts, unless some of them is in view. */
function startOf(payloads: readonly Element[]): Place | undefined {
  const part = payloads.some(isInView) ? undefined : payloads.find((one) => one.checkVisibility());
  return part && { part, offset: 0 };
}

/** Whether a line of it is in view, at least. */
function isInView(payload: Element): boolean {
  const { left, width, top, bottom } = payload.getBoundingClientRect();
  const least = Math.min(LINE, bottom - top) - STEP;
  let height = 0;
  for (let y = Math.max(top, 0); y < Math.min(bottom, window.innerHeight); y += STEP) {
    height = isHit(payload, { left, width }, y) ? height + STEP : 0;
    if (height >= least) return true;
  }
  return false;
}

/** Whether the part is in view at this height: “More below” lies over the end of a line. */
function isHit(part: Element, { left, width }: Pick<DOMRect, 'left' | 'width'>, y: number): boolean {
  return [left + Math.min(width / 2, 24), left + width / 2].some((x) => part.contains(document.elementFromPoint(x, y)));
}

/** A payload is looked at in parts: what is in that which scrolls in it, and what is around that. */
function partsOf(box: Element, isPayload = true): readonly Element[] {
  if (box.matches(SCROLLS)) return [...box.children];
  return isPayload || box.querySelector(SCROLLS) ? [...box.children].flatMap((child) => partsOf(child, false)) : [box];
}

/** The part that the element is in. */
function partAt(hit: Element, payload: Element): Element | undefined {
  let part: Element | undefined;
  for (let one: Element | null = hit; one && one !== payload; one = one.parentElement) {
    if (one.parentElement?.matches(SCROLLS)) return one;
    if (one.querySelector(SCROLLS) || one.matches(SCROLLS)) return part;
    part = one;
  }
  return part;
}

/** Brings a place of what the card allows to the upper edge of all that scrolls around it. */
function scrollTo(card: Element, { part, offset }: Place): void {
  const payload = part.closest(PAYLOAD);
  const margin = payload ? Number.parseFloat(getComputedStyle(payload).scrollMarginTop) : heightOver(card);
  for (let box = part.parentElement; box && box !== card.parentElement?.parentElement; box = box.parentElement) {
    if (box.scrollHeight <= box.clientHeight || !/auto|scroll/u.test(getComputedStyle(box).overflowY)) continue;
    const down = part.getBoundingClientRect().top + offset - box.getBoundingClientRect().top;
    box.scrollBy({ top: down - (payload?.contains(box) ? BLANK : margin), behavior: 'instant' });
  }
}

/** Of what stays at the upper edge while a panel is open: the command, and why the last answer was ignored. */
function heightOver(card: Element): number {
  return [...card.querySelectorAll<HTMLElement>('[data-pinned], [data-answers] > [role="status"]')]
    .map((one) => ({ one, style: getComputedStyle(one) }))
    .filter(({ style }) => style.position === 'sticky' && style.top !== 'auto')
    .reduce((height, { one }) => height + one.offsetHeight, BLANK);
}
