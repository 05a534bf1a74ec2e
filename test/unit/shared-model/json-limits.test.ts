import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonLimitError, jsonProblem, MAX_TEXT_DEPTH, MAX_VALUE_DEPTH, parseJson } from '#shared/json-limits.ts';

const nested = (levels: number, open = '[', close = ']', inmost = ''): string => open.repeat(levels) + inmost + close.repeat(levels);

describe('parseJson', () => {
  it.each([
    ['lists', '[', ']', ''],
    ['objects', '{"a":', '}', '1'],
    ['both', '[{"a":', '}]', '1'],
  ])('accepts %s up to the limit and no deeper', (_what, open, close, inmost) => {
    const levels = (open.match(/[[{]/gu) ?? []).length;
    expect(() => parseJson(nested(Math.floor(MAX_TEXT_DEPTH / levels), open, close, inmost))).not.toThrow();
    expect(() => parseJson(nested(MAX_TEXT_DEPTH + 1, open, close, inmost))).toThrow(
      new JsonLimitError(`nested deeper than ${MAX_TEXT_DEPTH} levels`),
    );
  });

  it('rejects unclosed input before parsing, however long', () => {
    expect(() => parseJson('['.repeat(20_000_000))).toThrow(JsonLimitError);
    expect(() => parseJson(`[${'[],'.repeat(3_000_000)}0]`)).toThrow('made of more than 2 million parts');
  });

  it('ignores brackets in strings', () => {
    const text = `${'['.repeat(1000)}\\"{{{{\\`;
    expect(parseJson(JSON.stringify({ text }))).toEqual({ text });
    expect(() => parseJson(`"${'\\'.repeat(1001)}"`)).toThrow(SyntaxError);
  });

  it('equals JSON.parse within the limits', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) => {
        expect(parseJson(text, 9)).toEqual(JSON.parse(text));
      }),
    );
  });
});

it('measures an already parsed value the same way', () => {
  const deep = (levels: number): unknown => JSON.parse(nested(levels));
  expect(jsonProblem(deep(MAX_VALUE_DEPTH))).toBeUndefined();
  expect(jsonProblem(deep(MAX_VALUE_DEPTH + 1))).toBe(`nested deeper than ${MAX_VALUE_DEPTH} levels`);
  expect(jsonProblem(deep(1_000_000))).toContain('nested deeper');
  expect(jsonProblem(Array.from({ length: 2_000_001 }, () => 0))).toContain('2 million parts');
  expect(jsonProblem('text')).toBeUndefined();
});
