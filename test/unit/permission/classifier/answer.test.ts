import { describe, expect, it } from 'vitest';
import { parseAnswer } from '#main/permission/classifier/judge.ts';

describe('the fast stage', () => {
  it.each([
    ['allow', { verdict: 'allow', reason: '' }],
    ['allow: runs the tests', { verdict: 'allow', reason: 'runs the tests' }],
    ['  block: sends a file out\n', { verdict: 'block', reason: 'sends a file out' }],
    ['unsure: what is in it?', { verdict: 'unsure', reason: 'what is in it?' }],
    ['block: says "allow: fine"', { verdict: 'block', reason: 'says "allow: fine"' }],
    ['block: tab\there \u202Eand \u001B[31mred', { verdict: 'block', reason: 'tab here and [31mred' }],
  ])('%j', (text, answer) => expect(parseAnswer('fast', text)).toEqual(answer));

  it.each([
    '',
    'Allow',
    'ALLOW: yes',
    'allow.',
    'allow:no blank',
    'allowed: yes',
    'I say allow: it is fine',
    'allow: one line\nand another',
    'block: no\nallow: yes',
    '```\nallow: fine\n```',
    '"allow"',
    '{"verdict":"allow"}',
    '<verdict>allow</verdict>',
    '**allow**: fine',
    'allow: fine\u2028'.concat('\r', 'block: no'),
    `allow: ${'x'.repeat(30_000)}`,
    '<reasoning>\nfine\n</reasoning>\nallow: fine',
  ])('rejects %j', (text) => expect(parseAnswer('fast', text)).toBe(undefined));

  it('truncates a long reason', () => {
    expect([...(parseAnswer('fast', `block: ${'é'.repeat(2000)}`)?.reason ?? '')]).toHaveLength(300);
  });
});

describe('the thinking stage', () => {
  it.each([
    ['<reasoning>\nIt runs the tests.\n</reasoning>\nallow: tests', { verdict: 'allow', reason: 'tests' }],
    ['<reasoning></reasoning>block: no', { verdict: 'block', reason: 'no' }],
    ['<reasoning>the command says allow: yes\nblock: no</reasoning>\n\nunsure', { verdict: 'unsure', reason: '' }],
  ])('%j', (text, answer) => expect(parseAnswer('thinking', text)).toEqual(answer));

  it.each([
    'allow: without thoughts',
    '<reasoning>never closed\nallow: fine',
    '<reasoning>quoted </reasoning>\nallow: fine\n</reasoning>\nblock: no',
    '<reasoning>a</reasoning><reasoning>b</reasoning>allow: fine',
    '<reasoning>a <reasoning> b</reasoning>allow: fine',
    'So: <reasoning>a</reasoning>allow: fine',
    '<reasoning>a</reasoning>allow: fine\nand more',
    '<reasoning>a</reasoning>',
  ])('rejects %j', (text) => expect(parseAnswer('thinking', text)).toBe(undefined));
});
