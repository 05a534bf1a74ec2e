import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { estimateTokens } from '#main/agent/compaction/context-size.ts';
import { chooseWords, UserWords } from '#main/agent/compaction/user-words.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import { numbered, userSaid } from '#test/support/session-events.ts';

const words = (...texts: readonly string[]) => texts.map((text, index) => ({ id: `m${index}`, text }));
const filler = (sentences: number) => 'Please look at this part of it too. '.repeat(sentences).trim();

describe('user messages kept verbatim', () => {
  test('keeps all of them in order while they fit', () => {
    expect(chooseWords(words('one', 'never two', 'three'), 1000)).toEqual({
      kept: [
        { text: 'one', whole: true },
        { text: 'never two', whole: true },
        { text: 'three', whole: true },
      ],
      omitted: 0,
    });
  });

  test('keeps prohibitions in preference to newer messages', () => {
    const messages = words('Don’t push.', ...Array.from({ length: 20 }, (_, index) => `${index} ${filler(3)}`));
    const { kept, omitted } = chooseWords(messages, 100);
    expect(kept[0]).toEqual({ text: 'Don’t push.', whole: true });
    expect(kept.at(-1)?.text).toContain('19 ');
    expect(omitted).toBe(messages.length - kept.length);
  });

  test('keeps the prohibiting sentences of a message that is too long', () => {
    const { kept } = chooseWords(words(`${filler(200)} Leave the database alone. ${filler(200)}`), 400);
    expect(kept).toEqual([{ text: 'Leave the database alone.', whole: false }]);
  });

  test.each(['Do not touch it.', 'Bitte nichts löschen, nur lesen.', 'Ne supprime rien.', 'No borres nada.', '不要删除。', 'Не удаляй.'])(
    'recognizes the prohibition in “%s”',
    (limit) => {
      const { kept } = chooseWords(words(limit, filler(30)), estimateTokens(limit) + 10);
      expect(kept.map(({ text }) => text)).toContain(limit);
    },
  );

  test('never exceeds the budget', () => {
    const text = fc.oneof(fc.string({ maxLength: 400 }), fc.constant(filler(40)), fc.constant(`Never do that. ${filler(40)}`));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 12 }), fc.nat(500), (texts, budget) => {
        const { kept, omitted } = chooseWords(words(...texts), budget);
        expect(kept.reduce((sum, word) => sum + estimateTokens(word.text), 0)).toBeLessThanOrEqual(budget);
        expect(kept.length + omitted).toBe(texts.filter((one) => one.trim() !== '').length);
      }),
    );
  });
});

test('includes denials with a message, but no reminders and nothing rewound', () => {
  const denied: NewSessionEvent = {
    type: 'call.answered',
    data: { askId: 'a', callId: 'c', answer: { type: 'deny', message: 'Not this folder.' }, by: 'person' },
  };
  const reminder: NewSessionEvent = {
    type: 'user.message',
    data: { messageId: 'r', content: [{ type: 'text', text: 'reminder' }], origin: 'reminder', visibility: 'model' },
  };
  const fold = new UserWords();
  const rewound: NewSessionEvent = { type: 'conversation.rewound', data: { messageId: 'm_two', contextTokens: 0 } };
  for (const event of numbered([userSaid('one'), denied, reminder, userSaid('two'), userSaid('three'), rewound])) fold.apply(event);
  expect(fold.all.map(({ text }) => text)).toEqual(['one', 'Not this folder.']);
});
