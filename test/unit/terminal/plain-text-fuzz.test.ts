import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { PlainText } from '#main/terminal/plain-text.ts';

function plain(chunks: readonly string[]): string {
  let text = '';
  const converter = new PlainText((piece) => (text += piece));
  for (const chunk of chunks) converter.write(chunk);
  converter.end();
  return text;
}

const word = fc.constantFrom('a', 'line', '  ', '\t', '漢', '😀');
const control = fc.constantFrom(
  '\r\n',
  'line\r\n'.repeat(40),
  '\n',
  '\r',
  '\b',
  '\x07',
  '\x1b[K',
  '\x1b[1K',
  '\x1b[A',
  '\x1b[2B',
  '\x1b[3D',
  '\x1b[9C',
  '\x1b[H',
  '\x1b[J',
  '\x1b[2J',
  '\x1b[31m',
  '\x1b]0;t\x07',
  '\x1b[?1049h',
  '\x1b[?1049l',
  '\x1b7',
  '\x1b8',
  '\x1bM',
  '\x1b',
  '\x1b[',
  '\x9b2K',
);
const output = fc.array(fc.oneof({ weight: 2, arbitrary: word }, control), { maxLength: 120 });

it('gives the same text however the output is split', () => {
  fc.assert(
    fc.property(output, fc.nat(), (parts, at) => {
      const whole = parts.join('');
      const cut = whole.length === 0 ? 0 : at % whole.length;
      expect(plain([whole.slice(0, cut), whole.slice(cut)])).toBe(plain([whole]));
      expect(plain(parts)).toBe(plain([whole]));
    }),
    { numRuns: 500 },
  );
});

it('removes every escape sequence and loses no printed line', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.constantFrom('one', 'two', ''), fc.constantFrom('', '\x1b[31m', '\x1b[0m', '\x1b]0;t\x07')), { maxLength: 80 }),
      (lines) => {
        const printed = lines.map(([text, style]) => `${style}${text}\r\n`).join('');
        expect(plain([printed])).toBe(lines.map(([text]) => `${text}\n`).join(''));
      },
    ),
  );
});

it('handles any characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
      // oxlint-disable-next-line no-control-regex
      expect(plain([text])).not.toMatch(/[\x00-\x08\x0e-\x1f\x7f-\x9f]/);
    }),
  );
});
