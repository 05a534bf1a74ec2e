import { expect, it } from 'vitest';
import type { ConversationItem } from '#shared/session/view.ts';
import { findPattern } from '#shared/find-pattern.ts';
import { findMatches, MAX_MATCHES, plainText } from '../../../../renderer/conversation/find/find-matches.ts';

const text = (id: string, of: string): ConversationItem => ({ type: 'text', id, text: of, at: 0 });

function find(query: string, ...items: ConversationItem[]) {
  const pattern = findPattern(query);
  return pattern ? findMatches({ items, calls: {} }, pattern) : [];
}

it('finds in any case, across white space, and takes signs as they are', () => {
  expect(find('LOW tide', text('a', 'the low\n  tide, Low Tide'))).toHaveLength(2);
  expect(find('f(x)', text('a', 'f(x) fx f[x]'))).toHaveLength(1);
  expect(find('a\\', text('a', 'a\\ a'))).toHaveLength(1);
  expect(find('  ', text('a', 'a  b'))).toEqual([]);
});

it('reads Markdown as it is drawn', () => {
  expect(plainText('A **bold** `code` [link](https://x.test) and snake_case')).toBe('A bold code link and snake_case');
  expect(find('bold move', text('a', 'a **bold** move'))).toHaveLength(1);
  expect(find('x.test', text('a', '[link](https://x.test)'))).toEqual([]);
});

it('finds in a rewound part, by the item that holds it', () => {
  const rewound: ConversationItem = { type: 'rewound', id: 'r', items: [text('inner', 'ebb and ebb')], at: 0 };
  expect(find('ebb', text('a', 'ebb'), rewound)).toEqual([
    { itemId: 'a', innerId: 'a', callId: null, nth: 0 },
    { itemId: 'r', innerId: 'inner', callId: null, nth: 0 },
    { itemId: 'r', innerId: 'inner', callId: null, nth: 1 },
  ]);
});

it('counts each occurrence in the result of a call, after those in its line', () => {
  const item: ConversationItem = { type: 'call', id: 'a', callId: 'c', at: 0 };
  const pattern = findPattern('ebb') ?? /x/gu;
  const counts = new Map([['c', 2]]);
  const place = { itemId: 'a', innerId: 'a', callId: 'c', nth: 0 };
  expect(findMatches({ items: [item], calls: {} }, pattern, { text: 'ebb', counts })).toEqual([
    { ...place, inResult: { text: 'ebb', nth: 0 } },
    { ...place, inResult: { text: 'ebb', nth: 1 } },
  ]);
});

it('stops counting at a limit', () => {
  expect(find('a', text('a', 'a'.repeat(MAX_MATCHES + 10)))).toHaveLength(MAX_MATCHES);
});
