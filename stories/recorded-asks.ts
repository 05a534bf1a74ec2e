import type { Ask } from '#shared/session/ask.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { block, START, view, type Timed } from './recorded-events.ts';

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

/** A pending edit and a pending command. */
export const asks: Timed[] = [
  [START + 30_000, block('request-1', { type: 'tool_use', id: 'c6', name: 'Edit', input: {} })],
  [
    START + 30_010,
    {
      type: 'call.queued',
      data: { callId: 'c6', messageId: 'request-1', requestId: 'request-1', toolName: 'Edit', view: edit, parallel: false },
    },
  ],
  [START + 30_020, { type: 'call.asked', data: { ask: ask('a1', 'c6', 'Edit', 'wants to edit src/day-boundaries.ts', edit, 'write') } }],
  [START + 31_000, block('request-1', { type: 'tool_use', id: 'c7', name: 'Bash', input: {} })],
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
