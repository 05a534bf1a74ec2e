import type { NewSessionEvent } from '#shared/session/event.ts';
import type { SessionFrame } from '#shared/session/frame.ts';
import { asks } from './recorded-asks.ts';
import { block, callEvents, START, view, type Timed } from './recorded-events.ts';

type Live = readonly [delay: number, NewSessionEvent | { readonly frame: SessionFrame }];

const beginning: Timed[] = [
  [
    START,
    {
      type: 'session.created',
      data: {
        sessionId: 'session-1',
        projectDir: '/home/ada/code/tide-table',
        model: 'claude-sonnet-4-5',
        mode: 'default',
        client: 'anthropic',
      },
    },
  ],
  [START + 200, { type: 'turn.started', data: { turnId: 'turn-1' } }],
  [
    START + 210,
    {
      type: 'user.message',
      data: {
        messageId: 'm1',
        content: [{ type: 'text', text: 'The test for low water after midnight fails since the switch to UTC. Find out why and fix it.' }],
        origin: 'prompt',
        visibility: 'both',
      },
    },
  ],
  [START + 300, { type: 'request.started', data: { requestId: 'request-1', turnId: 'turn-1', attempt: 1, model: 'claude-sonnet-4-5' } }],
  [
    START + 2200,
    block('request-1', {
      type: 'thinking',
      thinking: 'The failing test compares a local day boundary with a UTC one. I should look at how a day is cut first.',
      signature: '',
    }),
  ],
  [START + 3000, block('request-1', { type: 'text', text: 'I’ll look at how the table cuts a day, and at the test that fails.' })],
  ...callEvents(
    'c1',
    'Grep',
    view('search', 'Search', 'startOfDay'),
    { queued: 3200, started: 3220, finished: 3900 },
    { words: '7 matches' },
  ),
  ...callEvents(
    'c2',
    'Read',
    view('read', 'Read', 'src/day-boundaries.ts'),
    { queued: 3400, started: 3420, finished: 4300 },
    { words: '84 lines' },
  ),
  ...callEvents(
    'c3',
    'Read',
    view('read', 'Read', 'test/low-water.test.ts'),
    { queued: 3500, started: 3530, finished: 5100 },
    { words: '142 lines' },
  ),
  ...callEvents(
    'c4',
    'Bash',
    view('command', 'Run', 'git log --oneline -8 -- src/day-boundaries.ts'),
    { queued: 3600, started: 5200, finished: 5900 },
    { words: '8 lines' },
  ),
  [
    START + 9000,
    block('request-1', {
      type: 'text',
      text: 'Found it. `startOfDay` cuts at **local** midnight, while the predictions are in UTC since the last commit:\n\n```ts\nexport function startOfDay(at: Date): Date {\n  return new Date(at.getFullYear(), at.getMonth(), at.getDate());\n}\n```\n\nTwo things need to change:\n\n1. `startOfDay` has to use the UTC fields.\n2. The table’s heading says “local time”, which is no longer true.',
    }),
  ],
  [
    START + 9100,
    {
      type: 'todos.updated',
      data: {
        todos: [
          { content: 'Find why the test fails', status: 'completed', activeForm: 'Finding why the test fails' },
          { content: 'Cut days in UTC', status: 'in_progress', activeForm: 'Cutting days in UTC' },
          { content: 'Correct the heading', status: 'pending', activeForm: 'Correcting the heading' },
          { content: 'Run the tests', status: 'pending', activeForm: 'Running the tests' },
        ],
      },
    },
  ],
  ...callEvents(
    'c5',
    'Bash',
    view('command', 'Run', 'npm test -- low-water'),
    { queued: 9300, started: 12_500, finished: 21_000 },
    { outcome: 'failed', words: 'exit code 1' },
  ),
];

export function busyPast(): Timed[] {
  return [...beginning, ...asks];
}

/** A streaming text and a running call. */
export function busyLive(): Live[] {
  const text =
    'While you look at the edit, I’ll check who else calls `startOfDay`, so that nothing that counts on local time breaks with it.';
  const frames: Live[] = [];
  for (let offset = 0; offset < text.length; offset += 6) {
    frames.push([
      400 + offset * 12,
      { frame: { type: 'text', messageId: 'request-2', index: 0, kind: 'text', offset, text: text.slice(offset, offset + 6) } },
    ]);
  }
  const running: Live[] = ['src/table.ts', 'src/heading.ts'].flatMap((file, at): Live[] => [
    [
      150 + at,
      {
        type: 'call.queued',
        data: {
          callId: `r${at}`,
          messageId: 'request-1',
          requestId: 'request-1',
          toolName: 'Read',
          view: view('read', 'Read', file),
          parallel: true,
        },
      },
    ],
    [160 + at, { type: 'call.started', data: { callId: `r${at}` } }],
  ]);
  return [
    [100, { type: 'request.started', data: { requestId: 'request-2', turnId: 'turn-1', attempt: 1, model: 'claude-sonnet-4-5' } }],
    ...running,
    [300, { type: 'user.queued', data: { messageId: 'q1', text: 'Also add a test for the night of the switch to summer time.' } }],
    ...frames,
  ];
}

export function finishedPast(): Timed[] {
  return [
    ...beginning,
    [
      START + 40_000,
      block('request-1', {
        type: 'text',
        text: 'All 24 tests pass now. The day is cut at UTC midnight, and the heading says so.\n\n| File | Change |\n| --- | --- |\n| `src/day-boundaries.ts` | UTC fields |\n| `src/heading.ts` | “UTC” instead of “local time” |',
      }),
    ],
    [START + 40_500, { type: 'turn.ended', data: { turnId: 'turn-1', outcome: 'completed' } }],
    [START + 42_000, { type: 'turn.started', data: { turnId: 'turn-2' } }],
    [
      START + 42_100,
      {
        type: 'user.message',
        data: { messageId: 'm2', content: [{ type: 'text', text: 'Push it.' }], origin: 'prompt', visibility: 'both' },
      },
    ],
    [
      START + 44_000,
      {
        type: 'notice',
        data: {
          level: 'error',
          text: 'The server did not accept the key (401). Enter another one, or check ANTHROPIC_API_KEY.',
          action: 'enter_key',
        },
      },
    ],
    [
      START + 44_100,
      { type: 'turn.ended', data: { turnId: 'turn-2', outcome: 'failed', error: 'The server did not accept the key (401).' } },
    ],
  ];
}

export function longPast(count: number): Timed[] {
  const events: Timed[] = [...beginning];
  for (let at = 0; at < count; at += 1) {
    const time = 50_000 + at * 40;
    events.push(
      ...callEvents(
        `l${at}`,
        'Read',
        view('read', 'Read', `src/generated/module-${at}.ts`),
        { queued: time, started: time + 20, finished: time + 90 + (at % 7) * 30 },
        { words: `${(at * 37) % 900} lines` },
      ),
    );
  }
  return events;
}
