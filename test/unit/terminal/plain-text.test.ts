import { describe, expect, it } from 'vitest';
import { PlainText } from '#main/terminal/plain-text.ts';

function plain(...chunks: readonly string[]): string {
  let text = '';
  const converter = new PlainText((piece) => (text += piece));
  for (const chunk of chunks) converter.write(chunk);
  converter.end();
  return text;
}

const E = '\x1b';
const numbered = (count: number): string => Array.from({ length: count }, (_, index) => `line ${String(index)}\r\n`).join('');
const lines = (count: number): string => numbered(count).replaceAll('\r', '');

const TABLE: readonly [name: string, printed: string, shown: string][] = [
  ['plain lines', 'one\r\ntwo\r\n', 'one\ntwo\n'],
  ['keeps tabs and form feeds', 'a\tb\fc', 'a\tb\fc'],
  ['colours', `${E}[1;31mred${E}[0m and ${E}[38;2;1;2;3mmore${E}[m`, 'red and more'],
  ['a title', `${E}]0;my title\x07text`, 'text'],
  ['a title with the long terminator', `${E}]2;my title${E}\\text`, 'text'],
  ['a link', `${E}]8;;https://example.com${E}\\name${E}]8;;${E}\\`, 'name'],
  ['a device string', `${E}P1;2|data${E}\\text`, 'text'],
  ['a charset', `${E}(Btext`, 'text'],
  ['modes', `${E}[?25l${E}[?2004htext${E}[?25h`, 'text'],
  ['a progress bar', 'at 10%\rat 50%\rat 100%\r\ndone', 'at 100%\ndone'],
  ['a shorter line over a longer one keeps the rest', 'abcdef\rxy', 'xycdef'],
  ['a line erased and rewritten', `a long line\r${E}[Kshort`, 'short'],
  ['a whole line erased', `text${E}[2K\rnew`, 'new'],
  ['erased up to the cursor', `abcdef\r${E}[2C${E}[1K`, '   def'],
  ['backspaces', 'abx\b\bB\r\n', 'aBx\n'],
  ['bold by overstriking', 'N\bNA\bA', 'NA'],
  ['rubbed out', 'abx\b \b', 'ab '],
  ['the cursor moved to a column', `abc${E}[6Gx`, 'abc  x'],
  ['two progress lines redrawn', `a 0%\r\nb 0%\r\n${E}[2Aa 99%\r\nb 50%\r\n`, 'a 99%\nb 50%\n'],
  ['lines below erased', `keep\r\ngone\r\ngone too${E}[2A\r\n${E}[Jnew`, 'keep\nnew'],
  ['a cleared screen keeps what was printed', `before\r\n${E}[H${E}[2Jafter`, 'before\nafter'],
  ['a full-screen program leaves nothing', `before\r\n${E}[?1049h${E}[H~\r\n~${E}[?1049lafter`, 'before\nafter'],
  ['characters deleted and inserted', `abcdef\r${E}[2P${E}[1@`, ' cdef'],
  ['saved and restored', `ab${E}7cd${E}8X`, 'abXd'],
  ['bells and nulls', 'a\x07b\0c\x7f', 'abc'],
  ['eight-bit controls', 'a\x9b31mb\x85c', 'abc'],
  ['an unterminated escape', `text${E}[12`, 'text'],
  ['a broken escape', `a${E}[12\r\nb`, 'a\nb'],
  ['more lines than the screen', numbered(100), lines(100)],
  ['moving up only reaches the screen', `${numbered(40)}${E}[99Atop`, lines(40).replace('line 11\n', 'tope 11\n')],
  ['moving up after many lines at once', `start ${numbered(100)}end${E}[3Ax`, `start ${lines(100).replace('line 97', 'linx 97')}end`],
  ['many lines of a full-screen program', `before\r\n${E}[?1049h${numbered(100)}${E}[?1049lafter`, 'before\nafter'],
  ['columns beyond the screen', `${E}[999999999Cx`, `${' '.repeat(119)}x`],
  ['emoji and combining marks', 'a😀e\u0301\r\n', 'a😀e\u0301\n'],
];

describe('plain text of a terminal', () => {
  it.each(TABLE)('%s', (_name, printed, shown) => {
    expect(plain(printed)).toBe(shown);
  });

  it.each(TABLE)('%s, however the output is split', (_name, printed, shown) => {
    expect(plain(...printed.split(''))).toBe(shown.isWellFormed() ? shown : shown.toWellFormed());
  });

  it('emits an unterminated line in chunks', () => {
    const long = 'x'.repeat(1_000_000);
    const pieces: string[] = [];
    const converter = new PlainText((piece) => pieces.push(piece));
    for (let at = 0; at < long.length; at += 5000) converter.write(long.slice(at, at + 5000));
    expect(pieces.length).toBeGreaterThan(1);
    converter.end();
    expect(pieces.join('')).toBe(long);
  });

  it('an unterminated string sequence does not swallow all output', () => {
    expect(plain(`${E}]0;`, 'x'.repeat(100_000), '\r\nafter')).toContain('\nafter');
  });

  it('replaces a half-overwritten wide character', () => {
    expect(plain('😀😀\rx')).toBe('x\ufffd😀');
  });
});
