import fc from 'fast-check';
import { expect, it } from 'vitest';
import { GrowingText, KEPT_CHARS } from '#main/agent/turn/live-input/growing-text.ts';

function grown(...pieces: string[]): GrowingText {
  const text = new GrowingText();
  for (const piece of pieces) text.add(piece);
  return text;
}

const pieces = fc.array(fc.oneof(fc.string(), fc.constantFrom('\n', '\n\n', 'x\n', 'y'.repeat(KEPT_CHARS - 1), 'z\n'.repeat(KEPT_CHARS))), {
  maxLength: 12,
});

it('has the first and the last lines of the whole text', () => {
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 5 }), (parts, count) => {
      const whole = parts.join('');
      const text = grown(...parts);
      const lines = whole.endsWith('\n') ? whole.slice(0, -1).split('\n') : whole.split('\n');
      expect(text.lines).toBe(whole === '' ? 0 : lines.length);
      expect(text.chars).toBe(whole.length);
      const first = whole.slice(0, KEPT_CHARS).split('\n').slice(0, count).join('\n');
      expect(text.first(count)).toBe(whole.slice(0, KEPT_CHARS).split('\n').length > count ? first : whole.slice(0, KEPT_CHARS));
      const last = lines.slice(-count).join('\n') + (whole.endsWith('\n') ? '\n' : '');
      expect(text.last(count)).toBe(last.slice(-KEPT_CHARS));
    }),
  );
});

it('cuts between characters', () => {
  const text = grown('a', '😀'.repeat(KEPT_CHARS));
  expect(text.first(1)).toBe(`a${'😀'.repeat(KEPT_CHARS / 2 - 1)}`);
  expect(grown('😀'.repeat(KEPT_CHARS), 'a').last(1)).toBe(`${'😀'.repeat(KEPT_CHARS / 2 - 1)}a`);
  expect(grown('so far \ud83d').last(1)).toBe('so far ');
});
