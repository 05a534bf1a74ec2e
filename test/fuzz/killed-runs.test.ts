import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  open,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { toApiMessages } from '#main/agent/request/normalise.ts';
import { Transcript } from '#main/agent/request/transcript.ts';
import { readLog } from '#main/session/log-lines.ts';
import type { SessionEvent } from '#shared/session/event.ts';
import { conversationProblems } from '../support/valid-conversation.ts';
import { CliFixture } from '../unit/cli/run-cli.ts';

/** Number of kills; each takes some seconds. */
const RUNS = Number(process.env['GATEHOUSE_FUZZ_KILLS'] ?? 2);
/** The script's approximate duration from its first output line, and the number of lines in its log. */
const SPAN_MS = 1500;
const LINES = 75;
/** The script's call whose result is too long for the model. */
const LONG_RESULT = 'toolu_script_3_2.txt';

/** The states in which a kill hit the run. A large number of kills must hit all of them. */
const PHASES = ['waiting for the model', 'streaming', 'deciding', 'running', 'keeping a result'] as const;
type Phase = (typeof PHASES)[number] | 'before its first request' | 'between' | 'after its end';
const hits = new Map<Phase, number>();

const call = (name: string, input: Record<string, unknown>) => ({ type: 'tool_use', name, input });
const bash = (command: string) => call('Bash', { command });

const SCRIPT = {
  model: 'scripted',
  turns: [
    {
      delayMs: 60,
      blocks: [
        { type: 'text', text: 'Looking at the files.' },
        call('Read', { file_path: 'a.txt' }),
        call('Read', { file_path: 'b.txt' }),
        bash('sleep 0.1; echo one'),
      ],
    },
    {
      delayMs: 60,
      blocks: [
        call('Edit', { file_path: 'a.txt', old_string: 'alpha', new_string: 'ALPHA' }),
        bash('sleep 0.2 & sleep 0.3; echo two >> made.txt'),
        call('Write', { file_path: 'c.txt', content: 'new\n' }),
      ],
    },
    {
      delayMs: 60,
      blocks: [
        { type: 'text', text: 'Now the long ones.' },
        { ...bash('for i in 1 2 3 4 5; do echo $i; sleep 0.05; done'), delayMs: 150 },
        // Too long for the model, so saved to a file.
        bash('seq 1 60000'),
        call('Edit', { file_path: 'b.txt', old_string: 'beta', new_string: 'BETA' }),
      ],
    },
    { delayMs: 60, blocks: [{ type: 'text', text: 'All of it is done.' }] },
  ],
};

/** When to kill: after a time, at a line of the log, or while the long result is being saved. */
interface Moment {
  readonly type: 'time' | 'line' | 'result';
  readonly at: number;
}

function momentOf(index: number): Moment {
  const part = (index + Math.random()) / RUNS;
  if (index % 8 === 7) return { type: 'result', at: 0 };
  return index % 2 === 0 ? { type: 'time', at: Math.round(part * SPAN_MS) } : { type: 'line', at: Math.ceil(part * LINES) };
}

function killAt({ type, at }: Moment, cli: CliFixture, kill: () => void): Disposable {
  switch (type) {
    case 'time': {
      const timer = setTimeout(kill, at);
      return { [Symbol.dispose]: () => clearTimeout(timer) };
    }
    case 'line': {
      const log = join(sessionDirOf(cli), 'events.jsonl');
      // Follows the run's own progress, not the clock.
      const watcher = watch(log, () => readFileSync(log, 'utf8').split('\n').length > at && kill());
      return { [Symbol.dispose]: () => watcher.close() };
    }
    case 'result': {
      // A pipe in its place blocks the writer, so that the kill can't be too late.
      const folder = join(sessionDirOf(cli), 'tool-results');
      mkdirSync(folder, { mode: 0o700 });
      const pipe = join(folder, LONG_RESULT);
      spawnSync('mkfifo', [pipe]);
      open(pipe, 'r', kill);
      // Unblocks remaining writers.
      return { [Symbol.dispose]: () => closeSync(openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)) };
    }
  }
}

afterAll(() => {
  if (RUNS < 50) return;
  console.log(Object.fromEntries(hits));
  expect(PHASES.filter((phase) => !hits.has(phase))).toEqual([]);
});

test.each(Array.from({ length: RUNS }, (_, index) => index))('a killed run can be resumed (%i)', async (index) => {
  const moment = momentOf(index);
  using cli = new CliFixture({ 'a.txt': 'alpha\n', 'b.txt': 'beta\n' });
  const script = join(cli.root, 'script.json');
  writeFileSync(script, JSON.stringify(SCRIPT));
  const args = [
    'run',
    '--project',
    cli.projectDir,
    '--script',
    script,
    '--permission-mode',
    'acceptEdits',
    '--allowed-tools',
    'Bash',
    '--output-format',
    'stream-json',
  ];

  let killer: Disposable | undefined;
  await cli.run([...args, '--prompt', 'go'], {}, (_stdout, kill) => {
    killer ??= killAt(moment, cli, () => kill('SIGKILL'));
  });
  killer?.[Symbol.dispose]();
  const sessionDir = sessionDirOf(cli);
  const before = readFileSync(join(sessionDir, 'events.jsonl'));
  const eventsBefore = eventsOf(before);
  const finishedBefore = finishedCalls(eventsBefore);
  const phase = phaseOf(eventsBefore, sessionDir);
  hits.set(phase, (hits.get(phase) ?? 0) + 1);
  const pipe = join(sessionDir, 'tool-results', LONG_RESULT);
  if (existsSync(pipe) && lstatSync(pipe).isFIFO()) rmSync(pipe);
  const when = `killed at ${moment.type} ${moment.at}, ${phase}`;
  await noProcessLeft(cli.projectDir, when);

  const resumed = await cli.run([...args, '--prompt', 'go on', '--resume', 'last']);
  const where = `${when}: ${resumed.stderr}`;
  expect(resumed.code, where).toBe(0);
  expect(resumed.lines.at(-1), where).toMatchObject({ type: 'result', subtype: 'success' });

  const after = readFileSync(join(sessionDir, 'events.jsonl'));
  // Whole lines stay unchanged; only a torn last line is cut.
  const kept = before.subarray(0, before.lastIndexOf(10) + 1);
  expect(after.subarray(0, kept.length).equals(kept), where).toBe(true);
  const events = eventsOf(after);
  expect(
    events.map(({ seq }) => seq),
    where,
  ).toEqual(events.map((_, at) => at + 1));
  const finished = finishedCalls(events);
  expect(finished.slice(0, finishedBefore.length), where).toEqual(finishedBefore);
  expect(new Set(finished).size, where).toBe(finished.length);
  expect(finished.toSorted(), where).toEqual(callsOf(events).toSorted());
  const transcript = new Transcript();
  for (const event of events) transcript.apply(event);
  expect(conversationProblems({ messages: JSON.parse(JSON.stringify(toApiMessages(transcript))) }), where).toEqual([]);
  await noProcessLeft(cli.projectDir, where);
});

function sessionDirOf(cli: CliFixture): string {
  const sessions = join(cli.root, 'state', 'sessions');
  const [slug = ''] = readdirSync(sessions);
  const ids = readdirSync(join(sessions, slug));
  expect(ids).toHaveLength(1);
  return join(sessions, slug, ids[0] ?? '');
}

function phaseOf(events: readonly SessionEvent[], sessionDir: string): Phase {
  if (events.some(({ type }) => type === 'turn.ended')) return 'after its end';
  const started = new Set(events.flatMap((event) => (event.type === 'call.started' ? [event.data.callId] : [])));
  const finished = new Set(finishedCalls(events));
  const open = callsOf(events).filter((callId) => !finished.has(callId));
  if (open.some((callId) => existsSync(join(sessionDir, 'tool-results', `${callId}.txt`)))) return 'keeping a result';
  if (open.some((callId) => started.has(callId))) return 'running';
  const last = events.findLast(({ type }) => type === 'request.started' || type === 'request.ended');
  if (last?.type === 'request.started') {
    const { requestId } = last.data;
    if (open.length > 0) return 'deciding';
    const hasStarted = events.some((event) => event.type === 'assistant.block' && event.data.requestId === requestId);
    return hasStarted ? 'streaming' : 'waiting for the model';
  }
  if (open.length > 0) return 'deciding';
  return last ? 'between' : 'before its first request';
}

function eventsOf(log: Buffer): SessionEvent[] {
  return readLog('events.jsonl', log).events;
}

function finishedCalls(events: readonly SessionEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'call.finished' ? [event.data.callId] : []));
}

function callsOf(events: readonly SessionEvent[]): string[] {
  return events.flatMap((event) =>
    event.type === 'assistant.block' && event.data.block.type === 'tool_use' ? [String(event.data.block['id'])] : [],
  );
}

/** A terminal's end reaches its processes by a signal, which takes a moment. */
async function noProcessLeft(projectDir: string, where: string): Promise<void> {
  if (process.platform !== 'linux') return;
  for (let attempt = 0; processesIn(projectDir).length > 0 && attempt < 1200; attempt += 1) await sleep(50);
  expect(processesIn(projectDir), where).toEqual([]);
}

function processesIn(folder: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
    } catch {
      return false;
    }
  });
}
