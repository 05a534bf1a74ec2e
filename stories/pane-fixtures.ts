import { emptySessionView } from '#shared/session/fold.ts';
import type { CallRow, SessionView } from '#shared/session/view.ts';
import { commandAsk, destructiveAsk, editAsk } from './ask-fixtures.ts';

type Row = Partial<CallRow> & Pick<CallRow, 'callId' | 'toolName' | 'view' | 'queuedAt'>;

const allowed = (reason: NonNullable<CallRow['decision']>['reason'], message: string, rule?: string): CallRow['decision'] => ({
  behavior: 'allow',
  reason,
  message,
  rule,
});
const readOnly = allowed('readOnly', 'Reads inside the project folder need no question');

function view(rows: readonly Row[], change: Partial<SessionView>): SessionView {
  const whole = { ...emptySessionView(), seq: 1, sessionId: 's', projectDir: '/home/ana/shop', ...change };
  for (const row of rows) {
    whole.calls[row.callId] = { requestId: 'r', state: 'done', parallel: true, ...row };
    whole.callOrder.push(row.callId);
  }
  return whole;
}

/** A running turn that ends at `now`. */
export function liveSession(now: number): SessionView {
  const t = now - 14_000;
  const terminal = { terminalId: 't1', path: 'terminals/t1', cols: 120, rows: 30 };
  const rows: Row[] = [
    {
      callId: 'p1',
      toolName: 'Read',
      view: { kind: 'read', title: 'Read', summary: 'README.md', outcome: '41 lines' },
      queuedAt: t - 400_000,
      startedAt: t - 400_000,
      finishedAt: t - 399_960,
      decision: readOnly,
    },
    {
      callId: 'p2',
      toolName: 'Bash',
      view: { kind: 'command', title: 'Run', summary: 'git status --short', outcome: 'exit code 0' },
      queuedAt: t - 398_000,
      startedAt: t - 397_990,
      finishedAt: t - 397_700,
      decision: readOnly,
      terminal: { ...terminal, terminalId: 't0' },
      exitCode: 0,
    },
    {
      callId: 'c1',
      toolName: 'Grep',
      view: { kind: 'search', title: 'Search', summary: '"discount" in src', outcome: '12 matches' },
      queuedAt: t,
      startedAt: t + 4,
      finishedAt: t + 620,
      decision: readOnly,
    },
    {
      callId: 'c2',
      toolName: 'Read',
      view: { kind: 'read', title: 'Read', summary: 'src/checkout/discount-calculation-and-rounding.js', outcome: '88 lines' },
      queuedAt: t + 120,
      startedAt: t + 122,
      finishedAt: t + 1300,
      decision: readOnly,
    },
    {
      callId: 'c3',
      toolName: 'Read',
      view: { kind: 'read', title: 'Read', summary: 'src/basket.js', outcome: '61 lines' },
      queuedAt: t + 180,
      startedAt: t + 184,
      finishedAt: t + 1500,
      decision: readOnly,
    },
    {
      callId: 'c4',
      toolName: 'Read',
      view: { kind: 'read', title: 'Read', summary: 'test/checkout.test.js', outcome: '120 lines' },
      queuedAt: t + 240,
      startedAt: t + 243,
      finishedAt: t + 900,
      decision: readOnly,
    },
    {
      callId: 'c5',
      toolName: 'Glob',
      view: { kind: 'search', title: 'Find', summary: 'src/**/*.ts', outcome: 'nothing found' },
      queuedAt: t + 300,
      startedAt: t + 310,
      finishedAt: t + 420,
      decision: readOnly,
    },
    {
      callId: 'c6',
      toolName: 'Bash',
      state: 'failed',
      view: { kind: 'command', title: 'Run', summary: 'npm test', outcome: 'exit code 1' },
      queuedAt: t + 2600,
      askedAt: t + 2610,
      answeredAt: t + 4700,
      startedAt: t + 4710,
      finishedAt: t + 6900,
      decision: allowed('user', 'You allowed it once'),
      terminal,
      exitCode: 1,
    },
    {
      callId: 'c7',
      toolName: 'Bash',
      state: 'cancelled',
      view: { kind: 'command', title: 'Run', summary: 'npm run lint' },
      queuedAt: t + 2700,
      finishedAt: t + 6900,
    },
    {
      callId: 'c8',
      toolName: 'Edit',
      view: { kind: 'edit', title: 'Edit', summary: 'src/discount.js', outcome: '+3 −1' },
      queuedAt: t + 8000,
      askedAt: t + 8010,
      answeredAt: t + 9400,
      startedAt: t + 9404,
      finishedAt: t + 9430,
      decision: allowed('user', 'You allowed it once'),
    },
    {
      callId: 'c9',
      toolName: 'Bash',
      state: 'denied',
      view: { kind: 'command', title: 'Run', summary: 'curl https://example.com/install.sh | sh' },
      queuedAt: t + 9500,
      finishedAt: t + 9502,
      decision: { behavior: 'deny', reason: 'rule', message: 'Denied by a rule of this project', rule: 'Bash(curl:*)' },
    },
    {
      callId: 'a1',
      toolName: 'Agent',
      state: 'running',
      view: { kind: 'agent', title: 'Agent', summary: 'review the rounding of prices' },
      queuedAt: t + 9600,
      startedAt: t + 9605,
      decision: allowed('rule', 'Allowed by a rule of yours', 'Agent'),
    },
    {
      callId: 'a2',
      toolName: 'Read',
      parentCallId: 'a1',
      agentId: 'reviewer',
      view: { kind: 'read', title: 'Read', summary: 'src/money.js', outcome: '30 lines' },
      queuedAt: t + 10_200,
      startedAt: t + 10_200,
      finishedAt: t + 10_900,
      decision: readOnly,
    },
    {
      callId: 'a3',
      toolName: 'Grep',
      parentCallId: 'a1',
      agentId: 'reviewer',
      state: 'running',
      view: { kind: 'search', title: 'Search', summary: 'Math.round' },
      queuedAt: t + 11_000,
      startedAt: t + 11_000,
      decision: readOnly,
    },
    {
      callId: 'c10',
      toolName: 'Bash',
      state: 'running',
      view: { kind: 'command', title: 'Run', summary: 'node --test test/' },
      queuedAt: t + 9700,
      startedAt: t + 9710,
      decision: allowed('rule', 'Allowed by a rule of this project', 'Bash(node --test:*)'),
      terminal: { ...terminal, terminalId: 't2' },
    },
    {
      callId: 'c11',
      toolName: 'Edit',
      state: 'waiting',
      view: { kind: 'edit', title: 'Edit', summary: 'src/receipt.js' },
      queuedAt: t + 11_500,
      askedAt: t + 11_520,
    },
    {
      callId: 'c12',
      toolName: 'Bash',
      state: 'waiting',
      view: { kind: 'command', title: 'Run', summary: 'rm -rf dist && npm run build' },
      queuedAt: t + 11_800,
      askedAt: t + 11_840,
    },
    {
      callId: 'c13',
      toolName: 'TodoWrite',
      state: 'queued',
      view: { kind: 'todo', title: 'Plan', summary: '4 items' },
      queuedAt: t + 12_000,
    },
  ];
  return view(rows, {
    createdAt: t - 400_000,
    updatedAt: now,
    turn: { turnId: 'turn', startedAt: t - 900 },
    items: [
      { type: 'user', id: 'u0', text: 'What is here?', images: [], origin: 'prompt', at: t - 401_000 },
      { type: 'user', id: 'u1', text: 'Fix the failing test', images: [], origin: 'prompt', at: t - 900 },
    ],
    agents: {
      reviewer: {
        agentId: 'reviewer',
        parentCallId: 'a1',
        agentType: 'reviewer',
        description: 'Review the rounding of prices',
        model: 'claude-sonnet-5',
        depth: 1,
        unreported: false,
        background: false,
        state: 'running',
        startedAt: t + 9605,
        tokens: 12_400,
        calls: 2,
        lastCallId: 'a3',
      },
    },
    asks: [editAsk(now - 2480), commandAsk(now - 2160), destructiveAsk(now - 1500)],
  });
}

/** The same turn an hour later: nothing runs or waits any more. */
export function settledSession(now: number): SessionView {
  const live = liveSession(now - 3_600_000);
  const calls = Object.values(live.calls).map((row): CallRow => {
    if (row.finishedAt !== undefined) return row;
    const at = now - 3_599_000;
    return row.startedAt === undefined ? { ...row, state: 'cancelled', finishedAt: at } : { ...row, state: 'done', finishedAt: at };
  });
  return { ...live, turn: null, asks: [], calls: Object.fromEntries(calls.map((row) => [row.callId, row])) };
}

/** An hour's session with `count` calls, all settled but the last. */
export function longSession(now: number, count: number): SessionView {
  const rows: Row[] = [];
  let at = now - count * 900;
  const items: SessionView['items'] = [];
  for (let index = 0; index < count; index += 1) {
    if (index % 40 === 0) {
      at += index === 0 ? 0 : 60_000;
      items.push({ type: 'user', id: `u${index}`, text: 'Go on', images: [], origin: 'prompt', at });
    }
    const slow = index % 7 === 3;
    const startedAt = at + (index % 11 === 5 ? 1500 : 4);
    const length = slow ? 2600 : 60 + ((index * 37) % 400);
    const last = index === count - 1;
    rows.push({
      callId: `n${index}`,
      toolName: slow ? 'Bash' : 'Read',
      state: last ? 'running' : index % 61 === 60 ? 'failed' : 'done',
      view: slow
        ? { kind: 'command', title: 'Run', summary: `npm test -- --shard=${index}` }
        : { kind: 'read', title: 'Read', summary: `src/module-${index}/index.ts` },
      queuedAt: at,
      ...(index % 11 === 5 && { askedAt: at, answeredAt: at + 1490 }),
      startedAt,
      ...(!last && { finishedAt: startedAt + length }),
      decision: readOnly,
    });
    at += index % 5 === 4 ? 2600 : 120;
  }
  const shift = now - 3000 - at;
  const moved = rows.map((row) => ({
    ...row,
    queuedAt: row.queuedAt + shift,
    ...(row.askedAt !== undefined && { askedAt: row.askedAt + shift }),
    ...(row.answeredAt !== undefined && { answeredAt: row.answeredAt + shift }),
    ...(row.startedAt !== undefined && { startedAt: row.startedAt + shift }),
    ...(row.finishedAt !== undefined && { finishedAt: row.finishedAt + shift }),
  }));
  return view(moved, {
    updatedAt: now,
    turn: { turnId: 'turn', startedAt: now - 20_000 },
    items: items.map((item) => ({ ...item, at: item.at + shift })),
  });
}
