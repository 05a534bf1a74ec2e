export type Split = 'none' | 'row' | 'column';

/** Which terminals are open in the pane. Plain JSON: it outlives a reload. */
export interface OpenTerminals {
  /** Kept open, in the order of their tabs. */
  readonly tabs: readonly string[];
  /** A tab that the next choice replaces. */
  readonly preview: string | null;
  /** What the first and the second place show; `null` in the first: the newest. */
  readonly places: readonly [string | null, string | null];
  readonly split: Split;
  /** The place that a choice goes to. */
  readonly focused: 0 | 1;
}

export const NOTHING_OPEN: OpenTerminals = { tabs: [], preview: null, places: [null, null], split: 'none', focused: 0 };

/** Looks at one in the focused place. */
export function show(open: OpenTerminals, id: string): OpenTerminals {
  return { ...open, places: placed(open, id), preview: open.tabs.includes(id) ? open.preview : id };
}

/** Keeps one open in a tab of its own. */
export function keep(open: OpenTerminals, id: string): OpenTerminals {
  if (open.tabs.includes(id)) return open;
  return { ...open, tabs: [...open.tabs, id], preview: open.preview === id ? null : open.preview };
}

/** Closes a tab; its neighbour comes forward where it was shown. The command isn't touched. */
export function close(open: OpenTerminals, id: string): OpenTerminals {
  const all = tabsOf(open);
  const at = all.indexOf(id);
  const left = all.filter((tab) => tab !== id);
  const next = left[Math.min(at, left.length - 1)] ?? null;
  const [first, second] = open.places;
  return {
    ...open,
    tabs: open.tabs.filter((tab) => tab !== id),
    preview: open.preview === id ? null : open.preview,
    places: [first === id ? next : first, second === id ? null : second],
  };
}

/** Two places side by side (`row`) or one above the other (`column`), or one. The second begins with `other`. */
export function splitInto(open: OpenTerminals, split: Split, other: string | null): OpenTerminals {
  const [first, second] = open.places;
  if (split === 'none') return { ...open, split, places: [open.places[open.focused] ?? first, null], focused: 0 };
  return { ...open, split, places: [first, open.split === 'none' ? other : second], focused: open.split === 'none' ? 1 : open.focused };
}

export function focusPlace(open: OpenTerminals, focused: 0 | 1): OpenTerminals {
  return open.focused === focused ? open : { ...open, focused };
}

/** Tabs in order, the preview last. */
export function tabsOf({ tabs, preview }: OpenTerminals): readonly string[] {
  return preview === null ? tabs : [...tabs, preview];
}

/** Without what isn't there any more. */
export function onlyKnown(open: OpenTerminals, known: ReadonlySet<string>): OpenTerminals {
  const [first, second] = open.places.map((id) => (id !== null && known.has(id) ? id : null));
  return {
    ...open,
    tabs: open.tabs.filter((id) => known.has(id)),
    preview: open.preview !== null && known.has(open.preview) ? open.preview : null,
    places: [first ?? null, second ?? null],
  };
}

function placed({ places, focused, split }: OpenTerminals, id: string): readonly [string | null, string | null] {
  return split !== 'none' && focused === 1 ? [places[0], id] : [id, places[1]];
}
