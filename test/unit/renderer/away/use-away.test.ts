import { expect, it } from 'vitest';
import { awayNotice } from '../../../../renderer/away/use-away.ts';
import { ask } from '../permissions/asks.ts';

const secret = ask('k1', {
  askedAt: 2,
  view: {
    kind: 'command',
    title: 'Run',
    summary: 'curl -H "token: hunter2"',
    detail: { type: 'command', command: 'curl -H "token: hunter2"' },
  },
  message: 'hunter2',
  effects: ['connects to hunter2.example'],
  cwd: '/home/ana/hunter2',
});

it('shows tool and folder, and nothing of the input', () => {
  const notice = awayNotice([secret], 1, 'shop');
  expect(notice).toEqual({ askId: 'k1', title: 'Request waiting', body: 'Bash in shop' });
});

it('shows how many wait, irreversible ones first', () => {
  expect(awayNotice([secret, ask('k2', { risk: 'destructive', askedAt: 9, toolName: 'Write' })], 4, 'shop')).toEqual({
    askId: 'k2',
    title: 'Destructive request waiting',
    body: 'Write in shop · 4 requests wait',
  });
  expect(awayNotice([], 3, 'shop')).toBeUndefined();
});
