import { describe, expect, it, test } from 'vitest';
import { AutoClassifier } from '#main/permission/classifier/auto-classifier.ts';
import type { AskModel } from '#main/permission/classifier/question.ts';
import { makePermissionContext, type ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import { PermissionGate } from '#main/permission/gate.ts';
import type { GateRequest } from '#main/permission/gate/analysed-call.ts';
import { interactiveHandler } from '#main/permission/handlers.ts';
import { AskQueue } from '#main/permission/queue.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { Decision } from '#shared/permission/decision.ts';
import { quiet } from '#test/support/manual-runner.ts';
import { testTool } from '#test/support/test-tools.ts';
import { testToolContext } from '#test/support/tool-context.ts';
import { decisionTo, ScriptedEngine } from './scripted-engine.ts';

const folders = { projectDir: '/project', homeDir: '/home/u', stateDir: '/state' };
const open = (changes: Partial<Decision> = {}) => decisionTo('ask', { classifierMayAnswer: true, ...changes });
const longTimeouts = { fast: 600_000, thinking: 600_000 };

interface Options {
  readonly askModel?: AskModel;
  readonly interactive?: boolean;
  readonly exhausted?: () => string | undefined;
  readonly action?: string;
}

class GateFixture {
  readonly engine = new ScriptedEngine();
  readonly queue = new AskQueue();
  readonly events: NewSessionEvent[] = [];
  readonly abort = new AbortController();
  readonly asked: { readonly stage: string; readonly signal: AbortSignal }[] = [];
  readonly gate: PermissionGate;
  mode: ToolPermissionContext['mode'] = 'auto';
  readonly #options: Options;

  constructor(options: Options = {}) {
    this.#options = options;
    this.engine.decideNow = () => open();
    const answer = options.askModel ?? (() => Promise.resolve('allow: fine'));
    this.gate = new PermissionGate({
      engine: this.engine,
      queue: this.queue,
      handler: interactiveHandler(this.queue),
      append: (event) => void this.events.push(event),
      changePermissions: () => Promise.resolve(),
      setMode: () => undefined,
      classifier: new AutoClassifier({
        askModel: (question, signal) => {
          this.asked.push({ stage: question.stage, signal });
          return answer(question, signal);
        },
        history: () => [],
        instructions: () => [],
        exhausted: options.exhausted ?? (() => undefined),
        timeouts: longTimeouts,
      }),
    });
  }

  get request(): GateRequest {
    const tool = { ...testTool('Bash', { run: () => '' }), toAutoClassifierInput: () => this.#options.action ?? 'npm test' };
    const permission = () =>
      makePermissionContext({ ...folders, mode: this.mode, isAutoModeAvailable: true, shouldAvoidPermissionPrompts: !this.#interactive });
    const context = testToolContext(folders, { permission, isNonInteractive: !this.#interactive });
    return { tool, call: { callId: 'c', input: { text: 'x' } }, context, signal: this.abort.signal, onWaiting: () => undefined };
  }

  get #interactive(): boolean {
    return this.#options.interactive ?? false;
  }

  get types(): string[] {
    return this.events.map(({ type }) => type);
  }
}

const outcomes = ({ trace }: Decision) => trace.map(({ layer, outcome }) => `${layer} ${outcome}`);

describe('a call that would ask', () => {
  it('is allowed by the classifier without opening a dialog', async () => {
    const fixture = new GateFixture({ interactive: true });
    const verdict = await fixture.gate.decide(fixture.request);
    expect(verdict).toMatchObject({ behavior: 'allow', decision: { behavior: 'allow', reason: 'classifier' } });
    expect(outcomes(verdict.decision)).toEqual(['classifier allow']);
    expect(fixture.types).toEqual(['call.decided']);
  });

  it('is blocked by the classifier, and the model reads by whom and why', async () => {
    const fixture = new GateFixture({ interactive: true, askModel: () => Promise.resolve('block: it sends secrets') });
    const verdict = await fixture.gate.decide(fixture.request);
    expect(verdict).toMatchObject({ behavior: 'deny', by: 'engine', decision: { reason: 'classifier' } });
    expect(verdict.behavior === 'deny' && verdict.message).toMatch(/classifier.*\n?.*it sends secrets/su);
    expect(fixture.types).toEqual(['call.decided']);
  });

  it.each<[string, Options]>([
    ['an unsure case', { askModel: ({ stage }) => Promise.resolve(stage === 'fast' ? 'unsure' : '<reasoning></reasoning>unsure: hm') }],
    ['a malformed answer', { askModel: () => Promise.resolve('Yes, allow it.') }],
    ['a failed request', { askModel: () => Promise.reject(new Error('offline')) }],
    ['a tool without classifier text', { action: ' ' }],
    ['a reached limit', { exhausted: () => 'The classifier has blocked 3 calls in a row.' }],
  ])('%s is put to the person, or denied where nobody can be asked', async (_name, options) => {
    const headless = new GateFixture(options);
    const denied = await headless.gate.decide(headless.request);
    expect(denied).toMatchObject({ behavior: 'deny', decision: { reason: 'promptsAvoided' } });

    const fixture = new GateFixture({ ...options, interactive: true });
    const verdict = fixture.gate.decide(fixture.request);
    await quiet();
    const [ask] = fixture.queue.pending();
    if (ask) fixture.queue.answer(ask.askId, ask.digest, { type: 'allow_once' });
    const allowed = await verdict;
    expect(allowed).toMatchObject({ behavior: 'allow', decision: { reason: 'user' } });
    expect(outcomes(allowed.decision)).toContain('classifier ask');
  });

  it('not marked for the classifier never reaches it', async () => {
    const fixture = new GateFixture();
    fixture.engine.decideNow = () => decisionTo('ask');
    expect((await fixture.gate.decide(fixture.request)).behavior).toBe('deny');
    expect(fixture.asked).toEqual([]);
  });

  it('is not sent without action text or past the limits', async () => {
    for (const options of [{ action: '' }, { exhausted: () => 'enough' }]) {
      const fixture = new GateFixture(options);
      await fixture.gate.decide(fixture.request);
      expect(fixture.asked).toEqual([]);
      expect(fixture.gate.begin(fixture.request)).toBe(undefined);
    }
  });
});

describe('while the classifier decides', () => {
  const slow = () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    return { askModel: () => promise, resolve };
  };

  it('an interrupt cancels the call and its request', async () => {
    const fixture = new GateFixture({ askModel: slow().askModel, interactive: true });
    const verdict = fixture.gate.decide(fixture.request);
    await quiet();
    fixture.abort.abort();
    expect(await verdict).toMatchObject({ behavior: 'deny', by: 'interrupt', decision: { reason: 'cancelled' } });
    expect(fixture.asked.map(({ signal }) => signal.aborted)).toEqual([true]);
    expect(fixture.queue.pending()).toEqual([]);
  });

  it.each<[string, (fixture: GateFixture) => void, object]>([
    [
      'a deny rule overrides the approval',
      (fixture) => (fixture.engine.decideNow = () => decisionTo('deny')),
      { behavior: 'deny', decision: { reason: 'rule' } },
    ],
    [
      'an ask rule overrides the approval',
      (fixture) => (fixture.engine.decideNow = () => decisionTo('ask', { reason: 'rule' })),
      { decision: { reason: 'promptsAvoided' } },
    ],
    [
      'leaving auto mode voids the approval',
      (fixture) => {
        fixture.mode = 'default';
        fixture.engine.decideNow = () => decisionTo('ask');
      },
      { decision: { reason: 'promptsAvoided' } },
    ],
    [
      'an allow rule settles it',
      (fixture) => (fixture.engine.decideNow = () => decisionTo('allow')),
      { behavior: 'allow', decision: { reason: 'rule' } },
    ],
  ])('%s', async (_name, change, expected) => {
    const { askModel, resolve } = slow();
    const fixture = new GateFixture({ askModel });
    const verdict = fixture.gate.decide(fixture.request);
    await quiet();
    change(fixture);
    resolve('allow: fine');
    expect(await verdict).toMatchObject(expected);
  });

  it('changed effects are judged again, and denied in the end', async () => {
    let count = 0;
    const fixture = new GateFixture();
    fixture.engine.decideNow = () => open({ effects: [`effect ${(count += 1)}`] });
    expect(await fixture.gate.decide(fixture.request)).toMatchObject({ behavior: 'deny', decision: { reason: 'cancelled' } });
    expect(fixture.asked.length).toBeLessThan(5);
  });
});

describe('a speculative classifier request', () => {
  test('is used for the same call: one request in total', async () => {
    const fixture = new GateFixture();
    const early = fixture.gate.begin(fixture.request);
    expect(fixture.asked).toHaveLength(1);
    expect((await fixture.gate.decide({ ...fixture.request, early })).behavior).toBe('allow');
    expect(fixture.asked).toHaveLength(1);
  });

  test('continues with the thinking stage', async () => {
    const fixture = new GateFixture({
      askModel: ({ stage }) => Promise.resolve(stage === 'fast' ? 'unsure' : '<reasoning></reasoning>allow: ok'),
    });
    const early = fixture.gate.begin(fixture.request);
    expect((await fixture.gate.decide({ ...fixture.request, early })).behavior).toBe('allow');
    expect(fixture.asked.map(({ stage }) => stage)).toEqual(['fast', 'thinking']);
  });

  test('for other input or effects is cancelled and not used', async () => {
    const fixture = new GateFixture();
    const early = fixture.gate.begin(fixture.request);
    fixture.engine.decideNow = () => open({ effects: ['writes /etc/passwd'] });
    await fixture.gate.decide({ ...fixture.request, early });
    expect(fixture.asked).toHaveLength(2);
    expect(fixture.asked[0]?.signal.aborted).toBe(true);
  });

  test('made unnecessary by a rule is cancelled', async () => {
    const fixture = new GateFixture({ askModel: () => new Promise(() => undefined) });
    const early = fixture.gate.begin(fixture.request);
    fixture.engine.decideNow = () => decisionTo('allow');
    expect((await fixture.gate.decide({ ...fixture.request, early })).behavior).toBe('allow');
    expect(fixture.asked.map(({ signal }) => signal.aborted)).toEqual([true]);
  });

  test.each<[string, (fixture: GateFixture) => void]>([
    ['outside auto mode', (fixture) => (fixture.mode = 'default')],
    ['for calls that rules decide', (fixture) => (fixture.engine.decideNow = () => decisionTo('allow'))],
    ['for calls that only a person may answer', (fixture) => (fixture.engine.decideNow = () => decisionTo('ask'))],
    [
      'when deciding throws',
      (fixture) => {
        fixture.engine.decideNow = () => {
          throw new Error('confused');
        };
      },
    ],
  ])('is not made %s', (_name, change) => {
    const fixture = new GateFixture();
    change(fixture);
    expect(fixture.gate.begin(fixture.request)).toBe(undefined);
    expect(fixture.asked).toEqual([]);
  });
});
