import { describe, expect, it, test } from 'vitest';
import type { Judgement } from '#main/permission/classifier/judge.ts';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import { PermissionGate } from '#main/permission/gate.ts';
import { handlerFor, type AskDispatcher, type AskHandler, type DispatcherAnswer } from '#main/permission/handlers.ts';
import { AskQueue } from '#main/permission/queue.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import { quiet } from '#test/support/manual-runner.ts';
import { testTool } from '#test/support/test-tools.ts';
import { testToolContext } from '#test/support/tool-context.ts';
import { decisionTo, ScriptedEngine } from './scripted-engine.ts';

const folders = { projectDir: '/project', homeDir: '/home/u', stateDir: '/state' };
const open = () => decisionTo('ask', { classifierMayAnswer: true });
const agents = { interactive: { depth: 0 }, coordinator: { depth: 1, agentId: 'a' }, worker: { depth: 1, agentId: 'w' } };
type Handler = keyof typeof agents;
type ClassifierVerdict = Judgement['verdict'] | 'none';

/** One call whose classifier, person and dispatcher answer when the test says so. */
class GateFixture {
  readonly engine = new ScriptedEngine();
  readonly queue = new AskQueue();
  readonly events: NewSessionEvent[] = [];
  onEvent: (event: NewSessionEvent) => void = () => undefined;
  readonly abort = new AbortController();
  readonly judgement = Promise.withResolvers<Judgement>();
  readonly dispatched = Promise.withResolvers<DispatcherAnswer>();
  readonly signals: { classifier?: AbortSignal; dispatcher?: AbortSignal } = {};
  readonly verdict: ReturnType<PermissionGate['decide']>;
  readonly gate: PermissionGate;

  constructor(who: Handler, waits = false) {
    this.engine.decideNow = open;
    const askDispatcher: AskDispatcher = (_ask, signal) => {
      this.signals.dispatcher = signal;
      return this.dispatched.promise;
    };
    const handler: AskHandler = handlerFor(agents[who], {
      queue: this.queue,
      ...(who === 'worker' && { askDispatcher }),
    });
    this.gate = new PermissionGate({
      engine: this.engine,
      queue: this.queue,
      handler,
      append: (event) => {
        this.events.push(event);
        this.onEvent(event);
      },
      changePermissions: () => Promise.resolve(),
      setMode: () => undefined,
      classifier: {
        begin: () => undefined,
        judge: ({ signal }) => {
          this.signals.classifier = signal;
          const stopped = Promise.withResolvers<Judgement>();
          signal.addEventListener('abort', () => stopped.resolve(judgementOf('unsure')));
          return Promise.race([this.judgement.promise, stopped.promise]);
        },
      },
    });
    const permission = () => makePermissionContext({ ...folders, mode: 'auto', awaitAutomatedChecksBeforeDialog: waits });
    const context = { ...testToolContext(folders, { permission, isNonInteractive: false }), agent: agents[who] };
    const tool = testTool('Bash', { run: () => '' });
    const call = { callId: 'c', input: { text: 'x' } };
    this.verdict = this.gate.decide({ tool, call, context, signal: this.abort.signal, onWaiting: () => undefined });
  }

  answer(type: 'allow_once' | 'deny'): string {
    const [ask] = this.queue.pending();
    return ask ? this.queue.answer(ask.askId, ask.digest, { type }) : 'none';
  }

  types(): string[] {
    return this.events.map(({ type }) => type);
  }

  /** For every ask. */
  answeredBy(): string[] {
    return this.events.flatMap((event) => (event.type === 'call.answered' ? [event.data.by] : []));
  }
}

function judgementOf(verdict: Judgement['verdict']): Judgement {
  const outcome = { allow: 'allow', block: 'deny', unsure: 'ask' } as const;
  return { verdict, reason: 'so', trace: [{ layer: 'classifier', outcome: outcome[verdict], detail: 'so' }] };
}

const allHandlers: readonly Handler[] = ['interactive', 'coordinator', 'worker'];
const verdicts: readonly ClassifierVerdict[] = ['allow', 'block', 'unsure', 'none'];
const answers = ['allow_once', 'deny', 'none'] as const;
const meanwhiles = ['nothing', 'abort', 'deny rule'] as const;
const table = allHandlers.flatMap((who) =>
  [false, true].flatMap((waits) =>
    verdicts.flatMap((word) => answers.flatMap((answer) => meanwhiles.map((meanwhile) => ({ who, waits, word, answer, meanwhile })))),
  ),
);

test.each(table)('$who, waits $waits, classifier $word, answer $answer, meanwhile $meanwhile: settled once', async (row) => {
  const { who, waits, word, answer, meanwhile } = row;
  const fixture = new GateFixture(who, waits);
  await still();
  const race = who === 'interactive' && !waits;
  expect(fixture.queue.pending()).toHaveLength(race ? 1 : 0);

  if (word !== 'none') fixture.judgement.resolve(judgementOf(word));
  await still();
  if (meanwhile === 'abort') fixture.abort.abort();
  if (meanwhile === 'deny rule') {
    fixture.engine.decideNow = () => decisionTo('deny');
    fixture.gate.recheckPending();
  }
  if (answer !== 'none') {
    if (who === 'worker')
      fixture.dispatched.resolve(
        answer === 'deny' ? { by: 'dispatcher', answer: { type: answer } } : { by: 'person', answer: { type: answer } },
      );
    else fixture.answer(answer);
  }
  await still();
  // Whatever is still open has no one to answer; a stop ends it.
  fixture.abort.abort();
  const verdict = await fixture.verdict;

  const decidedByClassifier = word === 'allow' || word === 'block';
  const asked = race || word === 'unsure';
  const expected = decidedByClassifier ? word === 'allow' : meanwhile === 'nothing' && answer === 'allow_once' && asked;
  expect(verdict.behavior).toBe(expected ? 'allow' : 'deny');
  const count = (type: string) => fixture.types().filter((one) => one === type).length;
  expect(count('call.decided')).toBe(1);
  expect(fixture.types().at(-1)).toBe('call.decided');
  expect(count('call.answered')).toBe(count('call.asked'));
  expect(count('call.asked')).toBe(asked ? 1 : 0);
  expect(fixture.queue.pending()).toEqual([]);
  if (!decidedByClassifier && answer !== 'none' && asked && meanwhile === 'nothing')
    expect(fixture.answeredBy()).toEqual([who === 'worker' && answer === 'deny' ? 'dispatcher' : 'person']);
  if (race && decidedByClassifier) expect(fixture.answeredBy()).toEqual(['classifier']);
  // Nothing continues for a settled call.
  expect(fixture.signals.classifier?.aborted).toBe(true);
  if (fixture.signals.dispatcher) expect(fixture.signals.dispatcher.aborted).toBe(true);
});

test('an agent’s yes is no person’s: the call is denied', async () => {
  const fixture = new GateFixture('worker');
  fixture.judgement.resolve(judgementOf('unsure'));
  await still();
  const [ask] = fixture.queue.pending();
  expect(ask && fixture.queue.answer(ask.askId, ask.digest, { type: 'allow_once' }, 'dispatcher')).toBe('accepted');
  expect(await fixture.verdict).toMatchObject({ behavior: 'deny', by: 'dispatcher', message: 'An agent can’t allow what needs a person.' });
});

describe('the race between dialog and classifier', () => {
  it('a person who answers first wins, and the classifier is stopped', async () => {
    const fixture = new GateFixture('interactive');
    await still();
    expect(fixture.answer('deny')).toBe('accepted');
    fixture.judgement.resolve(judgementOf('allow'));
    expect(await fixture.verdict).toMatchObject({ behavior: 'deny', by: 'person' });
    expect(fixture.answeredBy()).toEqual(['person']);
    expect(fixture.signals.classifier?.aborted).toBe(true);
  });

  it('a click after the classifier’s approval is too late', async () => {
    const fixture = new GateFixture('interactive');
    await still();
    const [ask] = fixture.queue.pending();
    fixture.judgement.resolve(judgementOf('allow'));
    await still();
    expect(ask && fixture.queue.answer(ask.askId, ask.digest, { type: 'deny' })).toBe('gone');
    expect(await fixture.verdict).toMatchObject({ behavior: 'allow', decision: { reason: 'classifier' } });
  });

  it('an approval that is no longer the classifier’s to give leaves the ask with the person', async () => {
    const fixture = new GateFixture('interactive');
    await still();
    fixture.engine.decideNow = () => decisionTo('ask');
    fixture.judgement.resolve(judgementOf('allow'));
    await still();
    expect(fixture.answer('allow_once')).toBe('accepted');
    expect(await fixture.verdict).toMatchObject({ behavior: 'allow', decision: { reason: 'user' } });
  });

  it('a deny rule added together with its approval wins', async () => {
    const fixture = new GateFixture('interactive');
    await still();
    // Added the moment the card is removed.
    fixture.onEvent = ({ type }) => {
      if (type === 'call.answered') fixture.engine.decideNow = () => decisionTo('deny');
    };
    fixture.judgement.resolve(judgementOf('allow'));
    expect(await fixture.verdict).toMatchObject({ behavior: 'deny', decision: { reason: 'rule' } });
  });
});

describe('a worker', () => {
  it('whose dispatcher refuses gets its reason', async () => {
    const fixture = new GateFixture('worker');
    fixture.judgement.resolve(judgementOf('unsure'));
    fixture.dispatched.resolve({ by: 'dispatcher', answer: { type: 'deny', message: 'use npm' } });
    expect(await fixture.verdict).toMatchObject({ behavior: 'deny', by: 'dispatcher', hasFeedback: true, message: 'use npm' });
    expect(fixture.answeredBy()).toEqual(['dispatcher']);
  });

  it('whose dispatcher forwarded the ask uses the person’s answer', async () => {
    const fixture = new GateFixture('worker');
    fixture.judgement.resolve(judgementOf('unsure'));
    fixture.dispatched.resolve({ by: 'person', answer: { type: 'allow_once' } });
    expect(await fixture.verdict).toMatchObject({ behavior: 'allow', decision: { reason: 'user' } });
    expect(fixture.answeredBy()).toEqual(['person']);
  });

  it('whose dispatcher fails is denied', async () => {
    const fixture = new GateFixture('worker');
    fixture.judgement.resolve(judgementOf('unsure'));
    fixture.dispatched.reject(new Error('gone home'));
    expect(await fixture.verdict).toMatchObject({ behavior: 'deny', message: expect.stringContaining('gone home') });
  });
});

/** The gate yields once to an automated check before it opens the dialog. */
async function still(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await quiet();
}
