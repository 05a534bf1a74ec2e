import { expect, test } from 'vitest';
import { isLongPaste } from '../../../../renderer/conversation/composer/pending-attachments.ts';
import { mentionQuery, offered } from '../../../../renderer/conversation/composer/use-mentions.ts';
import { sentTexts } from '../../../../renderer/conversation/composer/use-sent-texts.ts';

test.each([
  ['see @src/|', { from: 4, text: 'src/' }],
  ['@|', { from: 0, text: '' }],
  ['see @"my no|', { from: 4, text: 'my no' }],
  ['see @a.ts |', undefined],
  ['ada@example|', undefined],
  ['@a and|', undefined],
  ['x @one| two', { from: 2, text: 'one' }],
])('%s', (marked, query) => {
  const caret = marked.indexOf('|');
  expect(mentionQuery(marked.replace('|', ''), caret)).toEqual(query);
});

test('files found for one mention are never offered for another', () => {
  const found = { from: 4, items: ['src/app.ts'] };
  expect(offered({ from: 4, text: 'sr' }, found)).toEqual(['src/app.ts']);
  expect(offered({ from: 20, text: '' }, found)).toEqual([]);
  expect(offered(undefined, found)).toEqual([]);
});

test.each([
  ['a'.repeat(10_000), false],
  ['a'.repeat(10_001), true],
  ['\n'.repeat(199), false],
  ['\n'.repeat(200), true],
])('a paste is long by its characters or its lines', (text, long) => {
  expect(isLongPaste(text)).toBe(long);
});

test('recalls only what the person wrote, the latest first', () => {
  const user = (id: string, text: string, origin: string) => ({ type: 'user' as const, id, text, images: [], origin, at: 0 });
  expect(sentTexts([user('1', 'a', 'prompt'), user('2', 'b', 'reminder'), user('3', 'c', 'queued'), user('4', 'a', 'prompt')])).toEqual([
    'a',
    'c',
  ]);
});
