import { expect, it } from 'vitest';
import { commandLine } from '#main/tools/present-call.ts';

it.each([
  ['a short text', 'npm test', 'npm test'],
  ['lines', 'a\n  b', 'a ⏎ b'],
  ['a few blanks', 'a    b', 'a    b'],
  ['blanks that would push the rest out of view', `ls${' '.repeat(500)}; node x.js`, 'ls … ; node x.js'],
  ['blanks of other kinds', `ls${'\u00a0\t'.repeat(50)}; node x.js`, 'ls … ; node x.js'],
  ['a long text', `${'a'.repeat(200)}${'b'.repeat(100)}`, `${'a'.repeat(139)}…${'b'.repeat(60)}`],
  [
    'a file that is written at a far end',
    `echo ${'x '.repeat(200)}> ~/.bashrc`,
    `echo ${'x '.repeat(67)}…${' x'.repeat(23)} x > ~/.bashrc`,
  ],
])('%s', (_what, text, line) => expect(commandLine(text)).toBe(line));
