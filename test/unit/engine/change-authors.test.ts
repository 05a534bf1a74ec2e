import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorsOf, callsByCheckpoint } from '#main/engine/change-authors.ts';
import type { NewSessionEvent, SessionEvent } from '#shared/session/event.ts';
import { makeTestEngine, type TestEngine } from '../permission/test-engine.ts';
import type { ToolKind } from '#shared/session/tool-view.ts';

const LEFT_OUT = { total: 0, items: [] };

function checkpoint(checkpointId: string, phase: 'before' | 'after'): NewSessionEvent[] {
  const counts = { files: 0, changed: 0, bytes: 0 };
  return [{ type: 'checkpoint.taken', data: { checkpointId, turnId: null, messageId: null, phase, tree: '', counts, leftOut: LEFT_OUT } }];
}

function queued(callId: string, kind: ToolKind, input: object, toolName = 'Tool'): NewSessionEvent[] {
  const block = { type: 'tool_use' as const, id: callId, name: toolName, input };
  const view = { kind, title: 'Do', summary: '' };
  return [
    { type: 'assistant.block', data: { requestId: 'r', messageId: 'r', index: 0, block } },
    { type: 'call.queued', data: { callId, messageId: 'r', requestId: 'r', toolName, view, parallel: false } },
  ];
}

const ran = (callId: string): NewSessionEvent => ({ type: 'call.started', data: { callId } });

function finished(callId: string, outcome: 'done' | 'failed' = 'done'): NewSessionEvent {
  const view = { kind: 'command' as const, title: 'Do', summary: '' };
  return { type: 'call.finished', data: { callId, outcome, isError: outcome === 'failed', content: [], view, spans: [] } };
}

function inBackground(callId: string): NewSessionEvent {
  const terminal = { terminalId: callId, path: 'x', cols: 80, rows: 24 };
  const data = { taskId: `t-${callId}`, callId, command: 'x', description: '', terminal, outputFile: '/x', why: 'asked' as const };
  return { type: 'task.started', data };
}

/** An event that says nothing about calls. */
const pause: NewSessionEvent = { type: 'call.stalled', data: { callId: 'run' } };

/** A second passes between two events. */
const SECOND = 1000;

const times = (...events: NewSessionEvent[]) => timesIn('/project', ...events);

function timesIn(projectDir: string, ...events: NewSessionEvent[]) {
  const stored = events.map((event, index): SessionEvent => ({ ...event, id: `e${index}`, seq: index + 1, at: index * SECOND }));
  const at = (type: SessionEvent['type'], callId: string): number =>
    stored.find((event) => event.type === type && 'callId' in event.data && event.data.callId === callId)?.at ?? -1;
  return { runs: callsByCheckpoint(stored, projectDir), during: (callId: string) => at('call.started', callId) + 500 };
}

const exactly = (at: number) => ({ from: at, to: at + 1 });
const undated = (...checkpointIds: string[]) => checkpointIds.map((checkpointId) => ({ checkpointId, times: [] }));
const dated = (checkpointId: string, ...at: number[]) => [{ checkpointId, times: at.map(exactly) }];
const certain = (callId: string, last = false) => ({ callId, certain: true, last });
const perhaps = (callId: string, last = false) => ({ callId, certain: false, last });

describe('the author of a change', () => {
  const { runs } = times(
    ...queued('edit', 'edit', { file_path: '/project/a.txt' }),
    ...queued('command', 'command', { command: 'make' }),
    ...queued('question', 'other', {}, 'AskUserQuestion'),
    ...checkpoint('c1', 'before'),
    ran('question'),
    ran('edit'),
    finished('edit'),
    ran('command'),
    finished('command'),
    ...checkpoint('c2', 'after'),
    ...queued('read', 'read', { file_path: '/project/a.txt' }),
    ...queued('relative', 'edit', { file_path: './b.txt' }),
    ...queued('failed', 'edit', { file_path: './b.txt' }),
    ...queued('denied', 'edit', { file_path: 'a.txt' }),
    ...queued('one', 'command', { command: 'x' }),
    ...queued('two', 'mcp', {}),
    ...checkpoint('c3', 'before'),
    ran('read'),
    ran('failed'),
    finished('failed', 'failed'),
    ran('relative'),
    ran('one'),
    ran('two'),
  );
  const authors = (path: string, ...agentPeriods: string[]) =>
    authorsOf({ path, from: null, agentPeriods: undated(...agentPeriods) }, runs).calls;

  it('is the edit of that file, unless it failed', () => {
    expect(authors('a.txt', 'c1')).toEqual([certain('edit')]);
    expect(authors('b.txt', 'c3')).toEqual([certain('relative')]);
  });

  it('may be the only call that could have changed it, if no edit names it', () => {
    expect(authors('made.txt', 'c1')).toEqual([perhaps('command')]);
  });

  it('is one of several concurrent calls, without denied and read-only ones', () => {
    expect(authors('a.txt', 'c3')).toEqual([perhaps('one'), perhaps('two')]);
  });

  it('is no call if it changed while none ran', () => {
    expect(authors('a.txt')).toEqual([]);
  });
});

describe('the author of a dated change', () => {
  const names = ['first', 'second', 'third'];
  const oneByOne = times(
    ...names.flatMap((name) => queued(name, 'command', { command: name })),
    ...queued('edit', 'edit', { file_path: 'a.txt' }),
    ...checkpoint('c1', 'before'),
    ran('edit'),
    finished('edit'),
    ...names.flatMap((name) => [ran(name), finished(name)]),
    ...checkpoint('c2', 'after'),
  );
  const authors = (path: string, ...at: number[]) => authorsOf({ path, from: null, agentPeriods: dated('c1', ...at) }, oneByOne.runs).calls;

  it('may be the call that ran then', () => {
    expect(authors('x', oneByOne.during('first'))).toEqual([perhaps('first')]);
  });

  it('may be only the last one that changed it if others ran before', () => {
    expect(authors('x', oneByOne.during('third'))).toEqual([perhaps('third', true)]);
  });

  it('may be each of two calls, if one wrote the content and a later one changed something else', () => {
    expect(authors('x', oneByOne.during('third'), oneByOne.during('first'))).toEqual([perhaps('first', true), perhaps('third', true)]);
  });

  it('may be a command that changed a file after its edit too', () => {
    expect(authors('a.txt', oneByOne.during('edit'))).toEqual([certain('edit')]);
    expect(authors('a.txt', oneByOne.during('second'))).toEqual([certain('edit'), perhaps('second')]);
  });

  it('may be the call that started just after it: clocks of file systems tick', () => {
    expect(authors('x', oneByOne.during('second') - 505)).toEqual([perhaps('second', true)]);
  });

  it('is any of all, in their order, if none ran then', () => {
    expect(authors('x', 1_000_000)).toEqual(names.map((name) => perhaps(name)));
  });

  it('is any of those that ran in the seconds that a coarse clock stands for', () => {
    const from = oneByOne.during('first');
    const agentPeriods = [{ checkpointId: 'c1', times: [{ from, to: from + 2 * SECOND }] }];
    expect(authorsOf({ path: 'x', from: null, agentPeriods }, oneByOne.runs).calls).toEqual([perhaps('first'), perhaps('second')]);
  });

  it('is one of those that ran at once, also in the background since an earlier turn', () => {
    const { runs, during } = times(
      ...['watch', 'build', 'late'].flatMap((name) => queued(name, 'command', { command: name })),
      ...checkpoint('c1', 'before'),
      ran('watch'),
      inBackground('watch'),
      finished('watch'),
      ...checkpoint('c2', 'after'),
      ...checkpoint('c3', 'before'),
      ran('build'),
      finished('build'),
      { type: 'task.ended', data: { taskId: 't-watch', outcome: 'completed' } },
      ran('late'),
      finished('late'),
    );
    const by = (at: number) => authorsOf({ path: 'x', from: null, agentPeriods: dated('c3', at) }, runs).calls;
    expect(by(during('build'))).toEqual([perhaps('watch'), perhaps('build')]);
    expect(by(during('late'))).toEqual([perhaps('late', true)]);
  });
});

describe('whether a person may have changed a file too', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  /** Who changed `a.txt` while a command ran, which the second one follows. */
  const whileRan = (command: string, seconds = 1, path = 'a.txt') => {
    const pauses = Array.from({ length: seconds - 1 }, () => pause);
    const decided = { callId: 'run', decision: engine.bash(command), facts: engine.facts(command), inputDigest: '' };
    const { runs, during } = timesIn(
      engine.fixture.project,
      ...queued('run', 'command', { command }),
      { type: 'call.decided', data: decided },
      ...checkpoint('c1', 'before'),
      ran('run'),
      ...pauses,
      finished('run'),
    );
    return authorsOf({ path, from: null, agentPeriods: dated('c1', during('run')) }, runs);
  };

  it.each(['printf x > a.txt', 'sed -i s/x/y/ a.txt', 'printf x > a.txt; chmod +x a.txt', 'git mv b.txt a.txt'])(
    'isn’t the case after a short command that names it: %s',
    (command) => {
      expect(whileRan(command)).toEqual({ calls: [certain('run')], moreCalls: 0, perhapsByOthers: false });
    },
  );

  it.each([
    'npm test',
    'printf x > b.txt',
    'printf x > a.txt; sleep 5',
    'sed -i s/x/y/ a.txt && npm test',
    'npm test > a.txt',
    'cp -r b .',
  ])('is the case after another command: %s', (command) => {
    expect(whileRan(command)).toEqual({ calls: [perhaps('run')], moreCalls: 0, perhapsByOthers: true });
  });

  it('is the case after a command that ran long, even if it names it', () => {
    expect(whileRan('printf x > a.txt', 20).perhapsByOthers).toBe(true);
  });

  it('is the case if it changed after its edit, while no call ran', () => {
    const { runs, during } = times(
      ...queued('edit', 'edit', { file_path: 'a.txt' }),
      ...checkpoint('c1', 'before'),
      ran('edit'),
      finished('edit'),
    );
    const by = (at: number) => authorsOf({ path: 'a.txt', from: null, agentPeriods: dated('c1', at) }, runs);
    expect(by(during('edit'))).toEqual({ calls: [certain('edit')], moreCalls: 0, perhapsByOthers: false });
    expect(by(during('edit') + 10 * SECOND)).toEqual({ calls: [certain('edit')], moreCalls: 0, perhapsByOthers: true });
  });
});

it('lists a bounded number of calls from the first one, and counts the others', () => {
  const names = Array.from({ length: 60 }, (_, index) => `call ${index}`);
  const { runs } = times(
    ...names.flatMap((name) => queued(name, 'command', { command: name })),
    ...checkpoint('c1', 'before'),
    ...names.flatMap((name) => [ran(name), finished(name)]),
  );
  const { calls, moreCalls } = authorsOf({ path: 'x', from: null, agentPeriods: undated('c1') }, runs);
  expect(calls.map(({ callId }) => callId)).toEqual(names.slice(0, 50));
  expect(moreCalls).toBe(10);
});
