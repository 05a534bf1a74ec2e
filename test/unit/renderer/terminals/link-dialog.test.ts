import { expect, it } from 'vitest';
import { guardedLink } from '../../../../renderer/terminals/screen/link-dialog.tsx';

it.each([
  ['https://example.com/a?b=1#c', 'https://example.com', '/a?b=1#c', false],
  ['http://localhost:5173/', 'http://localhost:5173', '/', false],
  ['https://example.com@evil.test/x', 'https://evil.test', '/x', true],
  ['https://аpple.com/', 'https://xn--pple-43d.com', '/', true],
])('%s resolves to %s', (text, origin, rest, cautioned) => {
  const link = guardedLink(text);
  expect([link?.origin, link?.rest, link?.caution !== '']).toEqual([origin, rest, cautioned]);
});

it.each([
  'javascript:alert(1)',
  'file:///etc/passwd',
  'data:text/html,x',
  'vscode://x',
  'mailto:a@b.c',
  'not a link',
  `https://x.test/${'a'.repeat(3000)}`,
])('%.30s is not a link', (text) => {
  expect(guardedLink(text)).toBeUndefined();
});
