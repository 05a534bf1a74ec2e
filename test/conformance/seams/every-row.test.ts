import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { attackRows } from '../rows.ts';
import { NOT_BUILT, SEAM_TESTS, TOOL } from './seam-rows.ts';

/** Rows about tools whose danger is in an event. */
const ALSO_HERE = ['mcp-003', 'mcp-006'];

it('every event row has a test or a reason why it can’t happen', () => {
  const events = attackRows().filter((row) => !TOOL.test(row.tool));
  const handled = [...Object.values(SEAM_TESTS).flat(), ...Object.keys(NOT_BUILT)];
  expect(handled.toSorted()).toEqual([...events.map(({ id }) => id), ...ALSO_HERE].toSorted());
});

it.each(Object.entries(SEAM_TESTS))('%s reads its rows', (file, ids) => {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8');
  expect(ids.filter((id) => !source.includes(`'${id}'`))).toEqual([]);
});
