import { expect, it } from 'vitest';
import { findCalls } from '#main/engine/calls/find-calls.ts';
import { MAX_FOUND_CALLS, MAX_FOUND_IN_CALL } from '#shared/contract/find-limits.ts';
import { finished, numbered, userSaid } from '#test/support/session-events.ts';

it('finds calls by their results, in any case and across white space', async () => {
  const events = numbered([
    finished('a', 'the Low\n  tide'),
    userSaid('low tide'),
    finished('b', 'high tide'),
    finished('c', 'LOW TIDE', true),
  ]);
  expect(await findCalls(events, 'low tide')).toEqual({
    calls: [
      { callId: 'a', count: 1 },
      { callId: 'c', count: 1 },
    ],
    incomplete: false,
  });
  expect(await findCalls(events, '.*')).toEqual({ calls: [], incomplete: false });
  expect(await findCalls(events, ' ')).toEqual({ calls: [], incomplete: false });
});

it('searches the diff that is shown in place of a result', async () => {
  const hunk = { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-low water', '+low', '+tide'] };
  const detail = { type: 'diff' as const, path: 'tide.txt', hunks: [hunk], additions: 2, deletions: 1 };
  const edit = numbered([finished('a', 'Edited tide.txt')]).map((event) =>
    event.type === 'call.finished' ? { ...event, data: { ...event.data, view: { ...event.data.view, detail } } } : event,
  );
  expect(await findCalls(edit, 'low tide')).toEqual({ calls: [{ callId: 'a', count: 1 }], incomplete: false });
  expect(await findCalls(edit, 'Edited')).toEqual({ calls: [], incomplete: false });
});

it('counts each occurrence, up to a limit', async () => {
  const events = numbered([finished('a', 'tide\nlow tide, high tide'), finished('b', 'tide '.repeat(MAX_FOUND_IN_CALL + 1))]);
  const calls = [
    { callId: 'a', count: 3 },
    { callId: 'b', count: MAX_FOUND_IN_CALL },
  ];
  expect(await findCalls(events, 'tide')).toEqual({ calls, incomplete: false });
});

it('is bounded in calls and characters, and not slowed by white space', async () => {
  const many = numbered(Array.from({ length: MAX_FOUND_CALLS + 1 }, (_, index) => finished(`c${index}`, 'tide')));
  const found = await findCalls(many, 'tide');
  expect([found.calls.length, found.incomplete]).toEqual([MAX_FOUND_CALLS, true]);
  const large = numbered(Array.from({ length: 5 }, (_, index) => finished(`c${index}`, ' '.repeat(16 * 1024 * 1024))));
  expect(await findCalls(large, 'low tide')).toEqual({ calls: [], incomplete: true });
});
