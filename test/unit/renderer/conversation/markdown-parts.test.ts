import fc from 'fast-check';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { describe, expect, test } from 'vitest';
import { markdownParts, openCode } from '../../../../renderer/conversation/markdown/markdown-rendered.tsx';
import { firstShown, isTooLong, callRuns } from '../../../../renderer/conversation/items/shown-items.ts';

const html = (text: string) => renderToStaticMarkup(createElement(ReactMarkdown, { remarkPlugins: [remarkGfm] }, text));
const squeezed = (markup: string) => markup.replaceAll(/>\s+</g, '><').trim();

const PIECES = [
  'A line of text.',
  '# Heading',
  '- one\n- two',
  '- one\n\n- two, loose',
  '1. one\n\n   more of one\n\n2. two',
  '```ts\nconst a = 1;\n\nconst b = 2;\n```',
  '~~~\n```\n\nnot the end\n~~~',
  '````\n```\n\n```\n````',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '> quoted\n\n> quoted again',
  '    indented code\n\n    and more',
  '<b>raw</b>',
  '---',
  'Text with `code` and **bold**',
];

describe('Markdown parts', () => {
  test('add up to the text, and each parses the same alone', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }), (pieces) => {
        const text = pieces.join('\n\n');
        const parts = markdownParts(text);
        expect(parts.join('\n')).toBe(text);
        expect(squeezed(parts.map(html).join(''))).toBe(squeezed(html(text)));
      }),
    );
  });

  test('of a growing text stay the same except the last', () => {
    const text = PIECES.join('\n\n');
    for (let end = 1; end < text.length; end += 17) {
      const before = markdownParts(text.slice(0, end));
      const after = markdownParts(text.slice(0, end + 17));
      const settled = Math.max(0, before.length - 2);
      expect(after.slice(0, settled)).toEqual(before.slice(0, settled));
    }
  });

  test('a text with link definitions stays whole', () => {
    expect(markdownParts('See [it][1].\n\nMore.\n\n[1]: https://example.com')).toHaveLength(1);
  });

  test.each([
    ['```ts\nconst a', 'const a'],
    ['```ts\nconst a\n```', undefined],
    ['~~~\n```\nx', '```\nx'],
    ['text ```', undefined],
  ])('%j is an unclosed code block', (text, code) => {
    expect(openCode(text)).toBe(code);
  });
});

test.each([
  ['qqq', false, 'quiet 0-3'],
  ['qq', false, 'cards 0-2'],
  ['.qqqq.q', false, 'cards 0-1, quiet 1-5, cards 5-7'],
  ['', false, ''],
  // Work in progress stays in sight.
  ['ddqqqdd', false, 'cards 0-2, quiet 2-5, cards 5-7'],
  ['ddqqqdd', true, 'folded 0-7'],
  ['qqqq', true, 'quiet 0-4'],
  ['ddd', true, 'cards 0-3'],
  // The list of tasks is shown elsewhere.
  ['tttd.', false, 'folded 0-3, cards 3-5'],
  ['ttd.', false, 'cards 0-4'],
  ['ttqd', true, 'folded 0-4'],
  // What a denial cancelled says so once.
  ['.cccd', false, 'cards 0-1, cancelled 1-4, cards 4-5'],
  ['cc.', true, 'cards 0-3'],
  // So does what failed for one reason, thrice at least.
  ['.fssd', false, 'cards 0-1, failed 1-4, cards 4-5'],
  ['fssfss', false, 'failed 0-3, failed 3-6'],
  ['fsffs', true, 'cards 0-5'],
  ['ddqqfssddqd', true, 'folded 0-4, failed 4-7, folded 7-11'],
  // What was denied, or failed alone, is never folded.
  ['ddqq.ddqd', true, 'folded 0-4, cards 4-5, folded 5-9'],
])('groups calls %s, over: %s', (pattern, isOver, runs) => {
  expect(
    callRuns(pattern, isOver)
      .map(({ from, to, type }) => `${type} ${from}-${to}`)
      .join(', '),
  ).toBe(runs);
});

test('rendering starts at the same place as more text arrives below', () => {
  expect([firstShown(2000, 1800), firstShown(2300, 1800), firstShown(50, -150), firstShown(10, 1800), firstShown(0, 0)]).toEqual([
    1800, 1800, 0, 9, 0,
  ]);
  expect([isTooLong(2200, 1800), isTooLong(2201, 1800), isTooLong(401, -150)]).toEqual([false, true, true]);
});
