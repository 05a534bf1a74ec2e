import { AppError } from '#shared/contract/app-error.ts';
import type { CommandOutput } from '#shared/contract/commands.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import type { SessionView } from '#shared/session/view.ts';
import type { FakeHost, Handlers } from './fake-host.ts';

/** What the window asks about single calls, and the answers it gives to their questions. */
export function callHandlers(host: FakeHost): Handlers {
  return {
    'call.detail': ({ callId }) => detailOf(host.view, callId),
    'call.output': ({ offset, toEnd }) => savedPage(toEnd ? SAVED_BYTES - PAGE : offset),
    'call.rules': () => RULES_NOW,
    'permission.input': ({ askId }) => {
      const ask = host.view.asks.find((one) => one.askId === askId);
      if (!ask) throw new AppError('not_found', 'This request has already been answered.');
      const { callId, toolName, cwd, risk, effects, message, digest } = ask;
      return { input: inputOf(ask.view.detail), digest, call: { callId, toolName, cwd, risk, effects, message } };
    },
    'permission.answer': ({ askId, answer }) => {
      const ask = host.view.asks.find((one) => one.askId === askId);
      if (!ask) return { outcome: 'gone' };
      const { callId } = ask;
      host.play({ type: 'call.answered', data: { askId, callId, answer, by: 'person' } });
      if (answer.type === 'deny') {
        host.play({
          type: 'call.finished',
          data: { callId, outcome: 'denied', isError: true, content: 'The user denied this call.', view: ask.view, spans: [] },
        });
      } else host.play({ type: 'call.started', data: { callId } });
      return { outcome: 'accepted' };
    },
  };
}

const SAVED_BYTES = 50_000_000;
const PAGE = 65_536;

/** A page of a result of 50 MB. */
function savedPage(offset: number): CommandOutput<'call.output'> {
  const end = Math.min(SAVED_BYTES, offset + PAGE);
  const first = Math.floor(offset / 64);
  const lines = Array.from({ length: Math.ceil((end - offset) / 64) }, (_, line) =>
    `${first + line}`.padStart(9).padEnd(63, ' warning: unused variable'),
  );
  return { text: lines.join('\n'), offset, end, total: SAVED_BYTES };
}

const RULES_NOW: CommandOutput<'call.rules'> = {
  now: { behavior: 'deny', reason: 'rule', message: 'Permission to use Bash with command npm test has been denied.' },
  more: 3,
  candidates: [
    {
      rule: { text: 'Bash(npm test)', behavior: 'deny', source: 'local', file: '/home/ana/shop/.claude/settings.local.json', line: 4 },
      standing: 'decided',
      why: 'Permission to use Bash with command npm test has been denied.',
    },
    {
      rule: { text: 'Bash(rm *)', behavior: 'deny', source: 'user', file: '/home/ana/.claude/settings.json', line: 9 },
      standing: 'no_match',
      why: 'It is about something else.',
    },
    {
      rule: { text: 'Bash(npm test)', behavior: 'ask', source: 'project', file: '/home/ana/shop/.claude/settings.json', line: 7 },
      standing: 'lost',
      why: 'The deny rule Bash(npm test) comes before it.',
    },
    {
      rule: { text: 'Bash(npm *)', behavior: 'allow', source: 'project', file: '/home/ana/shop/.claude/settings.json', line: 12 },
      standing: 'inert',
      why: 'This folder isn’t trusted yet, so what its repository allows has no effect.',
    },
  ],
};

function inputOf(detail: ToolView['detail']): Record<string, unknown> {
  if (detail?.type === 'command') return { command: detail.command, description: detail.description ?? '', timeout: 600_000 };
  if (detail?.type !== 'diff') return { file_path: '/etc/hosts' };
  const lines = detail.hunks.flatMap((hunk) => hunk.lines);
  const side = (sign: string) =>
    lines
      .filter((line) => line.startsWith(' ') || line.startsWith(sign))
      .map((line) => line.slice(1))
      .join('\n');
  return { file_path: detail.path, old_string: side('-'), new_string: side('+') };
}

function detailOf(view: SessionView, callId: string): CommandOutput<'call.detail'> {
  const row = view.calls[callId];
  const at = row?.queuedAt ?? 0;
  const edit = row?.view.kind === 'edit';
  const ask = view.asks.find((one) => one.toolName === 'Edit');
  return {
    input:
      row?.view.kind === 'command'
        ? { command: row.view.summary, description: 'Run the tests' }
        : { file_path: `/home/ana/shop/${row?.view.summary ?? ''}` },
    changed: null,
    inputView: {
      ...(row?.view ?? { kind: 'other', title: '', summary: '' }),
      ...(row?.view.kind === 'command' && {
        detail: { type: 'command' as const, command: row.view.summary, cwd: '/home/ana/shop', description: 'Run the tests' },
      }),
    },
    resultView: edit && ask?.view.detail ? { ...ask.view } : row?.finishedAt === undefined ? null : { ...row.view },
    content:
      row?.finishedAt === undefined
        ? null
        : edit
          ? 'The file src/discount.js has been updated.'
          : Array.from({ length: 400 }, (_, line) => `${line + 1}\tline of \u001boutput ${line}`).join('\n'),
    isError: row?.state === 'failed',
    persistedPath: row?.toolName === 'Grep' ? '/home/ana/.gatehouse/sessions/shop/4f2a/tool-results/toolu_01.txt' : null,
    decision: {
      behavior: row?.state === 'denied' ? 'deny' : 'allow',
      reason: row?.decision?.reason ?? 'readOnly',
      message: row?.decision?.message ?? 'Reads inside the project folder need no question',
      trace: [
        { layer: 'hook', outcome: 'pass', detail: 'No hook is set for this tool' },
        { layer: 'deny', outcome: 'pass', detail: '4 deny rules, none matches' },
        {
          layer: 'ask',
          outcome: 'ask',
          detail: 'An ask rule matches',
          subject: 'npm test',
          rule: {
            text: 'Bash(npm test)',
            behavior: 'ask',
            source: 'project',
            file: '/home/ana/shop/.claude/settings.json',
            line: 7,
            column: 9,
          },
        },
        { layer: 'safety', outcome: 'pass', detail: 'No protected or critical path is affected.' },
        { layer: 'dialog', outcome: 'allow', detail: 'You allowed it once' },
      ],
      parts: [],
      effects: ['runs scripts of package.json'],
      risk: 'execute',
      suggestions: [],
    },
    answeredBy: row?.askedAt === undefined ? null : 'person',
    hooks: [],
    spans: [
      { step: 'validate', start: at, end: at + 2, outcome: 'ok' },
      { step: 'permission', start: at + 2, end: at + 2100, outcome: 'ok' },
      { step: 'call', start: at + 2100, end: at + 4300, outcome: row?.state === 'failed' ? 'failed' : 'ok' },
      { step: 'map result', start: at + 4300, end: at + 4303, outcome: 'ok' },
    ],
    terminal: row?.terminal ?? null,
  };
}
