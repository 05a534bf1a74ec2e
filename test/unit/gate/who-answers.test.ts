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

const places = { projectDir: '/project', homeDir: '/home/u', stateDir: '/state' };
const open = () => decisionTo('ask', { classifierMayAnswer: true });
const agents = { interactive: { depth: 0 }, coordinator: { depth: 1, agentId: 'a' }, worker: { depth: 1, agentId: 'w' } };
type Who = keyof typeof agents;
type Word = Judgement['verdict'] | 'none';

/** One call whose classifier, person and dispatcher answer when the test says so. */
class Desk {
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

  constructor(who: Who, waits = false) {
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
    const permission = () => makePermissionContext({ ...places, mode: 'auto', awaitAutomatedChecksBeforeDialog: waits });
    const context = { ...testToolContext(places, { permission, isNonInteractive: false }), agent: agents[who] };
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

const whoAll: readonly Who[] = ['interactive', 'coordinator', 'worker'];
const words: readonly Word[] = ['allow', 'block', 'unsure', 'none'];
const answers = ['allow_once', 'deny', 'none'] as const;
const meanwhiles = ['nothing', 'abort', 'deny rule'] as const;
const table = whoAll.flatMap((who) =>
  [false, true].flatMap((waits) =>
    words.flatMap((word) => answers.flatMap((answer) => meanwhiles.map((meanwhile) => ({ who, waits, word, answer, meanwhile })))),
  ),
);

test.each(table)('$who, waits $waits, classifier $word, answer $answer, meanwhile $meanwhile: settled once', async (row) => {
  const { who, waits, word, answer, meanwhile } = row;
  const desk = new Desk(who, waits);
  await still();
  const race = who === 'interactive' && !waits;
  expect(desk.queue.pending()).toHaveLength(race ? 1 : 0);

  if (word !== 'none') desk.judgement.resolve(judgementOf(word));
  await still();
  if (meanwhile === 'abort') desk.abort.abort();
  if (meanwhile === 'deny rule') {
    desk.engine.decideNow = () => decisionTo('deny');
    desk.gate.recheckPending();
  }
  if (answer !== 'none') {
    if (who === 'worker') desk.dispatched.resolve({ by: 'dispatcher', answer: { type: answer } });
    else desk.answer(answer);
  }
  await still();
  // Whatever is still open has no one to answer; a stop ends it.
  desk.abort.abort();
  const verdict = await desk.verdict;

  const decidedByWord = word === 'allow' || word === 'block';
  const asked = race || word === 'unsure';
  const expected = decidedByWord ? word === 'allow' : meanwhile === 'nothing' && answer === 'allow_once' && asked;
  expect(verdict.behavior).toBe(expected ? 'allow' : 'deny');
  const count = (type: string) => desk.types().filter((one) => one === type).length;
  expect(count('call.decided')).toBe(1);
  expect(desk.types().at(-1)).toBe('call.decided');
  expect(count('call.answered')).toBe(count('call.asked'));
  expect(count('call.asked')).toBe(asked ? 1 : 0);
  expect(desk.queue.pending()).toEqual([]);
  if (!decidedByWord && answer !== 'none' && asked && meanwhile === 'nothing')
    expect(desk.answeredBy()).toEqual([who === 'worker' ? 'dispatcher' : 'person']);
  if (race && decidedByWord) expect(desk.answeredBy()).toEqual(['classifier']);
  // Nothing continues for a settled call.
  expect(desk.signals.classifier?.aborted).toBe(true);
  if (desk.signals.dispatcher) expect(desk.signals.dispatcher.aborted).toBe(true);
});

describe('the race between dialog and classifier', () => {
  it('a person who answers first wins, and the classifier is stopped', async () => {
    const desk = new Desk('interactive');
    await still();
    expect(desk.answer('deny')).toBe('accepted');
    desk.judgement.resolve(judgementOf('allow'));
    expect(await desk.verdict).toMatchObject({ behavior: 'deny', by: 'person' });
    expect(desk.answeredBy()).toEqual(['person']);
    expect(desk.signals.classifier?.aborted).toBe(true);
  });

  it('a click after the classifier’s approval is too late', async () => {
    const desk = new Desk('interactive');
    await still();
    const [ask] = desk.queue.pending();
    desk.judgement.resolve(judgementOf('allow'));
    await still();
    expect(ask && desk.queue.answer(ask.askId, ask.digest, { type: 'deny' })).toBe('gone');
    expect(await desk.verdict).toMatchObject({ behavior: 'allow', decision: { reason: 'classifier' } });
  });

  it('an approval that is no longer the classifier’s to give leaves the ask with the person', async () => {
    const desk = new Desk('interactive');
    await still();
    desk.engine.decideNow = () => decisionTo('ask');
    desk.judgement.resolve(judgementOf('allow'));
    await still();
    expect(desk.answer('allow_once')).toBe('accepted');
    expect(await desk.verdict).toMatchObject({ behavior: 'allow', decision: { reason: 'user' } });
  });

  it('a deny rule added together with its approval wins', async () => {
    const desk = new Desk('interactive');
    await still();
    // Added the moment the card is removed.
    desk.onEvent = ({ type }) => {
      if (type === 'call.answered') desk.engine.decideNow = () => decisionTo('deny');
    };
    desk.judgement.resolve(judgementOf('allow'));
    expect(await desk.verdict).toMatchObject({ behavior: 'deny', decision: { reason: 'rule' } });
  });
});

describe('a worker', () => {
  it.each([
    [{ type: 'allow_once' } as const, { behavior: 'allow', decision: { reason: 'dispatcher' } }],
    [{ type: 'deny', message: 'use npm' } as const, { behavior: 'deny', by: 'dispatcher', hasFeedback: true, message: 'use npm' }],
  ])('follows its dispatcher: %j', async (answer, expected) => {
    const desk = new Desk('worker');
    desk.judgement.resolve(judgementOf('unsure'));
    desk.dispatched.resolve({ by: 'dispatcher', answer });
    expect(await desk.verdict).toMatchObject(expected);
    expect(desk.answeredBy()).toEqual(['dispatcher']);
  });

  it('whose dispatcher forwarded the ask uses the person’s answer', async () => {
    const desk = new Desk('worker');
    desk.judgement.resolve(judgementOf('unsure'));
    desk.dispatched.resolve({ by: 'person', answer: { type: 'allow_once' } });
    expect(await desk.verdict).toMatchObject({ behavior: 'allow', decision: { reason: 'user' } });
    expect(desk.answeredBy()).toEqual(['person']);
  });

  it('whose dispatcher fails is denied', async () => {
    const desk = new Desk('worker');
    desk.judgement.resolve(judgementOf('unsure'));
    desk.dispatched.reject(new Error('gone home'));
    expect(await desk.verdict).toMatchObject({ behavior: 'deny', message: expect.stringContaining('gone home') });
  });
});

/** The gate yields once to an automated check before it opens the dialog. */
async function still(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await quiet();
}
