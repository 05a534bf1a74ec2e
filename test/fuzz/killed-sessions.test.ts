import { mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { toApiMessages } from '#main/agent/request/normalise.ts';
import { Transcript } from '#main/agent/request/transcript.ts';
import { readLog } from '#main/session/log-lines.ts';
import type { SessionEvent } from '#shared/session/event.ts';
import { foldSession } from '#shared/session/fold.ts';
import { hostile } from '../support/mcp-fixture.ts';
import { text, toolUse, type AnswerBlock, type MessageAnswer } from '../support/messages-answer.ts';
import { MessagesServer, type RequestBody } from '../support/messages-server.ts';
import { conversationProblems } from '../support/valid-conversation.ts';
import { CliFixture, type CliResult } from '../unit/cli/run-cli.ts';

/** Number of sessions; each takes some seconds. */
const RUNS = Number(process.env['GATEHOUSE_FUZZ_KILLS'] ?? 2);
const SEED = Number(process.env['GATEHOUSE_FUZZ_SEED'] ?? Date.now() % 1_000_000);
/** The approximate number of lines in its log. Kills are timed by them, following the session's own progress, not the clock. */
const LINES = 230;
const MAX_KILLS = 4;
/** How many lines a kill waits for a process of its kind before it takes any. */
const MAX_WAIT_LINES = 40;

/** What a kill can hit. A large number of sessions must hit all of them. */
const KINDS = ['Gatehouse', 'MCP server', 'hook', 'command', 'command of a sub-agent'] as const;
const ANY_KIND = [...KINDS, 'what one of them started'] as const;
type Kind = (typeof ANY_KIND)[number];
const hits = new Map<Kind, number>();

afterAll(() => {
  if (RUNS < 50) return;
  console.log(`seed ${SEED}`, Object.fromEntries(hits));
  expect(KINDS.filter((kind) => !hits.has(kind))).toEqual([]);
});

const bash = (id: string, command: string) => toolUse(id, 'Bash', { command });
const agent = (id: string, prompt: string, background: boolean) =>
  toolUse(id, 'Agent', { description: prompt, prompt, run_in_background: background });

/** Answers of each conversation, chosen by a word of its first message, request by request. */
const PARTS: Readonly<Record<string, readonly (readonly AnswerBlock[])[]>> = {
  'Task one': [
    [bash('one1', 'SUB=1; sleep 0.4; echo a >> one.txt'), toolUse('one2', 'mcp__slow__get', {})],
    [toolUse('one3', 'Write', { file_path: 'one-more.txt', content: 'x' }), bash('one4', 'SUB=2; sleep 0.2 & sleep 0.3; seq 1 40000')],
    [agent('one5', 'Task three', false), toolUse('one6', 'mcp__slow__get', {})],
  ],
  'Task two': [
    [toolUse('two1', 'mcp__stubborn__get', {}), bash('two2', 'SUB=3; for i in 1 2 3 4 5 6; do echo $i; sleep 0.1; done')],
    [toolUse('two3', 'mcp__slow__get', {})],
  ],
  'Task three': [[bash('three1', 'SUB=4; sleep 0.5; touch three.txt')]],
  Begin: [
    [bash('m0', 'MAIN=1; sleep 0.4; pwd')],
    [
      text('I start two, and work beside them.'),
      agent('m1', 'Task two', true),
      agent('m2', 'Task one', false),
      toolUse('m3', 'mcp__slow__get', {}),
    ],
    [
      toolUse('m4', 'Write', { file_path: 'main.txt', content: 'x' }),
      bash('m5', 'MAIN=2; sleep 0.5; echo b >> main.txt'),
      toolUse('m6', 'mcp__stubborn__get', {}),
    ],
  ],
};

function answer({ messages }: RequestBody): MessageAnswer {
  const first = textOf(messages[0]);
  const [, parts = []] = Object.entries(PARTS).find(([word]) => first.includes(word)) ?? [];
  const step = messages.filter(({ role, content }) => role === 'assistant' && content.some(({ type }) => type === 'tool_use')).length;
  const isRunning = textOf(messages.at(-1)).includes('Go on.');
  return { blocks: (isRunning ? undefined : parts[step]) ?? [text('That is all.')], firstByteMs: 40, pauseMs: 5 };
}

function textOf(message: RequestBody['messages'][number] | undefined): string {
  return (message?.content ?? []).map((block) => block.text ?? '').join(' ');
}

const hook = (seconds: number, more: object = {}) => ({
  hooks: [{ type: 'command', command: `HOOK=1; cat > /dev/null; sleep ${seconds}`, ...more }],
});
const SETTINGS = JSON.stringify({
  hooks: {
    SessionStart: [hook(0.1)],
    UserPromptSubmit: [hook(0.1)],
    PreToolUse: [hook(0.05), hook(120, { async: true })],
    PostToolUse: [hook(0.05)],
    SubagentStart: [hook(0.1)],
    SubagentStop: [hook(0.1)],
    Stop: [hook(0.1)],
  },
});
const SERVERS = JSON.stringify({ mcpServers: { slow: hostile('slow'), stubborn: hostile('stubborn') } });

test.each(Array.from({ length: RUNS }, (_, index) => index))(
  `after any process of a session is killed, its calls are answered and no process is left (seed ${SEED}, %i)`,
  async (index) => {
    const random = generator(SEED + index);
    using cli = new CliFixture({ 'a.txt': 'alpha\n' });
    await using server = await MessagesServer.start(...Array.from({ length: 200 }, () => answer));
    mkdirSync(join(cli.root, 'tmp'));
    const args = ['run', '--project', cli.projectDir, '--permission-mode', 'acceptEdits', '--output-format', 'stream-json'];
    args.push('--settings', SETTINGS, '--mcp-config', SERVERS, '--allowed-tools', 'Bash,mcp__slow,mcp__stubborn');
    const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' };

    const killed: string[] = [];
    let killing: Promise<void> | undefined;
    const over = new AbortController();
    const started = await cli.run([...args, '--prompt', 'Begin.'], env, () => {
      killing ??= killAtRandom(cli, random, over.signal, killed);
    });
    over.abort();
    await killing;
    const where = `killed: ${killed.join(', ')}`;
    // If Gatehouse itself was not killed, it continues whatever else was.
    if (!killed.some((one) => one.startsWith('Gatehouse'))) {
      expect(started.code, `${where}: ${started.stderr}`).toBe(0);
      expect(started.lines.at(-1), where).toMatchObject({ type: 'result', subtype: 'success' });
      await nothingLeft(cli.projectDir, where);
      assertWhole(cli, where);
    }
    const resumed: CliResult = await cli.run([...args, '--prompt', 'Go on.', '--resume', 'last'], env);
    expect(resumed.code, `${where}: ${resumed.stderr}`).toBe(0);
    expect(resumed.lines.at(-1), where).toMatchObject({ type: 'result', subtype: 'success' });
    await nothingLeft(cli.projectDir, where);
    assertWhole(cli, where);
  },
  // Two starts of Gatehouse and dozens of processes each take minutes under load.
  600_000,
);

async function killAtRandom(cli: CliFixture, random: () => number, over: AbortSignal, killed: string[]): Promise<void> {
  const moments = Array.from({ length: 1 + Math.floor(random() * MAX_KILLS) }, () => Math.floor(random() * LINES)).toSorted(
    (a, b) => a - b,
  );
  const lines = (): number => readFileSync(logOf(cli)).filter((byte) => byte === 10).length;
  for (const moment of moments) {
    while (!over.aborted && lines() < moment) await sleep(10);
    // Not only right after a line was written.
    await sleep(Math.floor(random() * 60));
    if (over.aborted) return;
    // Chosen in advance: some processes are long-lived and others short, and each kind should be hit equally often.
    const wanted = ANY_KIND[Math.floor(random() * ANY_KIND.length)];
    let alive = processesIn(cli.root);
    const isThere = (): boolean => alive.some(({ kind }) => kind === wanted);
    while (!over.aborted && !isThere() && lines() < moment + MAX_WAIT_LINES) {
      await sleep(10);
      alive = processesIn(cli.root);
    }
    const those = isThere() ? alive.filter(({ kind }) => kind === wanted) : alive;
    const victim = those[Math.floor(random() * those.length)];
    if (!victim) continue;
    try {
      process.kill(victim.pid, 'SIGKILL');
    } catch {
      continue;
    }
    killed.push(`${victim.kind} at line ${moment}`);
    hits.set(victim.kind, (hits.get(victim.kind) ?? 0) + 1);
    if (victim.kind === 'Gatehouse') return;
  }
}

function logOf(cli: CliFixture): string {
  const sessions = join(cli.root, 'state', 'sessions');
  const [slug = ''] = readdirSync(sessions);
  const ids = readdirSync(join(sessions, slug));
  expect(ids).toHaveLength(1);
  return join(sessions, slug, ids[0] ?? '', 'events.jsonl');
}

/** The log is intact, every call of every agent is answered once, nothing is left open, and every conversation can continue. */
function assertWhole(cli: CliFixture, where: string): void {
  const { events } = readLog('events.jsonl', readFileSync(logOf(cli)));
  expect(
    events.map(({ seq }) => seq),
    where,
  ).toEqual(events.map((_, at) => at + 1));
  const asked = events.flatMap((event) =>
    event.type === 'assistant.block' && event.data.block.type === 'tool_use' ? [String(event.data.block['id'])] : [],
  );
  const answered = events.flatMap((event) => (event.type === 'call.finished' ? [event.data.callId] : []));
  expect(answered.toSorted(), where).toEqual(asked.toSorted());
  const hasStarted = events.flatMap((event) => (event.type === 'hook.started' ? [event.data.runId] : []));
  const ended = events.flatMap((event) => (event.type === 'hook.ran' ? [event.data.runId] : []));
  expect(ended.toSorted(), where).toEqual(hasStarted.toSorted());
  const { agents, turn, asks } = foldSession(events);
  expect([turn, asks], where).toEqual([null, []]);
  expect(
    Object.values(agents).filter(({ state, unreported }) => state === 'running' || unreported),
    where,
  ).toEqual([]);
  for (const agentId of [undefined, ...Object.keys(agents)]) {
    expect(problemsOf(events, agentId), `${where}, conversation of ${agentId ?? 'the main agent'}`).toEqual([]);
  }
}

function problemsOf(events: readonly SessionEvent[], agentId: string | undefined): string[] {
  const transcript = new Transcript(agentId);
  for (const event of events) transcript.apply(event);
  const messages = toApiMessages(transcript);
  // One killed while starting never continues.
  if (agentId !== undefined && messages.length === 0) return [];
  return conversationProblems({ messages: JSON.parse(JSON.stringify(messages)) });
}

async function nothingLeft(projectDir: string, where: string): Promise<void> {
  for (let attempt = 0; processesIn(projectDir).length > 0 && attempt < 1200; attempt += 1) await sleep(50);
  expect(processesIn(projectDir), where).toEqual([]);
}

interface Found {
  readonly pid: number;
  readonly kind: Kind;
  readonly line: string;
}

/** By their working directory. */
function processesIn(folder: string): Found[] {
  return readdirSync('/proc').flatMap((name): Found[] => {
    if (!/^\d+$/u.test(name)) return [];
    try {
      if (!readlinkSync(`/proc/${name}/cwd`).startsWith(folder)) return [];
      const line = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      // A zombie has no command line.
      return line === '' ? [] : [{ pid: Number(name), kind: kindOf(line), line }];
    } catch {
      return [];
    }
  });
}

function kindOf(line: string): Kind {
  if (line.includes('cli/gatehouse.js')) return 'Gatehouse';
  if (line.includes('hostile-mcp-server')) return 'MCP server';
  if (line.includes('HOOK=1')) return 'hook';
  if (line.includes('SUB=')) return 'command of a sub-agent';
  if (line.includes('MAIN=')) return 'command';
  return 'what one of them started';
}

/** Mulberry32: similar kills for the same seed. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
