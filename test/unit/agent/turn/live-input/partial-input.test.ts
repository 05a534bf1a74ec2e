import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PartialInput } from '#main/agent/turn/live-input/partial-input.ts';

function read(...pieces: string[]): PartialInput {
  const input = new PartialInput();
  for (const piece of pieces) input.add(piece);
  return input;
}

const shown = (input: PartialInput) => input.fields.map(({ name, text, isOpen }) => [name, text.first(Infinity), isOpen]);

/** Every value of a JSON value that isn't a list or an object, by its place. */
function leaves(value: unknown, prefix = ''): [string, string, boolean][] {
  if (Array.isArray(value)) return value.flatMap((one, index) => leaves(one, `${prefix}[${index}]`));
  if (typeof value !== 'object' || value === null) return [[prefix, typeof value === 'string' ? value : JSON.stringify(value), false]];
  return Object.entries(value).flatMap(([key, one]) => leaves(one, prefix === '' ? key : `${prefix}.${key}`));
}

const key = fc.stringMatching(/^[a-z]{1,6}$/);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: 'binary' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4 }),
  ),
}));
const inputs = fc.dictionary(key, value, { maxKeys: 5 });
/** The JSON cut into pieces anywhere, also inside escapes and surrogate pairs. */
const cut = (json: string, at: readonly number[]): string[] => {
  const ends = [...at.map((one) => one % (json.length + 1)), json.length].toSorted((a, b) => a - b);
  return ends.map((end, index) => json.slice(ends[index - 1] ?? 0, end));
};

describe('the input of a call while it arrives', () => {
  it('has all its values when it is complete, however it was cut', () => {
    fc.assert(
      fc.property(inputs, fc.array(fc.nat()), fc.constantFrom(undefined, 2), (whole, at, indent) => {
        const input = read(...cut(JSON.stringify(whole, null, indent), at));
        const expected = leaves(whole);
        expect(shown(input)).toEqual(expected.slice(-12));
        expect(input.earlier).toBe(Math.max(0, expected.length - 12));
      }),
    );
  });

  it('shows a prefix of each value before that, and never throws', () => {
    fc.assert(
      fc.property(inputs, fc.nat(), (whole, end) => {
        const json = JSON.stringify(whole);
        const input = read(json.slice(0, end % json.length));
        const expected = new Map(leaves(whole).map(([name, text]) => [name, text]));
        for (const { name, text } of input.fields) {
          const part = text.first(Infinity);
          // JSON writes a lone surrogate as an escape; the cut removes one at the end, since the other half may follow.
          expect(expected.get(name)?.startsWith(part)).toBe(true);
        }
      }),
    );
  });

  it('never throws for what is not JSON', () => {
    const noise = fc.oneof(
      fc.string(),
      fc.constantFrom('{', '}', '[', ']', ',', ':', '"', '\\', '\\u', '{"a":', '"__proto__":', 'true', '1e'),
    );
    fc.assert(
      fc.property(fc.array(noise), (pieces) => {
        const input = read(...pieces);
        expect(input.fields.length + Object.keys(input.values).length).toBeLessThan(40);
      }),
    );
  });

  it('gives a tool its own texts, numbers and booleans, words only when they are complete', () => {
    const json = '{"file_path":"/a/b.ts","limit":20,"all":true,"none":null,"edits":[{"new_string":"x"}],"__proto__":"own","offset":12';
    expect(read(json).values).toEqual(
      Object.fromEntries([
        ['file_path', '/a/b.ts'],
        ['limit', 20],
        ['all', true],
        ['__proto__', 'own'],
      ]),
    );
    expect(read('{"command":"npm run te').values).toEqual({ command: 'npm run te' });
  });

  it.each([
    ['an escape that is cut', ['{"a":"x\\', 'n\\u00', 'e9'], 'x\né'],
    ['half a character', ['{"a":"\\ud83d'], ''],
    ['a whole one', ['{"a":"\\ud83d', '\\ude00'], '😀'],
    ['a raw line break, which JSON does not allow', ['{"a":"x\ny'], 'x\ny'],
    ['an unknown escape', ['{"a":"x\\q and more"}'], 'x'],
    ['digits that are none', ['{"a":"x\\u00zz and more"}'], 'x'],
  ])('reads %s', (_name, pieces, expected) => {
    expect(shown(read(...pieces))[0]?.[1]).toBe(expected);
  });

  it('shows the value of a repeated key that counts', () => {
    expect(shown(read('{"command":"ls","command":"rm'))).toEqual([['command', 'rm', true]]);
  });

  it.each(['[1,2', '"text"', '12', '}', '{"a" 1}', '{"a":1}{"b":2}', '{"a":1,}{"b":2', `{"a":${'['.repeat(300)}1`])(
    'stops at %s',
    (json) => {
      const input = read(json);
      expect(shown(input).filter(([name]) => name !== 'a')).toEqual([]);
      const before = shown(input);
      input.add('"more":"text"}');
      expect(shown(input)).toEqual(before);
    },
  );

  it('keeps little of what is large', () => {
    const input = read(`{"${'k'.repeat(1_000_000)}":1,"content":"`);
    for (let piece = 0; piece < 5000; piece += 1) input.add(`${'x'.repeat(999)}\\n`);
    const [named, content] = input.fields;
    expect(named?.name.length).toBe(100);
    expect(content?.text.chars).toBe(5_000_000);
    expect(content?.text.lines).toBe(5000);
    expect(content?.text.first(Infinity).length).toBe(4000);
    expect(content?.text.last(2)).toBe(`${'x'.repeat(999)}\n`.repeat(2));
    expect(String(input.values['content']).length).toBe(400);
    const many = read(`{${Array.from({ length: 1000 }, (_, index) => `"k${index}":${index}`).join(',')}`);
    expect([many.fields.length, many.earlier, Object.keys(many.values).length]).toEqual([12, 988, 24]);
  });
});
