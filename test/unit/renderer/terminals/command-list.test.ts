import { expect, it } from 'vitest';
import { commandRows, endWords, shownCommand } from '../../../../renderer/terminals/command-list.ts';
import { ran, row } from '../timeline/rows.ts';

const terminal = { terminalId: 't', path: 'terminals/t', cols: 80, rows: 24 };
const rows = [
  ran('old', 0, 1, { terminal, exitCode: 0 }),
  ran('read', 1, 2, { view: { kind: 'read', title: 'Read', summary: 'a' } }),
  ran('refused', 2, 3, { state: 'denied' }),
  row('waiting', { state: 'waiting' }),
];

it('lists what has a terminal and what may get one, newest first', () => {
  expect(commandRows(rows).map((one) => one.callId)).toEqual(['waiting', 'old']);
});

it('shows the chosen one, else the newest with a terminal', () => {
  const commands = commandRows(rows);
  expect([shownCommand(commands, 'waiting')?.callId, shownCommand(commands, 'gone')?.callId, shownCommand([], null)]).toEqual([
    'waiting',
    'old',
    undefined,
  ]);
});

it('says how a command ended', () => {
  expect([
    endWords(ran('a', 0, 1, { exitCode: 2 })),
    endWords(row('b', { state: 'running' })),
    endWords(row('c', { state: 'cancelled' })),
  ]).toEqual(['exit 2', undefined, 'cancelled']);
});
