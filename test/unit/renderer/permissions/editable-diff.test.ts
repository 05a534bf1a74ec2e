import { expect, it } from 'vitest';
import type { ToolViewDetail } from '#shared/session/tool-view.ts';
import { editableDiff } from '../../../../renderer/permissions/panels/editable-diff.ts';

const diff = (more: Partial<Extract<ToolViewDetail, { type: 'diff' }>> = {}): ToolViewDetail => ({
  type: 'diff',
  path: 'a.txt',
  additions: 1,
  deletions: 1,
  hunks: [{ oldStart: 2, oldLines: 1, newStart: 2, newLines: 1, lines: ['-two', '+zwei'] }],
  ...more,
});

it('offers the new text of an Edit beside the old one, and keeps the rest of the input', () => {
  const input = { file_path: 'a.txt', old_string: 'two', new_string: 'zwei', replace_all: true };
  const edit = editableDiff('Edit', input, diff());
  expect(edit).toMatchObject({ path: 'a.txt', before: 'two', after: 'zwei' });
  expect(edit?.inputWith('deux')).toEqual({ ...input, new_string: 'deux' });
});

it('offers the content of a Write beside the file before it', () => {
  const content = 'one\nzwei\nthree\n';
  expect(editableDiff('Write', { file_path: 'a.txt', content }, diff())).toMatchObject({ before: 'one\ntwo\nthree\n', after: content });
  expect(editableDiff('Write', { file_path: 'a.txt', content }, diff({ created: true, hunks: [] }))).toMatchObject({ before: '' });
});

it('leaves what it doesn’t know for certain to the form', () => {
  const content = 'one\nzwei\nthree\n';
  expect(editableDiff('Write', { content: 'something else' }, diff())).toBeUndefined();
  expect(editableDiff('Write', { content }, diff({ truncated: true }))).toBeUndefined();
  expect(editableDiff('Edit', { old_string: 'a', new_string: 'a\r\nb\nc' }, diff())).toBeUndefined();
  expect(editableDiff('Edit', { old_string: 'a', new_string: 'x'.repeat(200_001) }, diff())).toBeUndefined();
  expect(editableDiff('Bash', { command: 'ls' }, { type: 'command', command: 'ls' })).toBeUndefined();
});

it('knows the lines around an Edit where the diff shows them', () => {
  const shown = (lines: readonly string[]) =>
    diff({ hunks: [{ oldStart: 7, oldLines: lines.length - 1, newStart: 7, newLines: lines.length - 1, lines: [...lines] }] });
  const around = (old_string: string, new_string: string, lines: readonly string[]) =>
    editableDiff('Edit', { old_string, new_string }, shown(lines))?.around;
  const lines = [' one', '-two', '+zwei', ' three', ' four'];
  expect(around('two', 'zwei', lines)).toEqual({ above: 'one', below: 'three\nfour', line: 8 });
  expect(around('two\n', 'zwei\n', lines)).toEqual({ above: 'one', below: 'three\nfour', line: 8 });
  expect(around('two\nthree', 'zwei\nthree', lines)).toEqual({ above: 'one', below: 'four', line: 8 });
  // A part of a line.
  expect(around('b', 'c', [' one', '-a b;', '+a c;', ' two'])).toEqual({ above: 'one\na …', below: '…;\ntwo', line: 8 });
  // Not certain where.
  expect(around('two', 'zwei', ['-two', '+zwei', ' two'])).toBeUndefined();
  expect(around('elsewhere', 'zwei', lines)).toBeUndefined();
});
