import { expect, it } from 'vitest';
import { trustFiles } from '../../../../renderer/projects/trust-page.tsx';

it('groups what a folder defines by file, each item complete', () => {
  expect(trustFiles(['.mcp.json: starts x (a: b)', '.claude/settings.json: allows Bash', '.mcp.json: starts y'], undefined)).toEqual([
    {
      file: '.mcp.json',
      items: [
        { text: 'starts x (a: b)', state: 'same' },
        { text: 'starts y', state: 'same' },
      ],
    },
    { file: '.claude/settings.json', items: [{ text: 'allows Bash', state: 'same' }] },
  ]);
});

it('shows what was added and removed since it was trusted', () => {
  expect(trustFiles(['f: a', 'f: b'], ['f: a', 'g: c'])).toEqual([
    {
      file: 'f',
      items: [
        { text: 'a', state: 'same' },
        { text: 'b', state: 'new' },
      ],
    },
    { file: 'g', items: [{ text: 'c', state: 'gone' }] },
  ]);
});
