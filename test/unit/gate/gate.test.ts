import { describe, expect, it } from 'vitest';
import { makePermissionContext } from '#main/permission/context.ts';
import { PermissionGate, type GateDeps } from '#main/permission/gate.ts';
import type { GateVerdict } from '#main/permission/gate/verdicts.ts';
import { interactiveHandler } from '#main/permission/handlers.ts';
import { AskQueue } from '#main/permission/queue.ts';
import type { Tool } from '#main/tool/tool.ts';
import type { Ask, AskAnswer } from '#shared/session/ask.ts';
import type { EventBody, NewSessionEvent, SessionEventType } from '#shared/session/event.ts';
import { quiet } from '#test/support/manual-runner.ts';
import { echoTool } from '#test/support/test-tools.ts';
import { testToolContext } from '#test/support/tool-context.ts';
import { decisionTo, ScriptedEngine, type Decide } from './scripted-engine.ts';

const places = { projectDir: '/project', homeDir: '/home/u', stateDir: '/state' };

interface Options extends Partial<Pick<GateDeps, 'changePermissions' | 'setMode'>> {
  readonly tool?: Tool;
  readonly decide?: Decide;
  readonly isNonInteractive?: boolean;
  readonly avoidPrompts?: boolean;
  readonly failOn?: SessionEventType;
}

class Desk {
  readonly engine = new ScriptedEngine();
  readonly queue = new AskQueue();
  readonly events: NewSessionEvent[] = [];
  readonly waits: boolean[] = [];
  readonly abort = new AbortController();
  readonly gate: PermissionGate;
  readonly tool: Tool;
  readonly #options: Options;

  constructor(options: Options = {}) {
    this.#options = options;
    this.tool = options.tool ?? echoTool();
    if (options.decide) this.engine.decideNow = options.decide;
    this.gate = new PermissionGate({
      engine: this.engine,
      queue: this.queue,
      handler: interactiveHandler(this.queue),
      append: (event) => {
        if (event.type === options.failOn) throw new Error('disk full');
        this.events.push(event);
      },
      changePermissions: options.changePermissions ?? (() => Promise.resolve()),
      setMode: options.setMode ?? (() => undefined),
    });
  }

  decide(input: Record<string, unknown> = { text: 'hi' }, callId = 'c1'): Promise<GateVerdict> {
    const permission = () => makePermissionContext({ ...places, shouldAvoidPermissionPrompts: this.#options.avoidPrompts ?? false });
    return this.gate.decide({
      tool: this.tool,
      call: { callId, input },
      context: testToolContext(places, { permission, isNonInteractive: this.#options.isNonInteractive ?? false }),
      signal: this.abort.signal,
      onWaiting: (waiting) => void this.waits.push(waiting),
    });
  }

  /** Starts deciding and gives the question that comes of it. */
  async asked(input?: Record<string, unknown>, callId?: string): Promise<{ ask: Ask; verdict: Promise<GateVerdict> }> {
    const verdict = this.decide(input, callId);
    await quiet();
    const ask = this.queue.pending().at(-1);
    if (!ask) throw new Error('nothing was asked');
    return { ask, verdict };
  }

  answer(ask: Ask, answer: AskAnswer): string {
    return this.queue.answer(ask.askId, ask.digest, answer);
  }

  all<T extends SessionEventType>(type: T): EventBody<T>[] {
    return this.events.flatMap((event) => (event.type === type ? [event.data as EventBody<T>] : []));
  }

  get types(): string[] {
    return this.events.map(({ type }) => type);
  }
}

const once: AskAnswer = { type: 'allow_once' };

describe('without a person', () => {
  it.each(['allow', 'deny'] as const)('the engine’s %s is the last word', async (behavior) => {
    const desk = new Desk({ decide: () => decisionTo(behavior) });
    const verdict = await desk.decide();
    expect(verdict).toMatchObject({ behavior, decision: { message: `engine says ${behavior}` } });
    expect(desk.types).toEqual(['call.decided']);
    expect(desk.waits).toEqual([]);
  });

  it.each([{ isNonInteractive: true }, { avoidPrompts: true }])('a question is refused with its own words: %j', async (options) => {
    const desk = new Desk(options);
    const verdict = await desk.decide();
    expect(verdict).toMatchObject({
      behavior: 'deny',
      message: 'engine says ask',
      hasFeedback: false,
      by: 'engine',
      decision: { reason: 'promptsAvoided' },
    });
    expect(desk.types).toEqual(['call.decided']);
  });

  it.each<[string, Options]>([
    [
      'an engine',
      {
        decide: () => {
          throw new Error('confused');
        },
      },
    ],
    ['a log', { failOn: 'call.asked' }],
  ])('%s that breaks denies', async (_name, options) => {
    const verdict = await new Desk(options).decide();
    expect(verdict).toMatchObject({ behavior: 'deny', decision: { reason: 'internalError' } });
  });

  it('does not let run what it could not write down', async () => {
    await expect(new Desk({ decide: () => decisionTo('allow'), failOn: 'call.decided' }).decide()).rejects.toThrow('disk full');
  });

  it('takes a check of the tool that throws for a question', async () => {
    const tool: Tool = { ...echoTool(), checkPermissions: () => Promise.reject(new Error('broken')) };
    const desk = new Desk({
      tool,
      decide: (_context, check) => decisionTo(check?.behavior === 'ask' ? 'ask' : 'allow'),
      isNonInteractive: true,
    });
    expect((await desk.decide()).behavior).toBe('deny');
  });

  it('decides about input that a check of the tool can’t change under it', async () => {
    const tool: Tool = {
      ...echoTool(),
      checkPermissions: (input) => {
        Object.assign(input, { text: 'changed' });
        return Promise.resolve({ behavior: 'passthrough' });
      },
    };
    const verdict = await new Desk({ tool, decide: () => decisionTo('allow') }).decide({ text: 'hi' });
    expect(verdict.behavior === 'allow' && verdict.permit.redeem('Echo', { text: 'hi' })).toBe(true);
  });
});

describe('a permit', () => {
  it.each<[string, string, Record<string, unknown>, boolean]>([
    ['covers what was decided', 'Echo', { text: 'hi', n: 1 }, true],
    ['whatever the order of the fields', 'Echo', { n: 1, text: 'hi' }, true],
    ['no other input', 'Echo', { text: 'ho', n: 1 }, false],
    ['no further field', 'Echo', { text: 'hi', n: 1, more: true }, false],
    ['no other tool', 'Bash', { text: 'hi', n: 1 }, false],
  ])('%s', async (_name, toolName, input, covered) => {
    const verdict = await new Desk({ decide: () => decisionTo('allow') }).decide({ text: 'hi', n: 1 });
    expect(verdict.behavior === 'allow' && verdict.permit.redeem(toolName, input)).toBe(covered);
  });

  it('can be used once', async () => {
    const verdict = await new Desk({ decide: () => decisionTo('allow') }).decide();
    if (verdict.behavior !== 'allow') throw new Error('denied');
    expect([verdict.permit.redeem('Echo', { text: 'hi' }), verdict.permit.redeem('Echo', { text: 'hi' })]).toEqual([true, false]);
  });
});

describe('a question', () => {
  it('shows what would run and why it asks', async () => {
    const rule = { text: 'Echo', behavior: 'ask' as const, source: 'project' as const };
    const decision = decisionTo('ask', {
      message: 'why',
      effects: ['writes a'],
      risk: 'write',
      trace: [{ layer: 'ask', outcome: 'ask', detail: 'x', rule }],
    });
    const desk = new Desk({ decide: () => decision });
    const { ask } = await desk.asked({ text: 'hi' });
    expect(ask).toMatchObject({
      callId: 'c1',
      toolName: 'Echo',
      sentence: 'wants to use Echo',
      message: 'why',
      rule,
      effects: ['writes a'],
      risk: 'write',
      view: { title: 'Echo', summary: expect.stringContaining('hi') },
      cwd: '/project',
    });
    expect(desk.all('call.asked')).toEqual([{ ask }]);
    desk.abort.abort();
  });

  it('takes the preview, and does without when that fails', async () => {
    const view = { kind: 'edit', title: 'Edit', summary: 'a.ts' } as const;
    const withPreview = await new Desk({ tool: { ...echoTool(), preview: () => Promise.resolve(view) } }).asked();
    expect(withPreview.ask).toMatchObject({ view, sentence: 'wants to edit a.ts' });
    const without = await new Desk({ tool: { ...echoTool(), preview: () => Promise.reject(new Error('gone')) } }).asked();
    expect(without.ask.view.title).toBe('Echo');
  });

  it('answered with a yes lets the call run and tells everything in order', async () => {
    const desk = new Desk();
    const { ask, verdict } = await desk.asked();
    expect(desk.waits).toEqual([true]);
    expect(desk.answer(ask, once)).toBe('accepted');
    expect(desk.types).toEqual(['call.asked', 'call.answered']);
    expect(await verdict).toMatchObject({ behavior: 'allow', decision: { reason: 'user' } });
    expect(desk.types).toEqual(['call.asked', 'call.answered', 'call.decided']);
    expect(desk.waits).toEqual([true, false]);
    expect(desk.engine.analysed).toBe(2);
  });

  it.each([
    [undefined, '', false],
    ['   ', '', false],
    ['use the other file', 'use the other file', true],
  ])('answered with a no and %j', async (message, said, hasFeedback) => {
    const desk = new Desk();
    const { ask, verdict } = await desk.asked();
    desk.answer(ask, { type: 'deny', ...(message !== undefined && { message }) });
    expect(await verdict).toMatchObject({
      behavior: 'deny',
      by: 'person',
      message: said,
      hasFeedback,
      decision: { behavior: 'deny', reason: 'user' },
    });
  });

  it('is settled once', async () => {
    const desk = new Desk();
    const { ask, verdict } = await desk.asked();
    expect([desk.answer(ask, once), desk.answer(ask, { type: 'deny' })]).toEqual(['accepted', 'gone']);
    desk.abort.abort();
    expect((await verdict).behavior).toBe('deny');
    expect(desk.all('call.answered').map(({ answer, by }) => [answer.type, by])).toEqual([['allow_once', 'person']]);
  });

  it('needs the digest of what was shown', async () => {
    const desk = new Desk();
    const { ask, verdict } = await desk.asked();
    expect(desk.queue.answer(ask.askId, 'other', once)).toBe('stale');
    expect(desk.queue.answer('unknown', ask.digest, once)).toBe('gone');
    desk.queue.update(ask.askId, { ...ask, digest: 'edited' });
    expect(desk.answer(ask, once)).toBe('stale');
    desk.abort.abort();
    await verdict;
  });

  it('is withdrawn when the call is stopped', async () => {
    const desk = new Desk();
    const { ask, verdict } = await desk.asked();
    desk.abort.abort();
    expect(await verdict).toMatchObject({ behavior: 'deny', by: 'interrupt', decision: { reason: 'cancelled' } });
    expect(desk.answer(ask, once)).toBe('gone');
    expect(desk.all('call.answered')).toMatchObject([{ by: 'interrupt', answer: { type: 'withdrawn' } }]);
  });

  it('that could not be written down counts for nobody, and the one who answered is told', async () => {
    const desk = new Desk({ failOn: 'call.answered' });
    const { ask, verdict } = await desk.asked();
    expect(() => desk.answer(ask, once)).toThrow('disk full');
    expect((await verdict).behavior).toBe('deny');
  });

  it('is withdrawn without a crash when even that can’t be written down', async () => {
    const desk = new Desk({ failOn: 'call.answered' });
    const { verdict } = await desk.asked();
    desk.abort.abort();
    expect((await verdict).behavior).toBe('deny');
  });
});

describe('what changes while a question waits', () => {
  it('a deny rule wins over the yes', async () => {
    const desk = new Desk();
    const { ask, verdict } = await desk.asked();
    desk.engine.decideNow = () => decisionTo('deny');
    desk.answer(ask, once);
    expect(await verdict).toMatchObject({ behavior: 'deny', by: 'engine', message: 'engine says deny' });
  });

  it('a no stays a no, whatever the rules say by then', async () => {
    const desk = new Desk();
    const { ask, verdict } = await desk.asked();
    desk.engine.decideNow = () => decisionTo('allow');
    desk.answer(ask, { type: 'deny' });
    expect((await verdict).behavior).toBe('deny');
  });

  it('other effects than those shown are asked about again', async () => {
    const desk = new Desk({ decide: () => decisionTo('ask', { effects: ['writes a'] }) });
    const { ask, verdict } = await desk.asked();
    desk.engine.decideNow = () => decisionTo('ask', { effects: ['writes /etc/passwd'] });
    desk.answer(ask, once);
    await quiet();
    const again = desk.queue.pending()[0];
    expect(again?.effects).toEqual(['writes /etc/passwd']);
    expect(again?.askId).not.toBe(ask.askId);
    if (again) desk.answer(again, once);
    expect((await verdict).behavior).toBe('allow');
  });

  it('something that never stays the same is refused in the end', async () => {
    let count = 0;
    const desk = new Desk({ decide: () => decisionTo('ask', { effects: [`effect ${(count += 1)}`] }) });
    const { verdict } = await desk.asked();
    for (let round = 0; round < 10; round += 1) {
      const [ask] = desk.queue.pending();
      if (ask) desk.answer(ask, once);
      await quiet();
    }
    expect(await verdict).toMatchObject({ behavior: 'deny', decision: { reason: 'cancelled' } });
  });

  it.each(['allow', 'deny'] as const)('rules that now %s settle it', async (behavior) => {
    const desk = new Desk();
    const { verdict } = await desk.asked();
    desk.engine.decideNow = () => decisionTo(behavior);
    desk.gate.recheckPending();
    expect((await verdict).behavior).toBe(behavior);
    expect(desk.all('call.answered')).toMatchObject([{ by: 'rules' }]);
  });

  it('rules that still ask leave it alone', async () => {
    const desk = new Desk();
    const { ask, verdict } = await desk.asked();
    desk.gate.recheckPending();
    expect(desk.queue.pending()).toEqual([ask]);
    desk.abort.abort();
    await verdict;
  });
});

describe('an answer for later', () => {
  const always: AskAnswer = { type: 'allow_always', rules: ['Echo'], destination: 'local' };

  it('is saved, and lets the other questions it covers pass too', async () => {
    const saved: unknown[] = [];
    const desk: Desk = new Desk({
      changePermissions: (update) => {
        saved.push(update);
        desk.engine.decideNow = () => decisionTo('allow');
        return Promise.resolve();
      },
    });
    const first = await desk.asked({ text: '1' }, 'c1');
    const second = await desk.asked({ text: '2' }, 'c2');
    desk.answer(first.ask, always);
    expect((await first.verdict).decision.reason).toBe('rule');
    expect((await second.verdict).behavior).toBe('allow');
    expect(saved).toEqual([{ type: 'add_rules', behavior: 'allow', rules: ['Echo'], destination: 'local' }]);
    expect(desk.all('call.answered').map(({ callId, by }) => [callId, by])).toEqual([
      ['c1', 'person'],
      ['c2', 'rules'],
    ]);
  });

  it('that can’t be saved still allows this once and says so', async () => {
    const desk = new Desk({ changePermissions: () => Promise.reject(new Error('read-only')) });
    const { ask, verdict } = await desk.asked();
    desk.answer(ask, always);
    expect((await verdict).behavior).toBe('allow');
    expect(desk.all('notice')[0]?.text).toContain('read-only');
  });

  it('whose rule doesn’t cover the call allows it once all the same', async () => {
    const desk = new Desk();
    const { ask, verdict } = await desk.asked();
    desk.answer(ask, always);
    expect(await verdict).toMatchObject({ behavior: 'allow', decision: { reason: 'user' } });
  });

  it('does not get past a deny rule', async () => {
    const desk = new Desk();
    const { ask, verdict } = await desk.asked();
    desk.engine.decideNow = () => decisionTo('deny');
    desk.answer(ask, always);
    expect((await verdict).behavior).toBe('deny');
  });

  it('can change the mode', async () => {
    const modes: string[] = [];
    const desk = new Desk({ setMode: (mode) => void modes.push(mode) });
    const { ask, verdict } = await desk.asked();
    desk.answer(ask, { type: 'set_mode', mode: 'acceptEdits' });
    expect((await verdict).behavior).toBe('allow');
    expect(modes).toEqual(['acceptEdits']);
  });

  it('can add working directories, and lets the other questions pass that only asked because of them', async () => {
    const added: unknown[] = [];
    const desk: Desk = new Desk({
      changePermissions: (update) => {
        added.push(update);
        desk.engine.decideNow = () => decisionTo('allow');
        return Promise.resolve();
      },
    });
    const first = await desk.asked({ text: '1' }, 'c1');
    const second = await desk.asked({ text: '2' }, 'c2');
    desk.answer(first.ask, { type: 'add_directories', directories: ['/other'], destination: 'session' });
    expect((await first.verdict).behavior).toBe('allow');
    expect((await second.verdict).behavior).toBe('allow');
    expect(added).toEqual([{ type: 'add_directories', directories: ['/other'], destination: 'session' }]);
  });

  it('given while the call is being stopped does not let it run', async () => {
    const desk: Desk = new Desk({
      changePermissions: () => {
        desk.abort.abort();
        return Promise.resolve();
      },
    });
    const { ask, verdict } = await desk.asked();
    desk.answer(ask, always);
    expect(await verdict).toMatchObject({ behavior: 'deny', by: 'interrupt' });
  });
});
