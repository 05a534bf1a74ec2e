import { describe, expect, it } from 'vitest';
import {
  close,
  focusSlot,
  keep,
  NOTHING_OPEN,
  onlyKnown,
  show,
  splitInto,
  tabsOf,
} from '../../../../renderer/terminals/list/open-terminals.ts';

describe('tabs', () => {
  it('a selection replaces the previous one until it is pinned', () => {
    const once = show(show(NOTHING_OPEN, 'a'), 'b');
    expect(tabsOf(once)).toEqual(['b']);
    const kept = show(keep(once, 'b'), 'c');
    expect([tabsOf(kept), kept.preview, kept.slots[0]]).toEqual([['b', 'c'], 'c', 'c']);
    expect(keep(kept, 'b')).toBe(kept);
  });

  it('closing a tab selects its neighbor', () => {
    const three = ['a', 'b', 'c'].reduce((open, id) => keep(show(open, id), id), NOTHING_OPEN);
    const without = close(show(three, 'b'), 'b');
    expect([tabsOf(without), without.slots[0]]).toEqual([['a', 'c'], 'c']);
    expect(close(without, 'c').slots[0]).toBe('a');
    expect(close(close(without, 'c'), 'a').slots[0]).toBe(null);
  });
});

describe('split view', () => {
  const split = splitInto(show(NOTHING_OPEN, 'a'), 'row', 'b');

  it('starts with another terminal, and a selection goes to the focused side', () => {
    expect([split.slots, split.focused]).toEqual([['a', 'b'], 1]);
    expect(show(split, 'c').slots).toEqual(['a', 'c']);
    expect(show(focusSlot(split, 0), 'c').slots).toEqual(['c', 'b']);
  });

  it('changes orientation without changing its terminals or focus', () => {
    expect(splitInto(split, 'column', 'x').slots).toEqual(['a', 'b']);
    expect(splitInto(split, 'none', null)).toMatchObject({ slots: ['b', null], focused: 0, split: 'none' });
  });
});

it('drops terminals the session doesn’t have', () => {
  const open = keep(show(keep(show(NOTHING_OPEN, 'a'), 'a'), 'gone'), 'gone');
  expect(onlyKnown(open, new Set(['a']))).toMatchObject({ tabs: ['a'], slots: [null, null] });
});
