import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffDetail, diffOf } from '#main/tools/diff-view.ts';
import type { ToolViewDetail } from '#shared/session/tool-view.ts';
import { hunkChoice } from '../../../../renderer/permissions/panels/keep-hunks.ts';
import { mayHaveHunks } from '../../../../renderer/permissions/card/asked-input.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', '  x'), { maxLength: 30 }).map((all) => all.map((line) => `${line}\n`).join(''));
const text = fc.tuple(lines, fc.constantFrom('', 'end')).map(([body, end]) => body + end);
const detailOf = (before: string, after: string): ToolViewDetail => diffDetail('/p/a.txt', diffOf(before, after), false);
const stringOf = (value: unknown) => (typeof value === 'string' ? value : '');
const edit = (before: string, after: string) => ({ file_path: '/p/a.txt', old_string: before, new_string: after });

it('all hunks of an edit produce its result, and each subset replaces the same text', () => {
  fc.assert(
    fc.property(text, text, fc.array(fc.nat(8)), (before, after, some) => {
      const choice = hunkChoice('Edit', edit(before, after), detailOf(before, after));
      if (!choice) return;
      const all = new Set(choice.hunks.keys());
      expect(choice.keep(all)).toEqual(edit(before, after));
      expect(choice.keep(new Set())).toBeUndefined();
      const kept = new Set(some.filter((index) => all.has(index)));
      const part = choice.keep(kept);
      const made = stringOf(part?.['new_string'] ?? before).split('\n');
      // Every line is from before or after.
      for (const line of made) expect(`${before}\n${after}`.split('\n')).toContain(line);
      expect(part?.['old_string'] ?? before).toBe(before);
    }),
  );
});

it('a written file without some of its hunks keeps the old lines there', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const input = { file_path: '/p/a.txt', content: after };
      const choice = hunkChoice('Write', input, detailOf(before, after));
      if (!choice) return;
      expect(choice.keep(new Set(choice.hunks.keys()))).toEqual(input);
      for (const left of choice.hunks.keys()) {
        if (choice.fixed.has(left)) continue;
        const part = choice.keep(new Set([...choice.hunks.keys()].filter((index) => index !== left)));
        // What is left out is everything that still differs from the written file.
        expect(diffOf(stringOf(part?.['content']), after).hunks).toHaveLength(1);
      }
    }),
    { numRuns: 300 },
  );
});

it('separates two distant changes', () => {
  const before = Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n');
  const after = before.replace('line 2', 'first').replace('line 15', 'second');
  const choice = hunkChoice('Write', { file_path: '/p/a.txt', content: after }, detailOf(before, after));
  expect(choice?.keep(new Set([0]))).toEqual({ file_path: '/p/a.txt', content: before.replace('line 2', 'first') });
  expect(mayHaveHunks({ toolName: 'Write', view: { kind: 'edit', title: '', summary: '', detail: detailOf(before, after) } })).toBe(true);
});

it('a written file whose end changes keeps that change, since its line break is unknown', () => {
  const before = Array.from({ length: 20 }, (_, index) => `line ${index}`).join('\n');
  const after = `${before.replace('line 2', 'first')}\n`;
  const choice = hunkChoice('Write', { content: after }, detailOf(before, after));
  expect([...(choice?.fixed ?? [])]).toEqual([1]);
  expect(choice?.keep(new Set([1]))).toEqual({ content: `${before}\n` });
});

it.each<[string, string, Record<string, unknown>, ToolViewDetail | undefined]>([
  ['one change', 'Edit', edit('a\nb\n', 'a\nc\n'), detailOf('a\nb\n', 'a\nc\n')],
  ['an edit of all occurrences', 'Edit', { ...edit('a\nb\nc\n', 'x\nb\ny\n'), replace_all: true }, detailOf('a\nb\nc\n', 'x\nb\ny\n')],
  ['another tool', 'Bash', { command: 'x' }, { type: 'command', command: 'x' }],
  [
    'a cut diff',
    'Edit',
    edit('a\nb\nc\n', 'x\nb\ny\n'),
    { type: 'diff', path: '', hunks: [], additions: 0, deletions: 0, truncated: true },
  ],
  ['a diff that is not of this content', 'Write', { content: 'other' }, detailOf('a\n'.repeat(30), `b\n${'a\n'.repeat(28)}c\n`)],
])('offers no choice for %s', (_what, tool, input, detail) => expect(hunkChoice(tool, input, detail)).toBeUndefined());
