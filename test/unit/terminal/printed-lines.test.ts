import { describe, expect, it } from 'vitest';
import { PrintedLines } from '#main/terminal/printed-lines.ts';

function linesOf(...pieces: string[]): string[] {
  const all: string[] = [];
  const lines = new PrintedLines((more) => all.push(...more));
  for (const piece of pieces) lines.write(piece);
  lines.end();
  return all;
}

describe('the lines of a terminal', () => {
  it.each([
    [['a\r\nb\r\n'], ['a', 'b']],
    [
      ['a', 'b\r', '\nc'],
      ['ab', 'c'],
    ],
    [['\n\n  \nx\n'], ['x']],
    [['\u001B[3', '1mred\u001B[0m\n'], ['red']],
    [['10%\r20%\r', '30%\n'], ['30%']],
    [['\u0007bell\u0000\n'], ['bell']],
  ])('%j become %j', (pieces, lines) => {
    expect(linesOf(...pieces)).toEqual(lines);
  });

  it('are bounded, also while one has no end', () => {
    expect(linesOf(...Array.from({ length: 1000 }, () => 'x'.repeat(1000))).map(({ length }) => length)).toEqual([4096]);
  });
});
