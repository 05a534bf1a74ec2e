import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { toApiMessages } from '#main/agent/normalise.ts';
import { Transcript } from '#main/agent/transcript.ts';
import { readLog } from '#main/session/log-lines.ts';
import type { SessionEvent } from '#shared/session/event.ts';
import { conversationFaults } from '../support/valid-conversation.ts';
import { CliFixture } from '../unit/cli/run-cli.ts';

/** Kills to try; each takes some seconds. */
const RUNS = Number(process.env['GATEHOUSE_FUZZ_KILLS'] ?? 2);
/** The script takes about this long from its first line of output. */
const SPAN_MS = 1500;

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
        bash('for i in 1 2 3 4 5; do echo $i; sleep 0.05; done'),
        call('Edit', { file_path: 'b.txt', old_string: 'beta', new_string: 'BETA' }),
      ],
    },
    { delayMs: 60, blocks: [{ type: 'text', text: 'All of it is done.' }] },
  ],
};

test.each(Array.from({ length: RUNS }, (_, index) => index))('a run that is killed can be taken up again (%i)', async (index) => {
  const killAfterMs = Math.round(((index + Math.random()) / RUNS) * SPAN_MS);
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

  let timer: NodeJS.Timeout | undefined;
  await cli.run([...args, '--prompt', 'go'], {}, (_stdout, kill) => {
    timer ??= setTimeout(() => kill('SIGKILL'), killAfterMs);
  });
  clearTimeout(timer);
  const before = logOf(cli);
  const finishedBefore = finishedCalls(eventsOf(before));
  await noProcessLeft(cli.projectDir, `killed after ${killAfterMs} ms`);

  const resumed = await cli.run([...args, '--prompt', 'go on', '--resume', 'last']);
  const where = `killed after ${killAfterMs} ms: ${resumed.stderr}`;
  expect(resumed.code, where).toBe(0);
  expect(resumed.lines.at(-1), where).toMatchObject({ type: 'result', subtype: 'success' });

  const after = logOf(cli);
  // Whole lines stay as they were; only a torn last one is cut.
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
  expect(conversationFaults({ messages: JSON.parse(JSON.stringify(toApiMessages(transcript))) }), where).toEqual([]);
  await noProcessLeft(cli.projectDir, where);
});

function logOf(cli: CliFixture): Buffer {
  const sessions = join(cli.root, 'state', 'sessions');
  const [slug = ''] = readdirSync(sessions);
  const ids = readdirSync(join(sessions, slug));
  expect(ids).toHaveLength(1);
  return readFileSync(join(sessions, slug, ids[0] ?? '', 'events.jsonl'));
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

/** A terminal's end reaches what runs in it by a signal, which takes a moment. */
async function noProcessLeft(projectDir: string, where: string): Promise<void> {
  if (process.platform !== 'linux') return;
  for (let look = 0; processesIn(projectDir).length > 0 && look < 60; look += 1) await sleep(50);
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
