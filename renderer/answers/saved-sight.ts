import { firstGap, type Stretches, withStretch } from './stretches.ts';

/** What an answer saves, and where, marked with it: a field, or a text. */
const SAVED = '[data-saves]';

/** Borders and padding, which show nothing. Pixels. */
const BLANK = 8;
/** How far apart it is looked at. Pixels. */
const STEP = 4;

/** Something that is saved, with the element that shows it. */
interface Saved {
  readonly what: string;
  readonly part: Element;
}

/** Keeps what was in view of what an answer saves: another rule, or another place to save it in, counts anew. */
export interface SavedSight {
  readonly look: (card: Element) => void;
  /** The first that wasn’t in view whole, and how far below its upper edge. */
  readonly firstUnseen: (card: Element) => { readonly part: Element; readonly offset: number } | undefined;
}

export function savedSight(): SavedSight {
  const seen = new WeakMap<Element, { readonly what: string; readonly width: number; readonly stretches: Stretches }>();
  const seenOf = ({ what, part }: Saved, width: number): Stretches => {
    const before = seen.get(part);
    return before?.what === what && before.width === width ? before.stretches : [];
  };
  const lookAt = (saved: Saved) => {
    const { left, width, top, bottom } = saved.part.getBoundingClientRect();
    const columns = [left + Math.min(width / 2, 24), left + width / 2];
    let stretches = seenOf(saved, width);
    for (let y = Math.max(top, 0); y < Math.min(bottom, window.innerHeight); y += STEP)
      if (columns.some((x) => saved.part.contains(document.elementFromPoint(x, y))))
        stretches = withStretch(stretches, y - STEP - top, y + STEP - top);
    seen.set(saved.part, { what: saved.what, width, stretches });
  };
  return {
    look: (card) => savedOn(card).forEach(lookAt),
    firstUnseen: (card) => {
      for (const saved of savedOn(card)) {
        const { width, height } = saved.part.getBoundingClientRect();
        const offset = firstGap(seenOf(saved, width), height, BLANK);
        if (offset !== undefined) return { part: saved.part, offset };
      }
      return undefined;
    },
  };
}

/** Of a field, without its note. */
function savedOn(card: Element): readonly Saved[] {
  return [...card.querySelectorAll<HTMLElement>(SAVED)]
    .filter((one) => one.checkVisibility())
    .map((one) => ({
      what: one.dataset['saves'] ?? '',
      part: one.querySelector('textarea, input[type="text"], input:not([type])') ?? one,
    }));
}
