import { expect, it } from 'vitest';
import type { CallRow, ConversationItem } from '#shared/session/view.ts';
import { turnHeads } from '../../../../renderer/timeline/grid/turn-heads.ts';

const said = (text: string, at: number, origin = 'prompt'): ConversationItem => ({ type: 'user', id: text, text, images: [], origin, at });
const row = (callId: string, level = 1) => ({ callId, level, hasChildren: false, context: false });
const calls = (times: Readonly<Record<string, number>>): Record<string, CallRow> =>
  Object.fromEntries(
    Object.entries(times).map(([callId, queuedAt]) => [
      callId,
      {
        callId,
        toolName: 'Read',
        requestId: 'r',
        state: 'done',
        view: { kind: 'read', title: 'Read', summary: '' },
        parallel: false,
        queuedAt,
      } satisfies CallRow,
    ]),
  );

it('heads the first call of each turn with the first line of its message', () => {
  const items = [said('one\nmore', 1), said('a reminder', 2, 'reminder'), said('two', 10), said('no calls', 20), said('three', 30)];
  const heads = turnHeads([row('a'), row('b'), row('c'), row('d', 2), row('e')], calls({ a: 2, b: 3, c: 11, d: 31, e: 32 }), items);
  expect([...heads]).toEqual([
    ['a', 'one'],
    ['c', 'two'],
    ['e', 'three'],
  ]);
});

it('heads nothing while there is only one turn, and finds messages that were rewound', () => {
  expect(turnHeads([row('a')], calls({ a: 2 }), [said('one', 1)]).size).toBe(0);
  const rewound: ConversationItem = { type: 'rewound', id: 'r', items: [said('gone', 1)], at: 9 };
  expect([...turnHeads([row('a'), row('b')], calls({ a: 2, b: 11 }), [rewound, said('again', 10)]).values()]).toEqual(['gone', 'again']);
});
