import { expect, it } from 'vitest';
import { isReport } from '../../../../renderer/terminals/screen/terminal-reports.ts';

const ESC = '\u001b';

it.each([
  ['device attributes', `${ESC}[?1;2c`],
  ['second device attributes', `${ESC}[>0;276;0c`],
  ['status', `${ESC}[0n`],
  ['cursor position', `${ESC}[12;40R`],
  ['cursor in the first column', `${ESC}[1;1R`],
  ['extended cursor position', `${ESC}[?12;40n`],
  ['mode', `${ESC}[?2026;2$y`],
  ['focus in', `${ESC}[I`],
  ['focus out', `${ESC}[O`],
  ['mouse', `${ESC}[<0;10;5M`],
  ['old mouse', `${ESC}[M !!`],
  ['window size', `${ESC}[8;30;120t`],
  ['setting', `${ESC}P1$r0m${ESC}\\`],
  ['colour', `${ESC}]11;rgb:0000/0000/0000${ESC}\\`],
])('blocks a report: %s', (_what, data) => expect(isReport(data)).toBe(true));

it.each([
  ['a letter', 'a'],
  ['enter', '\r'],
  ['interrupt', '\u0003'],
  ['escape', ESC],
  ['arrow', `${ESC}[A`],
  ['arrow in application mode', `${ESC}OA`],
  ['Alt+letter', `${ESC}b`],
  ['F3', `${ESC}OR`],
  ['Shift+F3', `${ESC}[1;2R`],
  ['delete', `${ESC}[3~`],
  ['Ctrl+arrow', `${ESC}[1;5C`],
  ['a paste', 'rm -rf dist\rls'],
  ['a bracketed paste', `${ESC}[200~hello${ESC}[201~`],
])('passes: %s', (_what, data) => expect(isReport(data)).toBe(false));
