import { describe, expect, it } from 'vitest';
import type { ShellRow } from '#shared/contract/commands/terminal-commands.ts';
import { emptySessionView } from '#shared/session/fold/empty-view.ts';
import { INTERRUPTED } from '#shared/session/interrupted.ts';
import type { CallRow, TaskRow } from '#shared/session/view.ts';
import { headingOf, shownItem, stateWords, terminalItems } from '../../../../renderer/terminals/list/terminal-items.ts';
import { ran, row } from '../timeline/rows.ts';

const terminal = { terminalId: 't', path: 'terminals/t', cols: 80, rows: 24 };

function itemsOf(rows: readonly CallRow[], tasks: readonly Partial<TaskRow>[] = [], shells: readonly ShellRow[] = []) {
  const view = emptySessionView();
  view.calls = Object.fromEntries(rows.map((one) => [one.callId, one]));
  view.callOrder = rows.map(({ callId }) => callId);
  view.tasks = Object.fromEntries(
    tasks.map((task, index) => [
      `b${index}`,
      {
        taskId: `b${index}`,
        callId: 'c',
        command: '',
        description: '',
        terminal,
        outputFile: '/o',
        state: 'running',
        startedAt: 0,
        unreported: false,
        ...task,
      },
    ]),
  );
  return terminalItems(view, shells);
}

describe('the commands of a session', () => {
  const rows = [
    ran('old', 0, 1, { terminal, exitCode: 0 }),
    ran('bad', 1, 2, { terminal, exitCode: 3, state: 'failed' }),
    ran('server', 2, 3, { terminal }),
    ran('read', 3, 4, { view: { kind: 'read', title: 'Read', summary: 'a' } }),
    ran('refused', 4, 5, { state: 'denied' }),
    row('waiting', { state: 'waiting' }),
  ];

  it('are those with a terminal or about to get one: running, background, finished, newest first', () => {
    expect(itemsOf(rows, [{ callId: 'server' }]).map(({ id, group, failed }) => [id, group, failed])).toEqual([
      ['waiting', 'running', false],
      ['server', 'background', false],
      ['bad', 'done', true],
      ['old', 'done', false],
    ]);
  });

  it('are listed below the user’s shells, shown only where there is no command or one is selected', () => {
    const shells = [
      { terminalId: 's1', title: 'zsh', startedAt: 1, endedAt: null, exitCode: null },
      { terminalId: 's2', title: 'zsh', startedAt: 1, endedAt: 2, exitCode: 1 },
    ];
    const items = itemsOf(rows, [], shells);
    expect(items.slice(0, 3).map(({ id, group, live }) => [id, group, live])).toEqual([
      ['s1', 'yours', true],
      ['s2', 'yours', false],
      ['waiting', 'running', true],
    ]);
    expect(items.slice(0, 2).map(stateWords)).toEqual(['open', 'exit 1']);
    expect([shownItem(items, null)?.id, shownItem(items, 's2')?.id, shownItem(itemsOf([], [], shells), null)?.id]).toEqual([
      'server',
      's2',
      's1',
    ]);
  });

  it('show the selected one, otherwise the newest with a terminal', () => {
    const items = itemsOf(rows);
    expect([shownItem(items, 'waiting')?.id, shownItem(items, 'gone')?.id, shownItem([], null)]).toEqual(['waiting', 'server', undefined]);
  });
});

it.each([
  [{}, 'running', false],
  [{ stalled: 'Password:' }, 'waits for input', false],
  [{ state: 'completed' as const, exitCode: 0, endedAt: 9 }, 'exit 0', false],
  [{ state: 'failed' as const, exitCode: 2, endedAt: 9 }, 'exit 2', true],
  [{ state: 'stopped' as const, endedAt: 9 }, 'stopped', false],
  [{ state: 'lost' as const, endedAt: 9 }, 'stopped', false],
])('a background command: %j is described as %s', (task, words, failed) => {
  const [item] = itemsOf([ran('c', 0, 1, { terminal })], [{ callId: 'c', ...task }]);
  expect(item && [stateWords(item), item.failed, item.endedAt]).toEqual([words, failed, 'endedAt' in task ? 9 : undefined]);
});

it('calls a command stopped that the person stopped', () => {
  const view = { ...ran('a', 0, 1).view, outcome: INTERRUPTED };
  const [item] = itemsOf([ran('a', 0, 1, { terminal, exitCode: 143, state: 'failed', view })]);
  expect(item && [item.failed, stateWords(item)]).toEqual([false, 'stopped']);
});

it('describes how a foreground command ended', () => {
  const words = itemsOf([
    ran('a', 0, 1, { terminal, exitCode: 2 }),
    row('b', { terminal, state: 'running' }),
    ran('c', 0, 1, { terminal, state: 'cancelled' }),
  ]).map(stateWords);
  expect(words).toEqual(['running', 'stopped', 'exit 2']);
});

it('puts commands that ended under the message of their turn, where there are several', () => {
  const view = emptySessionView();
  const rows = [ran('a', 5, 6, { terminal }), ran('b', 15, 16, { terminal }), row('c', { queuedAt: 17, state: 'running', terminal })];
  view.calls = Object.fromEntries(rows.map((one) => [one.callId, one]));
  view.callOrder = rows.map(({ callId }) => callId);
  const say = (text: string, at: number) => ({ type: 'user', id: text, text, images: [], origin: 'prompt', at }) as const;
  view.items = [say('First', 1)];
  expect(terminalItems(view, []).map(headingOf)).toEqual(['Running', 'Done', 'Done']);
  view.items = [say('First', 1), say('Second', 10)];
  expect(terminalItems(view, []).map(headingOf)).toEqual(['Running', 'Second', 'First']);
});
