import { describe, expect, it } from 'vitest';
import type { GateRequest } from '#main/permission/gate/analysed-call.ts';
import type { GateDeps } from '#main/permission/gate.ts';
import { PermissionGate } from '#main/permission/gate.ts';
import { interactiveHandler } from '#main/permission/handlers.ts';
import { AskQueue } from '#main/permission/queue.ts';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { Decision } from '#shared/permission/decision.ts';
import { echoTool } from '#test/support/test-tools.ts';
import { testToolContext } from '#test/support/tool-context.ts';
import { decisionTo, ScriptedEngine } from './scripted-engine.ts';

const folders = { projectDir: '/project', homeDir: '/home/u', stateDir: '/state' };

function setUp(more: Partial<GateDeps> = {}) {
  const engine = new ScriptedEngine();
  const queue = new AskQueue();
  const events: NewSessionEvent[] = [];
  const handler = interactiveHandler(queue);
  const gate = new PermissionGate({
    engine,
    queue,
    handler,
    append: (event) => void events.push(event),
    changePermissions: () => Promise.resolve(),
    setMode: () => undefined,
    ...more,
  });
  const permission = () => makePermissionContext(folders);
  const request = (cwd = '/project'): GateRequest => ({
    tool: echoTool(),
    call: { callId: 'c1', input: { text: 'hi' } },
    context: { ...testToolContext(folders, { permission }), cwd },
    signal: new AbortController().signal,
    onWaiting: () => undefined,
  });
  const asked = async () => {
    const ahead = await gate.askAhead(request(), () => true);
    const [ask] = queue.pending();
    if (!ahead || !ask) throw new Error('nothing was asked');
    return { ahead, answer: () => queue.answer(ask.askId, ask.digest, { type: 'allow_once' }) };
  };
  return { engine, queue, events, gate, request, asked };
}

const answers = (events: readonly NewSessionEvent[]) => events.flatMap((event) => (event.type === 'call.answered' ? [event.data] : []));
const questions = (events: readonly NewSessionEvent[]) => events.filter(({ type }) => type === 'call.asked').length;

describe('an answer given before the call’s turn', () => {
  it('decides the call, if it would be asked the same', async () => {
    const { gate, request, asked, events } = setUp();
    const { ahead, answer } = await asked();
    answer();
    expect(await gate.decide(request(), ahead)).toMatchObject({ behavior: 'allow', decision: { reason: 'user' } });
    expect(questions(events)).toBe(1);
  });

  it('may also come when its turn has come', async () => {
    const { gate, request, asked } = setUp();
    const { ahead, answer } = await asked();
    const verdict = gate.decide(request(), ahead);
    await new Promise((resolve) => setImmediate(resolve));
    answer();
    expect(await verdict).toMatchObject({ behavior: 'allow' });
  });

  it.each(['allow_once', 'deny'] as const)('is waited for (%s) if rules allow by then what destroys', async (type) => {
    const { gate, request, asked, engine, queue } = setUp();
    engine.decideNow = () => decisionTo('ask', { risk: 'destructive' });
    const { ahead } = await asked();
    engine.decideNow = () => decisionTo('allow', { risk: 'destructive' });
    const verdict = gate.decide(request(), ahead);
    await new Promise((resolve) => setImmediate(resolve));
    const [ask] = queue.pending();
    expect(ask?.risk).toBe('destructive');
    if (ask) queue.answer(ask.askId, ask.digest, { type });
    expect(await verdict).toMatchObject({ behavior: type === 'deny' ? 'deny' : 'allow' });
  });

  it('doesn’t lift a deny rule that was added since', async () => {
    const { gate, request, asked, engine } = setUp();
    const { ahead, answer } = await asked();
    answer();
    engine.decideNow = () => decisionTo('deny', { message: 'Denied by a new rule.' });
    expect(await gate.decide(request(), ahead)).toMatchObject({ behavior: 'deny', message: 'Denied by a new rule.', by: 'engine' });
  });

  it.each<[string, Partial<Decision>]>([
    ['it has other effects', { effects: ['deletes /project/src'] }],
    ['its risk is another', { risk: 'destructive' }],
    ['it asks for another reason', { reason: 'protectedPath' }],
    [
      'another rule asks',
      { trace: [{ layer: 'ask', outcome: 'ask', detail: 'x', rule: { text: 'Echo', behavior: 'ask', source: 'user' } }] },
    ],
    ['it has other parts', { parts: [{ text: 'other', covered: false }] }],
  ])('doesn’t count if %s by then', async (_what, change) => {
    const { gate, request, asked, engine, queue } = setUp();
    const { ahead, answer } = await asked();
    answer();
    engine.decideNow = () => decisionTo('ask', change);
    void gate.decide(request(), ahead);
    await new Promise((resolve) => setImmediate(resolve));
    expect(queue.pending()).toMatchObject([{ askedAgainBecause: 'What it would do has changed since you were asked.' }]);
  });

  it('doesn’t count in another folder', async () => {
    const { gate, request, asked, queue } = setUp();
    const { ahead, answer } = await asked();
    answer();
    void gate.decide(request('/project/src'), ahead);
    await new Promise((resolve) => setImmediate(resolve));
    expect(queue.pending()).toMatchObject([{ cwd: '/project/src' }]);
  });
});

it('withdraws a question that the rules answer by then, and one about something else', async () => {
  const { gate, request, asked, engine, events, queue } = setUp();
  const { ahead } = await asked();
  engine.decideNow = () => decisionTo('allow', { message: 'Allowed by a new rule.' });
  expect(await gate.decide(request(), ahead)).toMatchObject({ behavior: 'allow' });
  expect(queue.pending()).toEqual([]);
  expect(answers(events)).toMatchObject([{ answer: { type: 'withdrawn', why: 'Allowed by a new rule.' }, by: 'rules' }]);
});

describe('nothing is asked before a call’s turn', () => {
  it.each<[string, Partial<GateDeps>, Partial<Decision>]>([
    ['when the rules allow it', {}, { behavior: 'allow' }],
    ['when the rules deny it', {}, { behavior: 'deny' }],
    [
      'when the classifier may answer: it judges with the results of the calls before',
      { classifier: { begin: () => undefined, judge: () => Promise.reject(new Error('asked')) } },
      { classifierMayAnswer: true },
    ],
    ['when a hook may answer', { askHooks: () => () => Promise.resolve(undefined) }, {}],
    [
      'when a coordinator looks at it first',
      { handler: { ...interactiveHandler(new AskQueue()), screen: () => Promise.resolve(undefined) } },
      {},
    ],
  ])('%s', async (_when, deps, change) => {
    const { gate, request, engine, events } = setUp(deps);
    engine.decideNow = () => decisionTo('ask', change);
    expect(await gate.askAhead(request(), () => true)).toBe(undefined);
    expect(events).toEqual([]);
  });

  it('when its turn has come meanwhile', async () => {
    const { gate, request, events } = setUp();
    expect(await gate.askAhead(request(), () => false)).toBe(undefined);
    expect(events).toEqual([]);
  });
});
