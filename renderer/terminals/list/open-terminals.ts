import { useState } from 'react';
import { z } from 'zod';

export type Split = 'none' | 'row' | 'column';

/** The terminals open in the pane. Plain JSON, stored across reloads. */
export interface OpenTerminals {
  /** Pinned, in tab order. */
  readonly tabs: readonly string[];
  /** A preview tab, replaced by the next selection. */
  readonly preview: string | null;
  /** The terminals shown in the first and second slot; `null` in the first: the newest. */
  readonly slots: readonly [string | null, string | null];
  readonly split: Split;
  /** The slot that a selection goes to. */
  readonly focused: 0 | 1;
}

export const NOTHING_OPEN: OpenTerminals = { tabs: [], preview: null, slots: [null, null], split: 'none', focused: 0 };

/** Shows a terminal in the focused slot. */
export function show(open: OpenTerminals, id: string): OpenTerminals {
  return { ...open, slots: withTerminal(open, id), preview: open.tabs.includes(id) ? open.preview : id };
}

/** Pins a terminal in its own tab. */
export function keep(open: OpenTerminals, id: string): OpenTerminals {
  if (open.tabs.includes(id)) return open;
  return { ...open, tabs: [...open.tabs, id], preview: open.preview === id ? null : open.preview };
}

/** Closes a tab; its neighbour replaces it where it was shown. The command keeps running. */
export function close(open: OpenTerminals, id: string): OpenTerminals {
  const all = tabsOf(open);
  const at = all.indexOf(id);
  const left = all.filter((tab) => tab !== id);
  const next = left[Math.min(at, left.length - 1)] ?? null;
  const [first, second] = open.slots;
  return {
    ...open,
    tabs: open.tabs.filter((tab) => tab !== id),
    preview: open.preview === id ? null : open.preview,
    slots: [first === id ? next : first, second === id ? null : second],
  };
}

/** Splits the pane side by side (`row`) or stacked (`column`), or joins it. The second split starts with `other`. */
export function splitInto(open: OpenTerminals, split: Split, other: string | null): OpenTerminals {
  const [first, second] = open.slots;
  if (split === 'none') return { ...open, split, slots: [open.slots[open.focused] ?? first, null], focused: 0 };
  return { ...open, split, slots: [first, open.split === 'none' ? other : second], focused: open.split === 'none' ? 1 : open.focused };
}

export function focusSlot(open: OpenTerminals, focused: 0 | 1): OpenTerminals {
  return open.focused === focused ? open : { ...open, focused };
}

/** Tabs in order, the preview last. */
export function tabsOf({ tabs, preview }: OpenTerminals): readonly string[] {
  return preview === null ? tabs : [...tabs, preview];
}

/** Removes terminals that no longer exist. */
export function onlyKnown(open: OpenTerminals, known: ReadonlySet<string>): OpenTerminals {
  const [first, second] = open.slots.map((id) => (id !== null && known.has(id) ? id : null));
  return {
    ...open,
    tabs: open.tabs.filter((id) => known.has(id)),
    preview: open.preview !== null && known.has(open.preview) ? open.preview : null,
    slots: [first ?? null, second ?? null],
  };
}

function withTerminal({ slots, focused, split }: OpenTerminals, id: string): readonly [string | null, string | null] {
  return split !== 'none' && focused === 1 ? [slots[0], id] : [id, slots[1]];
}

const schema = z.object({
  tabs: z.array(z.string()).max(200),
  preview: z.string().nullable(),
  slots: z.tuple([z.string().nullable(), z.string().nullable()]),
  split: z.enum(['none', 'row', 'column']),
  focused: z.union([z.literal(0), z.literal(1)]),
});

/** The open terminals of a session; stored across reloads, per window. */
export function useOpenTerminals(sessionId: string): readonly [OpenTerminals, (change: (open: OpenTerminals) => OpenTerminals) => void] {
  const key = `gatehouse.terminals.${sessionId}`;
  const [open, setOpen] = useState(() => stored(key));
  const change = (next: (open: OpenTerminals) => OpenTerminals) =>
    setOpen((before) => {
      const after = next(before);
      sessionStorage.setItem(key, JSON.stringify(after));
      return after;
    });
  return [open, change];
}

function stored(key: string): OpenTerminals {
  try {
    return schema.parse(JSON.parse(sessionStorage.getItem(key) ?? ''));
  } catch {
    // Nothing stored yet, or damaged.
    return NOTHING_OPEN;
  }
}
