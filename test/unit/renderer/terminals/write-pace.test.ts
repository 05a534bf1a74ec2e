import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WritePace } from '../../../../renderer/terminals/screen/write-pace.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** An emulator that parses its input when the test says so. */
function setup() {
  const pieces: string[] = [];
  const parsing: (() => void)[] = [];
  const state = { typing: false, written: 0, mostAtOnce: 0 };
  const pace = new WritePace({
    write: (text, done) => {
      pieces.push(text);
      parsing.push(done);
      state.mostAtOnce = Math.max(state.mostAtOnce, parsing.length);
    },
    onWritten: (length) => (state.written += length),
    isTyping: () => state.typing,
  });
  const parse = (): void => {
    for (let done = parsing.shift(); done; done = parsing.shift()) done();
  };
  return { pace, pieces, parsing, state, parse };
}

it('writes everything once and in order, whatever is typed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ text: fc.string({ maxLength: 40 }), times: fc.nat(9000), typing: fc.boolean() }), { maxLength: 8 }),
      (steps) => {
        const { pace, pieces, state, parse } = setup();
        for (const { text, times, typing } of steps) {
          state.typing = typing;
          pace.push(text.repeat(times));
          if (times % 2 === 0) parse();
        }
        for (
          let round = 0;
          round < 1000 && pieces.join('').length < steps.reduce((sum, { text, times }) => sum + text.length * times, 0);
          round += 1
        ) {
          parse();
          vi.advanceTimersByTime(50);
        }
        parse();
        const all = steps.map(({ text, times }) => text.repeat(times)).join('');
        expect(pieces.join('') === all).toBe(true);
        expect(state.written).toBe(all.length);
        expect(state.mostAtOnce).toBeLessThanOrEqual(1);
      },
    ),
    { numRuns: 50 },
  );
});

it('writes small chunks rarely while someone types, and everything at once afterwards', () => {
  const { pace, pieces, state, parse } = setup();
  state.typing = true;
  pace.push('x'.repeat(10_000_000));
  for (let time = 0; time < 1000; time += 10) {
    parse();
    vi.advanceTimersByTime(10);
  }
  expect(pieces.length).toBeLessThanOrEqual(20);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(16 * 1024);
  state.typing = false;
  vi.advanceTimersByTime(50);
  parse();
  expect(pieces.join('')).toHaveLength(10_000_000);
});

it('writes short output at once, even while someone types', () => {
  const { pace, pieces, state, parse } = setup();
  vi.advanceTimersByTime(1000);
  state.typing = true;
  pace.push('a');
  expect(pieces).toEqual(['a']);
  parse();
  vi.advanceTimersByTime(100);
  pace.push('b');
  expect(pieces).toEqual(['a', 'b']);
});

it('calls back after earlier output', () => {
  const { pace, pieces, parse, state } = setup();
  const seen: string[] = [];
  pace.push('x'.repeat(300_000));
  pace.after(() => seen.push(`after ${pieces.join('').length} units, ${state.written} written`));
  pace.push('y');
  parse();
  expect(seen).toEqual(['after 300000 units, 300000 written']);
  expect(pieces.at(-1)).toBe('y');
});

it('drops queued output, and ignores output in progress', () => {
  const { pace, pieces, parse, state } = setup();
  pace.push('x'.repeat(300_000));
  pace.clear();
  pace.push('new');
  parse();
  expect(pieces.slice(1)).toEqual(['new']);
  expect(state.written).toBe(3);
});
