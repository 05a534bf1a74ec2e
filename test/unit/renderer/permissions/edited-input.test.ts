import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ToolViewDetail } from '#shared/session/tool-view.ts';
import { formOf, inputFromJson, inputOf } from '../../../../renderer/permissions/panels/edited-input.ts';
import { isWhole } from '../../../../renderer/permissions/queue/likeness.ts';
import { otherFields } from '../../../../renderer/permissions/card/asked-input.ts';
import { textPieces } from '../../../../renderer/permissions/card/shown-text.ts';

const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string()),
  fc.dictionary(fc.string(), fc.integer()),
);

it('an unedited input is returned unchanged, from the form and from JSON', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), value), (input) => {
      const plain: unknown = JSON.parse(JSON.stringify(input));
      expect(inputOf(formOf(input))).toEqual({ input: plain });
      expect(inputFromJson(JSON.stringify(input))).toEqual({ input: plain });
    }),
  );
});

it.each([
  [inputOf([{ name: 'timeout', kind: 'number', text: 'soon' }]), 'timeout must be a number.'],
  [inputOf([{ name: 'timeout', kind: 'number', text: ' ' }]), 'timeout must be a number.'],
  [inputFromJson('[1]'), 'Enter a JSON object: { "field": "value" }.'],
])('reports what is wrong: %#', (edited, mistake) => expect(edited).toEqual({ mistake }));

it('reports which field is not JSON', () => {
  expect(inputOf([{ name: 'edits', kind: 'json', text: '[' }])).toEqual({ mistake: expect.stringMatching(/^edits: /) });
});

it('shows every field that the view doesn’t', () => {
  const input = { command: 'ls', run_in_background: true, timeout: 5, description: 'List' };
  expect(otherFields(input, { type: 'command', command: 'ls' })).toEqual([
    { name: 'run_in_background', text: 'true' },
    { name: 'timeout', text: '5' },
    { name: 'description', text: 'List' },
  ]);
  const diff: Extract<ToolViewDetail, { type: 'diff' }> = { type: 'diff', path: 'a', hunks: [], additions: 0, deletions: 0 };
  const edit = { file_path: 'a', old_string: 'x', new_string: 'y', replace_all: false };
  expect(otherFields(edit, diff)).toEqual([]);
  expect(otherFields({ ...edit, replace_all: true }, diff)).toEqual([{ name: 'replace_all', text: 'true' }]);
  // Shown whole where the view truncates it.
  expect(otherFields(edit, { ...diff, truncated: true }).map(({ name }) => name)).toEqual(Object.keys(edit));
  expect([
    isWhole(diff),
    isWhole({ ...diff, truncated: true }),
    isWhole({ type: 'text', text: '', truncated: false }),
    isWhole(undefined),
  ]).toEqual([true, false, false, false]);
  const long = { oldStart: 1, oldLines: 0, newStart: 1, newLines: 1, lines: [`+${'x'.repeat(5000)}`] };
  expect(isWhole({ ...diff, hunks: [long] })).toBe(false);
});

it('chunks add up to the text, and none exceeds the limit', () => {
  const chars = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '😀', '\u200b', ' '), maxLength: 300 });
  fc.assert(
    fc.property(chars, fc.integer({ min: 2, max: 40 }), (text, size) => {
      const pieces = textPieces(text, size);
      const breaks = (index: number) => (index < pieces.length - 1 && !pieces[index]?.cut ? '\n' : '');
      expect(pieces.map((piece, index) => piece.text + breaks(index)).join('')).toBe(text);
      for (const piece of pieces) expect([piece.text.length <= size, piece.text.isWellFormed()]).toEqual([true, true]);
    }),
    { numRuns: 500 },
  );
});
