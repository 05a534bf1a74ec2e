import { expect, it } from 'vitest';
import { lastLines } from '../../../../renderer/terminals/screen/last-lines.ts';

const FIVE = 'one\ntwo\nthree\nfour\nfive\n';

it.each<[string, string, number, string]>([
  ['the end of long output', FIVE, 2, 'four\nfive\n'],
  ['with a last line that isn’t ended', 'one\ntwo\nthree\nfour', 2, 'two\nthree\nfour'],
  ['all of shorter output', FIVE, 5, FIVE],
  ['all of output without a line', 'abc', 5, 'abc'],
  ['nothing of nothing', '', 5, ''],
  ['all where another screen was chosen before', `\u001b[?1049h${FIVE}`, 2, `\u001b[?1049h${FIVE}`],
  ['the end where that happens in it', `${FIVE}\u001b[?25lsix\n`, 2, `five\n\u001b[?25lsix\n`],
])('keeps %s', (_what, output, count, kept) => expect(lastLines(output, count)).toBe(kept));
