import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { agentOutputFile, writeAgentOutput } from '#main/agent/sub-agents/agent-reports.ts';
import { leftTerminals } from '#main/session/recover.ts';
import { atOnce } from '#shared/steps.ts';
import { SessionFiles, type OwnedLog } from '#main/session/store.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import { foldSession } from '#shared/session/fold.ts';
import { NO_USAGE, spentUsd } from '#shared/session/spending.ts';
import { answered, ended, finished, userSaid } from '#test/support/session-events.ts';
import { TempProject } from '#test/support/temp-project.ts';

let project: TempProject;
let files: SessionFiles;
let source: OwnedLog;
beforeEach(() => {
  project = new TempProject();
  files = new SessionFiles(project.stateDir);
  source = files.create(project.projectDir);
});
afterEach(() => {
  source.log.close();
  source.release();
  project[Symbol.dispose]();
});

const turn = (words: string, ...events: readonly NewSessionEvent[]): NewSessionEvent[] => [
  { type: 'turn.started', data: { turnId: words } },
  userSaid(words),
  ...events,
  { type: 'turn.ended', data: { turnId: words, outcome: 'completed' } },
];

function write(...events: readonly (NewSessionEvent | readonly NewSessionEvent[])[]): void {
  const { projectDir } = project;
  const { sessionId } = source;
  source.log.append({ type: 'session.created', data: { sessionId, projectDir, model: 'm', mode: 'plan', client: 'anthropic' } });
  for (const event of events.flat()) source.log.append(event);
}

/** Closed again after `look`. */
function fork<T>(look: (fork: OwnedLog) => T, beforeMessageId?: string): T {
  const forked = files.fork(project.projectDir, source.sessionId, beforeMessageId);
  try {
    return look(forked);
  } finally {
    forked.log.close();
    forked.release();
  }
}

const textsOf = ({ log }: OwnedLog) =>
  foldSession(log.events).items.flatMap((item) => (item.type === 'user' || item.type === 'text' ? [item.text] : []));

it('copies the conversation, records its origin, and leaves the original unchanged', () => {
  write(turn('one', ...answered('r1', { type: 'text', text: 'first' }), ended('r1', 'ok')));
  const before = readFileSync(join(source.log.sessionDir, 'events.jsonl'), 'utf8');
  fork((forked) => {
    const view = foldSession(forked.log.events);
    expect(forked.sessionId).not.toBe(source.sessionId);
    expect(view).toMatchObject({
      sessionId: forked.sessionId,
      title: 'one (fork)',
      mode: 'plan',
      origin: { sessionId: source.sessionId, title: 'one' },
    });
    expect(textsOf(forked)).toEqual(['one', 'first']);
    expect(view.items.at(-1)).toMatchObject({ type: 'notice', text: expect.stringContaining('Forked from “one”') });
    expect(forked.log.events.map(({ seq }) => seq)).toEqual(forked.log.events.map((_event, index) => index + 1));
  });
  expect(readFileSync(join(source.log.sessionDir, 'events.jsonl'), 'utf8')).toBe(before);
  expect(
    files
      .list(project.projectDir)
      .map(({ title }) => title)
      .toSorted(),
  ).toEqual(['one', 'one (fork)']);
});

it('starts with no cost, whatever the original spent, and so do its forks', () => {
  const paid = (id: string): NewSessionEvent[] => [
    { type: 'request.started', data: { requestId: id, turnId: 'one', attempt: 1, model: 'claude-opus-4-5' } },
    {
      type: 'request.ended',
      data: { requestId: id, outcome: 'ok', stopReason: 'end_turn', usage: { ...NO_USAGE, output_tokens: 1_000_000 } },
    },
  ];
  write(turn('one', ...paid('r1')), { type: 'session.budget', data: { usd: 30 } });
  const spent = ({ log }: OwnedLog) => spentUsd(foldSession(log.events).spending);
  expect(spent(source)).toBe(25);
  fork((forked) => {
    expect(spent(forked)).toBe(0);
    expect(foldSession(forked.log.events).budgetUsd).toBe(30);
    for (const event of paid('r2')) forked.log.append(event);
    expect(spent(forked)).toBe(25);
    const second = files.fork(project.projectDir, forked.sessionId);
    expect(spent(second)).toBe(0);
    second.log.close();
    second.release();
  });
});

it('ends before the given message, with the turn that it started', () => {
  write(turn('one', ...answered('r1', { type: 'text', text: 'first' })), turn('two', ...answered('r2', { type: 'text', text: 'second' })));
  fork((forked) => {
    expect(textsOf(forked)).toEqual(['one', 'first']);
    expect(foldSession(forked.log.events).lastTurn?.outcome).toBe('completed');
  }, 'm_two');
});

it('can split two messages that were sent together', () => {
  write({ type: 'turn.started', data: { turnId: 't' } }, userSaid('one'), userSaid('two'));
  fork((forked) => {
    expect(textsOf(forked)).toEqual(['one']);
    expect(foldSession(forked.log.events).turn).toBe(null);
  }, 'm_two');
});

it('copies the files that the model reads to its own paths, and keeps them when the original is deleted', () => {
  const persistedPath = join(source.log.sessionDir, 'tool-results', 'c1.txt');
  mkdirSync(dirname(persistedPath));
  writeFileSync(persistedPath, 'all of it');
  const result = finished('c1', `Saved to ${persistedPath}`);
  write(turn('one', ...answered('r1', { type: 'tool_use', id: 'c1', name: 'Bash', input: { command: persistedPath } }), result));
  fork((forked) => {
    const own = join(forked.log.sessionDir, 'tool-results', 'c1.txt');
    const stored = forked.log.events.find(({ type }) => type === 'call.finished');
    expect(stored?.data).toMatchObject({ content: `Saved to ${own}` });
    // The model's own text stays unchanged.
    expect(JSON.stringify(forked.log.events.find(({ type }) => type === 'assistant.block'))).toContain(persistedPath);
    rmSync(source.log.sessionDir, { recursive: true });
    expect(readFileSync(own, 'utf8')).toBe('all of it');
  });
});

it('does not copy queued messages', () => {
  write(turn('one'), { type: 'user.queued', data: { messageId: 'q', text: 'later' } });
  fork((forked) => expect(foldSession(forked.log.events).queued).toEqual([]));
});

it('is refused during a turn, except from an earlier message', () => {
  write(turn('one'), { type: 'turn.started', data: { turnId: 't' } }, userSaid('two'));
  expect(() => files.fork(project.projectDir, source.sessionId)).toThrow('is running');
  expect(fork(textsOf, 'm_two')).toEqual(['one']);
});

it('is refused while an agent runs in the background', () => {
  const data = { parentCallId: 'c', agentType: 'x', description: 'd', model: 'm', depth: 1, background: true };
  write(turn('one', { type: 'agent.started', data, agentId: 'a1' }), turn('two'));
  expect(() => files.fork(project.projectDir, source.sessionId)).toThrow('is running');
  expect(fork(textsOf, 'm_two')).toEqual(['one']);
});

it('completes what a killed process left open', () => {
  write({ type: 'turn.started', data: { turnId: 't' } }, userSaid('one'));
  source.log.close();
  source.release();
  fork((forked) => expect(foldSession(forked.log.events).lastTurn?.outcome).toBe('interrupted'));
});

it('requires an existing session and message, and otherwise leaves nothing', () => {
  write(turn('one'));
  expect(() => files.fork(project.projectDir, '00000000-0000-0000-0000-000000000000')).toThrow('no session');
  expect(() => files.fork(project.projectDir, '../x')).toThrow('no session');
  expect(() => files.fork(project.projectDir, source.sessionId, 'm_none')).toThrow('isn’t part of the session');
  expect(files.list(project.projectDir)).toHaveLength(1);
  expect(existsSync(join(source.log.sessionDir, 'events.jsonl.part'))).toBe(false);
});

it('copies the terminals’ output so far, and continues independently', () => {
  write(turn('one'));
  const known = (dir: string): string => join(dir, 'terminals.jsonl');
  writeFileSync(known(source.log.sessionDir), '\n{"terminalId":"0123456789ab"}');
  fork(({ log }) => {
    expect(readFileSync(known(log.sessionDir), 'utf8')).toBe('\n{"terminalId":"0123456789ab"}');
    writeFileSync(known(log.sessionDir), 'more', { flag: 'a' });
  });
  expect(readFileSync(known(source.log.sessionDir), 'utf8')).toBe('\n{"terminalId":"0123456789ab"}');
});

it('can be forked again', () => {
  write(turn('one'));
  fork((forked) => {
    const again = files.fork(project.projectDir, forked.sessionId);
    expect(foldSession(again.log.events)).toMatchObject({ origin: { sessionId: forked.sessionId }, title: 'one (fork) (fork)' });
    again.log.close();
    again.release();
  });
});

it('never adopts triggers: a webhook reaches one session', () => {
  const data = { triggerId: 'g1', name: 'Build', prompt: 'p', enabled: true, webhook: true } as const;
  const key = { triggerId: 'g1', digest: 'd' };
  write(
    turn(
      'one',
      ...answered('r1', { type: 'text', text: 'first' }),
      ended('r1', 'ok'),
      { type: 'trigger.saved', data },
      { type: 'trigger.key', data: key },
    ),
  );
  expect(foldSession(source.log.events).triggers).toHaveLength(1);
  fork(({ log }) => expect(foldSession(log.events).triggers).toEqual([]));
});

it('never adopts scheduled work, which would then run twice', () => {
  const data = { scheduleId: 's1', kind: 'cron', cron: '0 9 * * *', when: '', prompt: 'p', recurring: true, nextAt: 1 } as const;
  write(turn('one', ...answered('r1', { type: 'text', text: 'first' }), ended('r1', 'ok'), { type: 'schedule.added', data }));
  expect(foldSession(source.log.events).later).toHaveLength(1);
  fork(({ log }) => expect(foldSession(log.events).later).toEqual([]));
});

it('never adopts a background command, which it would end as a leftover', () => {
  const terminal = { terminalId: '0123456789ab', path: 'terminals/0123456789ab.log', cols: 120, rows: 30 };
  const outputFile = join(source.log.sessionDir, 'tool-results', 'b1.output');
  write(
    turn('one', ...answered('r1', { type: 'text', text: 'first' }), ended('r1', 'ok'), {
      type: 'task.started',
      data: { taskId: 'b1', callId: 'c', command: 'npm run dev', description: '', terminal, outputFile, why: 'asked' },
    }),
  );
  fork(({ log }) => {
    expect(foldSession(log.events).tasks['b1']).toMatchObject({
      state: 'stopped',
      why: 'It belongs to the session this one was forked from.',
      outputFile: join(log.sessionDir, 'tool-results', 'b1.output'),
    });
    expect(atOnce(leftTerminals(log.events))).toEqual([]);
  });
});

it('never adopts leftovers of a finished command, except of its own commands', () => {
  const terminal = (terminalId: string) => ({ terminalId, path: `terminals/${terminalId}.log`, cols: 120, rows: 30 });
  write(turn('one'), { type: 'call.started', data: { callId: 'c1', terminal: terminal('0123456789ab') } });
  expect(atOnce(leftTerminals(source.log.events))).toEqual(['0123456789ab']);
  fork(({ log }) => {
    expect(atOnce(leftTerminals(log.events))).toEqual([]);
    log.append({ type: 'call.started', data: { callId: 'c2', terminal: terminal('ba9876543210') } });
    expect(atOnce(leftTerminals(log.events))).toEqual(['ba9876543210']);
  });
});

it('keeps agent reports unchanged when the agent continues in the original', () => {
  const agentId = 'a0123456789abcdef';
  write(turn('one'));
  writeAgentOutput(source.log.sessionDir, agentId, 'first report');
  fork((forked) => {
    writeAgentOutput(source.log.sessionDir, agentId, 'second report');
    expect(readFileSync(agentOutputFile(forked.log.sessionDir, agentId), 'utf8')).toBe('first report');
    writeAgentOutput(forked.log.sessionDir, agentId, 'third report');
    expect(readFileSync(agentOutputFile(source.log.sessionDir, agentId), 'utf8')).toBe('second report');
  });
});

it('is created in slices, so that a long session blocks nothing, with the same result', () => {
  write(
    ...Array.from({ length: 200 }, (_, n) =>
      turn(`no. ${n}`, ...answered(`r${n}`, { type: 'text', text: `answer ${n}` }), ended(`r${n}`, 'ok')),
    ),
  );
  const steps = files.forking(project.projectDir, source.sessionId);
  let count = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) count += 1;
  const inSteps = step.value;
  // Read, folded, copied, written, and read and folded again.
  expect(count).toBeGreaterThan(5 * source.log.events.length);
  try {
    fork((forked) => {
      const shape = ({ log }: OwnedLog) => log.events.map(({ type, seq }) => `${seq} ${type}`);
      expect(shape(forked)).toEqual(shape(inSteps));
      expect(textsOf(forked)).toEqual(textsOf(inSteps));
    });
  } finally {
    inSteps.log.close();
    inSteps.release();
  }
});
