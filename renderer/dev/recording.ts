import type { NewSessionEvent } from '#shared/session/event.ts';
import type { SessionFrame } from '#shared/session/frame.ts';
import type { Ask } from '#shared/session/ask.ts';
import type { ToolView } from '#shared/session/tool-view.ts';

type Timed = readonly [at: number, NewSessionEvent];
type Live = readonly [delay: number, NewSessionEvent | { readonly frame: SessionFrame }];

const START = Date.now() - 48_000;

const view = (kind: ToolView['kind'], title: string, summary: string, outcome?: string): ToolView => ({
  kind,
  title,
  summary,
  ...(outcome !== undefined && { outcome }),
});

/** A call from queue to result. Times in milliseconds after the start. */
function callEvents(
  callId: string,
  toolName: string,
  before: ToolView,
  times: { queued: number; started: number; finished: number },
  result: { outcome?: 'done' | 'failed'; words: string },
): Timed[] {
  return [
    [START + times.queued - 10, block('request-1', callId, { type: 'tool_use', id: callId, name: toolName, input: {} })],
    [
      START + times.queued,
      { type: 'call.queued', data: { callId, messageId: 'request-1', requestId: 'request-1', toolName, view: before, parallel: true } },
    ],
    [START + times.started, { type: 'call.started', data: { callId } }],
    [
      START + times.finished,
      {
        type: 'call.finished',
        data: {
          callId,
          outcome: result.outcome ?? 'done',
          isError: result.outcome === 'failed',
          content: '',
          view: { ...before, outcome: result.words },
          spans: [],
        },
      },
    ],
  ];
}

let index = 0;
function block(messageId: string, _id: string, content: Record<string, unknown> & { type: string }): NewSessionEvent {
  index += 1;
  return { type: 'assistant.block', data: { requestId: messageId, messageId, index, block: content } };
}

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
    block('request-1', 't', {
      type: 'thinking',
      thinking: 'The failing test compares a local day boundary with a UTC one. I should look at how a day is cut first.',
      signature: '',
    }),
  ],
  [START + 3000, block('request-1', 'x', { type: 'text', text: 'I’ll look at how the table cuts a day, and at the test that fails.' })],
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
    block('request-1', 'x', {
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

const edit: ToolView = {
  ...view('edit', 'Edit', 'src/day-boundaries.ts'),
  detail: {
    type: 'diff',
    path: 'src/day-boundaries.ts',
    additions: 1,
    deletions: 1,
    hunks: [
      {
        oldStart: 11,
        oldLines: 3,
        newStart: 11,
        newLines: 3,
        lines: [
          ' export function startOfDay(at: Date): Date {',
          '-  return new Date(at.getFullYear(), at.getMonth(), at.getDate());',
          '+  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));',
          ' }',
        ],
      },
    ],
  },
};

const asks: Timed[] = [
  [START + 30_000, block('request-1', 'e', { type: 'tool_use', id: 'c6', name: 'Edit', input: {} })],
  [
    START + 30_010,
    {
      type: 'call.queued',
      data: { callId: 'c6', messageId: 'request-1', requestId: 'request-1', toolName: 'Edit', view: edit, parallel: false },
    },
  ],
  [START + 30_020, { type: 'call.asked', data: { ask: ask('a1', 'c6', 'Edit', 'wants to edit src/day-boundaries.ts', edit, 'write') } }],
  [START + 31_000, block('request-1', 'e', { type: 'tool_use', id: 'c7', name: 'Bash', input: {} })],
  [
    START + 31_010,
    {
      type: 'call.queued',
      data: {
        callId: 'c7',
        messageId: 'request-1',
        requestId: 'request-1',
        toolName: 'Bash',
        view: view('command', 'Run', 'npm test -- low-water && git diff --stat'),
        parallel: false,
      },
    },
  ],
  [
    START + 31_020,
    {
      type: 'call.asked',
      data: {
        ask: ask(
          'a2',
          'c7',
          'Bash',
          'wants to run a command',
          {
            ...view('command', 'Run', 'npm test -- low-water && git diff --stat'),
            detail: {
              type: 'command',
              command: 'npm test -- low-water && git diff --stat',
              cwd: '/home/ada/code/tide-table',
              description: 'Run the test and show what changed',
            },
          },
          'execute',
        ),
      },
    },
  ],
];

function ask(askId: string, callId: string, toolName: string, sentence: string, shown: ToolView, risk: Ask['risk']): Ask {
  const command = toolName === 'Bash';
  return {
    askId,
    callId,
    toolName,
    sentence,
    view: shown,
    cwd: '/home/ada/code/tide-table',
    reason: 'needsApproval',
    message: command
      ? 'npm test runs code of this folder, and no rule covers it.'
      : 'Edits ask in this mode, and no rule covers this file.',
    parts: command
      ? [
          { text: 'npm test -- low-water', covered: false },
          { text: 'git diff --stat', covered: true, detail: 'only reads' },
        ]
      : [],
    effects: command ? ['runs code of this folder'] : ['writes src/day-boundaries.ts'],
    risk,
    suggestions: [
      {
        type: 'addRules',
        rules: [command ? 'Bash(npm test:*)' : 'Edit(/src/**)'],
        destination: 'local',
        label: command ? 'commands that start with npm test' : 'edits under src in this project',
      },
    ],
    digest: `digest-${askId}`,
  };
}

export function busyPast(): Timed[] {
  return [...beginning, ...asks];
}

/** A text that is being written, and a call that runs. */
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
      block('request-1', 'x', {
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
