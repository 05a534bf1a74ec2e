import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CallResult } from '#main/executor/call-result.ts';
import { concurrencyCap } from '#main/executor/call-order.ts';
import { createExecutor, type ExecutorDeps } from '#main/executor/create-executor.ts';
import { siblingAbortFrom } from '#main/executor/safety-questions.ts';
import { PermissionGate } from '#main/permission/gate.ts';
import { interactiveHandler } from '#main/permission/handlers.ts';
import { AskQueue } from '#main/permission/queue.ts';
import { SessionLog } from '#main/session/log.ts';
import type { Tool, ToolUseContext } from '#main/tool/tool.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import { foldSession } from '#shared/session/fold.ts';
import type { SiblingAbort } from '#shared/settings/settings-file.ts';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { quiet } from '#test/support/manual-runner.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { testTool } from '#test/support/test-tools.ts';
import { testToolContext } from '#test/support/tool-context.ts';

let temp: TempProject;
let log: SessionLog;
beforeEach(() => {
  temp = new TempProject();
  log = SessionLog.create(`${temp.stateDir}/session`);
});
afterEach(() => {
  log.close();
  temp[Symbol.dispose]();
});

/** Ends when the test opens it, or when it is interrupted. */
class ManualTool {
  readonly #open = Promise.withResolvers<string>();
  readonly wait = (signal: AbortSignal): Promise<string> => {
    signal.addEventListener('abort', () => this.#open.reject(new Error('stopped')), { once: true });
    return this.#open.promise;
  };
  open(text = 'through'): void {
    this.#open.resolve(text);
  }
  fail(): void {
    this.#open.reject(new Error('Exit code 1'));
  }
}

function setUp(
  tools: Tool[],
  changes: Partial<ToolUseContext> = {},
  append: (event: NewSessionEvent) => unknown = (event) => log.append(event),
  more: Partial<ExecutorDeps> = {},
) {
  const queue = new AskQueue();
  const turn = new AbortController();
  const engine = fixedPermissionEngine({ Asks: 'ask' });
  const gate = new PermissionGate({
    engine,
    queue,
    handler: interactiveHandler(queue),
    append: (event) => void append(event),
    changePermissions: () => Promise.resolve(),
    setMode: () => undefined,
  });
  const executor = createExecutor({
    context: { ...testToolContext(temp, { tools }), ...changes },
    turnSignal: turn.signal,
    services: { gate, append: (event) => void append(event), frames: { push: () => undefined } },
    cap: 10,
    ...more,
  });
  const add = (id: string, name: string) =>
    executor.addTool({
      block: { type: 'tool_use', id, name, input: { text: id } },
      message: { messageId: 'm', requestId: 'r', blocks: [] },
    });
  const all = async () => {
    executor.close();
    const results: CallResult[] = [];
    for await (const result of executor.results()) results.push(result);
    return results;
  };
  return { executor, queue, turn, add, all };
}

const manual = (name: string, through: ManualTool, readOnly = true): Tool =>
  testTool(name, { readOnly, run: (_input, { abortController }) => through.wait(abortController.signal) });
const finishedIds = () => log.events.flatMap((event) => (event.type === 'call.finished' ? [event.data.callId] : []));

describe('the log of one response', () => {
  it('records each call as queued, started and finished as it happens, results in order', async () => {
    const [one, two] = [new ManualTool(), new ManualTool()];
    const { add, all } = setUp([manual('One', one), manual('Two', two)]);
    add('c1', 'One');
    add('c2', 'Two');
    await quiet();
    two.open();
    await quiet();
    expect(finishedIds()).toEqual(['c2']);
    one.open();
    expect((await all()).map(({ callId }) => callId)).toEqual(['c1', 'c2']);
    expect(log.events.filter(({ data }) => 'callId' in data && data.callId === 'c1').map(({ type }) => type)).toEqual([
      'call.queued',
      'call.decided',
      'call.started',
      'call.finished',
    ]);
    expect(Object.values(foldSession(log.events).calls).map(({ state, parallel }) => [state, parallel])).toEqual([
      ['done', true],
      ['done', true],
    ]);
  });

  it('records calls under their tool’s own name, and an unknown one as given', async () => {
    const { add, all } = setUp([{ ...testTool('Agent', { run: () => 'ok' }), aliases: ['Task'] }]);
    add('c1', 'Task');
    add('c2', 'Nope');
    const results = await all();
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'failed']);
    expect(Object.values(foldSession(log.events).calls).map(({ toolName, view }) => [toolName, view.title])).toEqual([
      ['Agent', 'Agent'],
      ['Nope', 'Nope'],
    ]);
  });

  it('answers a call of an unknown tool at once, in order, without blocking others', async () => {
    const [first, last] = [new ManualTool(), new ManualTool()];
    const { add, all, executor } = setUp([manual('First', first), manual('Last', last)]);
    add('c1', 'First');
    add('c2', 'Nope');
    add('c3', 'Last');
    await quiet();
    expect(finishedIds()).toEqual(['c2']);
    expect(log.events.flatMap((event) => (event.type === 'call.started' ? [event.data.callId] : []))).toEqual(['c1', 'c3']);
    // Also when nothing runs any more: learning that it doesn't exist helps the model.
    executor.interruptForSend();
    add('c4', 'Nope');
    const results = await all();
    expect(results.map(({ callId, outcome }) => [callId, outcome])).toEqual([
      ['c1', 'cancelled'],
      ['c2', 'failed'],
      ['c3', 'cancelled'],
      ['c4', 'failed'],
    ]);
    expect(results[3]?.block.content).toContain('No such tool available: Nope');
    expect(results[3]?.finished.spans.map(({ step, outcome }) => [step, outcome])).toEqual([['lookup', 'failed']]);
  });

  it('records the agent of each event', async () => {
    const { add, all, queue } = setUp([testTool('Asks', { run: () => 'ok' })], { agent: { agentId: 'helper', depth: 1 } });
    add('c1', 'Asks');
    await quiet();
    const [ask] = queue.pending();
    if (ask) queue.answer(ask.askId, ask.digest, { type: 'allow_once' });
    await all();
    expect(log.events.map(({ type, agentId }) => [type, agentId])).toEqual(
      ['call.queued', 'call.asked', 'call.answered', 'call.decided', 'call.started', 'call.finished'].map((type) => [type, 'helper']),
    );
  });

  it('keeps the view of a call that never ran', async () => {
    const one = new ManualTool();
    const { add, all, turn } = setUp([manual('One', one, false)]);
    add('c1', 'One');
    add('c2', 'One');
    await quiet();
    turn.abort({ type: 'interrupt' });
    expect((await all()).map(({ outcome }) => outcome)).toEqual(['cancelled', 'cancelled']);
    const [first, second] = Object.values(foldSession(log.events).calls);
    expect(second?.view.summary).toBe(first?.view.summary.replace('c1', 'c2'));
    expect(second?.state).toBe('cancelled');
  });

  it('fails the response when it can’t be written, after every call is answered', async () => {
    const { add, all, executor } = setUp([testTool('One', { run: () => 'ok' })], {}, (event) => {
      if (event.type === 'call.finished') throw new Error('disk full');
    });
    add('c1', 'One');
    add('c2', 'One');
    await expect(all()).rejects.toThrow('disk full');
    expect(executor.context.cwd).toBe(temp.projectDir);
  });
});

it('cancelled siblings name the failed command, whether asked or running', async () => {
  const [shell, reader] = [new ManualTool(), new ManualTool()];
  const { add, all, queue } = setUp([manual('Bash', shell), manual('Read', reader), testTool('Asks', { readOnly: true, run: () => 'ok' })]);
  add('c1', 'Bash');
  add('c2', 'Read');
  add('c3', 'Asks');
  await quiet();
  expect(queue.pending()).toHaveLength(1);
  shell.fail();
  const results = await all();
  expect(results.map(({ outcome }) => outcome)).toEqual(['failed', 'cancelled', 'cancelled']);
  expect(results[0]?.block.content).toBe('Exit code 1');
  for (const result of results.slice(1)) expect(result.block.content).toMatch(/failed: Bash `.*c1.*`.*user neither stopped nor denied it/s);
  expect(results[1]?.block.content).toContain('may have had effects');
  expect(results[2]?.block.content).toContain('not run');
  expect(queue.pending()).toEqual([]);
});

it.each<[SiblingAbort | undefined, boolean, boolean]>([
  [undefined, true, true],
  ['all', true, true],
  ['writes', true, false],
  ['writes', false, true],
  ['off', false, false],
])('with %j, a failing read-only command (%j) cancels the others: %j', async (siblingAbort, readOnly, cancels) => {
  const shell = new ManualTool();
  const { add, all } = setUp([manual('Bash', shell, readOnly), testTool('Read', { readOnly: true, run: () => 'read' })], {}, undefined, {
    ...(siblingAbort && { siblingAbort }),
    cap: 1,
  });
  add('c1', 'Bash');
  add('c2', 'Read');
  await quiet();
  shell.fail();
  expect((await all()).map(({ outcome }) => outcome)).toEqual(['failed', cancels ? 'cancelled' : 'done']);
});

it.each<[string | undefined, SiblingAbort]>([
  [undefined, 'writes'],
  ['off', 'off'],
  ['all', 'all'],
  ['', 'writes'],
  ['never', 'writes'],
])('GATEHOUSE_SIBLING_ABORT=%j with “writes” in the settings is %j', (value, expected) => {
  expect(siblingAbortFrom(value === undefined ? {} : { GATEHOUSE_SIBLING_ABORT: value }, 'writes')).toBe(expected);
});

it.each([
  [undefined, 10],
  ['3', 3],
  ['0', 10],
  ['-1', 10],
  ['2.5', 10],
  ['many', 10],
  ['', 10],
])('a cap of %j in the environment is %d', (value, cap) => {
  expect(concurrencyCap(value === undefined ? {} : { CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY: value })).toBe(cap);
});
