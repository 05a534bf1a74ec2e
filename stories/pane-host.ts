import type { CommandOutput } from '#shared/contract/commands.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { queuedAsks } from '../renderer/store/queued-asks.ts';
import { PaneBridge } from './pane-bridge.ts';
import { useWindow } from '../renderer/store/app-store.ts';
import { deliverTerminalOutput } from '../renderer/store/terminal-frames.ts';
import type { Story } from './pane-stories.ts';

/** Answers the panes' requests, and plays the events of a busy session. */
export function fakeHost(story: Story): { readonly bridge: PaneBridge; readonly start: () => void } {
  const bridge = new PaneBridge({
    'call.detail': ({ callId }) => detailOf(story, callId),
    'call.output': ({ offset, toEnd }) => savedPage(toEnd ? SAVED_BYTES - PAGE : offset),
    'call.rules': () => RULES_NOW,
    'terminal.open': ({ terminalId }) => ({
      data: terminalText(terminalId),
      offset: 0,
      cols: 120,
      rows: 30,
      live: terminalId === 't2',
      exitCode: terminalId === 't2' ? null : terminalId === 't1' ? 1 : 0,
      state: terminalId === 't2' ? { takenOver: false, paused: false, bytes: 2048, lines: 41 } : null,
    }),
    'terminal.close': () => ({}),
    'terminal.ack': () => ({}),
    'terminal.input': ({ terminalId, data }) => {
      deliverTerminalOutput(terminalId, inputOffset, data);
      inputOffset += data.length;
      return {};
    },
    'permission.answer': ({ askId, answer }) => {
      document.body.dataset['answers'] = `${document.body.dataset['answers'] ?? ''}${askId} ${JSON.stringify(answer)}\n`;
      changeView((view) => ({ ...view, asks: view.asks.filter((ask) => ask.askId !== askId) }));
      return { outcome: 'accepted' };
    },
    'permission.input': ({ askId }) => {
      const ask = queuedAsks(useWindow.getState()).find((one) => one.askId === askId);
      return { input: inputOf(ask?.view.detail), digest: ask?.digest ?? '' };
    },
    'rules.backtest': () => ({
      checked: 200,
      more: true,
      matched: 14,
      sameTool: 60,
      newlyAllowed: 9,
      newlyAsked: 0,
      newlyDenied: 0,
      unchanged: 191,
      changed: [],
      matchedUnchanged: [],
    }),
    'rules.check': ({ text }) =>
      text.includes('*)') || text.startsWith('Bash(')
        ? {
            sentence: `Allow ${text}`,
            diagnostics: text === 'Bash(*)' ? [{ severity: 'warning', message: 'This allows every command' }] : [],
          }
        : { sentence: '', diagnostics: [{ severity: 'error', message: 'A rule is a tool name, or Tool(content)' }] },
  });
  return { bridge, start: () => story.busy > 0 && setInterval(tick, story.busy) };
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
      why: 'It speaks of something else.',
    },
    {
      rule: { text: 'Bash(npm test)', behavior: 'ask', source: 'project', file: '/home/ana/shop/.claude/settings.json', line: 7 },
      standing: 'lost',
      why: 'The deny rule Bash(npm test) comes before it.',
    },
    {
      rule: { text: 'Bash(npm *)', behavior: 'allow', source: 'project', file: '/home/ana/shop/.claude/settings.json', line: 12 },
      standing: 'inert',
      why: 'The folder is not trusted yet.',
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

let inputOffset = terminalText('t2').length;
let ticked = 0;

/** Ends the running call and starts another, as a very busy session does. */
function tick(): void {
  const now = Date.now();
  changeView((view) => {
    const last = view.calls[view.callOrder.at(-1) ?? ''];
    if (last) view.calls[last.callId] = { ...last, state: 'done', finishedAt: now };
    ticked += 1;
    const callId = `busy${ticked}`;
    view.calls[callId] = {
      callId,
      toolName: 'Read',
      requestId: 'r',
      state: 'running',
      parallel: true,
      view: { kind: 'read', title: 'Read', summary: `src/file-${ticked}.ts` },
      queuedAt: now,
      startedAt: now,
    };
    return { ...view, callOrder: [...view.callOrder, callId], updatedAt: now };
  });
}

function changeView(change: (view: Story['view']) => Story['view']): void {
  useWindow.setState((state) => {
    const slot = state.sessions['s'];
    return slot ? { sessions: { s: { ...slot, view: change(slot.view) } } } : state;
  });
}

function terminalText(terminalId: string): string {
  if (terminalId === 't2')
    return '$ node --test test/\r\n\u001b[32m✔\u001b[0m adds items (1.2ms)\r\n\u001b[32m✔\u001b[0m rounds once (0.4ms)\r\nRunning \u001b[1mcheckout\u001b[0m … ';
  return `\r\n> shop@1.0.0 test\r\n> node --test\r\n\r\n\u001b[32m✔ adds items\u001b[0m \u001b[90m(1.2ms)\u001b[0m\r\n\u001b[31m✖ applies the discount once\u001b[0m\r\n  \u001b[33mAssertionError\u001b[0m: 90 !== 81\r\n      at \u001b[36mtest/checkout.test.js:14:3\u001b[0m\r\n\r\n\u001b[7m tests 2 \u001b[0m pass 1 fail 1\r\n`;
}

function detailOf(story: Story, callId: string): CommandOutput<'call.detail'> {
  const row = story.view.calls[callId];
  const at = row?.queuedAt ?? 0;
  const edit = row?.view.kind === 'edit';
  const ask = story.view.asks.find((one) => one.toolName === 'Edit');
  return {
    input:
      row?.view.kind === 'command'
        ? { command: row.view.summary, description: 'Run the tests' }
        : { file_path: `/home/ana/shop/${row?.view.summary ?? ''}` },
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
        { layer: 'safety', outcome: 'pass', detail: 'Touches no protected place' },
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
