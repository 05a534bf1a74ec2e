import { expect, it } from 'vitest';
import { findCalls } from '#main/engine/calls/find-calls.ts';
import { MAX_FOUND_CALLS } from '#shared/contract/find-limits.ts';
import { finished, numbered, userSaid } from '#test/support/session-events.ts';

it('finds calls by their results, in any case and across white space', async () => {
  const events = numbered([
    finished('a', 'the Low\n  tide'),
    userSaid('low tide'),
    finished('b', 'high tide'),
    finished('c', 'LOW TIDE', true),
  ]);
  expect(await findCalls(events, 'low tide')).toEqual({ callIds: ['a', 'c'], incomplete: false });
  expect(await findCalls(events, '.*')).toEqual({ callIds: [], incomplete: false });
  expect(await findCalls(events, ' ')).toEqual({ callIds: [], incomplete: false });
});

it('searches the diff that is shown in place of a result', async () => {
  const hunk = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-low water', '+low', '+tide'] };
  const detail = { type: 'diff' as const, path: 'tide.txt', hunks: [hunk], additions: 2, deletions: 1 };
  const edit = numbered([finished('a', 'Edited tide.txt')]).map((event) =>
    event.type === 'call.finished' ? { ...event, data: { ...event.data, view: { ...event.data.view, detail } } } : event,
  );
  expect(await findCalls(edit, 'low tide')).toEqual({ callIds: ['a'], incomplete: false });
  expect(await findCalls(edit, 'Edited')).toEqual({ callIds: [], incomplete: false });
});

it('is bounded in calls and characters, and not slowed by white space', async () => {
  const many = numbered(Array.from({ length: MAX_FOUND_CALLS + 1 }, (_, index) => finished(`c${index}`, 'tide')));
  const found = await findCalls(many, 'tide');
  expect([found.callIds.length, found.incomplete]).toEqual([MAX_FOUND_CALLS, true]);
  const large = numbered(Array.from({ length: 5 }, (_, index) => finished(`c${index}`, ' '.repeat(16 * 1024 * 1024))));
  expect(await findCalls(large, 'low tide')).toEqual({ callIds: [], incomplete: true });
});
