import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { servePort } from '#main/host/port.ts';
import { makePermissionContext } from '#main/permission/tool-permission-context.ts';
import { PermissionGate } from '#main/permission/gate.ts';
import type { GateVerdict } from '#main/permission/gate/verdicts.ts';
import { interactiveHandler } from '#main/permission/handlers.ts';
import { AskQueue } from '#main/permission/queue.ts';
import { commands } from '#shared/contract/commands.ts';
import type { Ask } from '#shared/session/ask.ts';
import { quiet } from '#test/support/manual-runner.ts';
import { echoTool } from '#test/support/test-tools.ts';
import { testToolContext } from '#test/support/tool-context.ts';
import { decisionTo, ScriptedEngine } from '../../unit/gate/scripted-engine.ts';
import { FakeEngine } from '../../unit/host/fake-engine.ts';
import { seamRow } from './seam-rows.ts';

const folders = { projectDir: '/project', homeDir: '/home/u', stateDir: '/state' };

/** A real gate and queue behind the real port, with two windows. */
class GateFixture {
  readonly saved: unknown[] = [];
  readonly rules = new ScriptedEngine();
  readonly abort = new AbortController();
  readonly engine = new FakeEngine();
  readonly #queue = new AskQueue();
  readonly #windows = ['w1', 'w2'].map((windowId) =>
    servePort(this.engine, { windowId, sendPushes: () => undefined, bufferedAmount: () => 0, close: () => undefined }),
  );
  verdict: Promise<GateVerdict> | undefined;

  constructor() {
    this.engine.answer = (command, input) => {
      if (command !== 'permission.answer') throw new Error('no other command reaches the queue');
      const { askId, digest, answer } = commands['permission.answer'].input.parse(input);
      return { outcome: this.#queue.answer(askId, digest, answer) };
    };
  }

  async ask(input: Record<string, unknown> = { text: 'hi' }): Promise<Ask> {
    const gate = new PermissionGate({
      engine: this.rules,
      queue: this.#queue,
      handler: interactiveHandler(this.#queue),
      append: () => undefined,
      changePermissions: (saved) => Promise.resolve(void this.saved.push(saved)),
      setMode: (mode) => void this.saved.push(mode),
    });
    this.verdict = gate.decide({
      tool: echoTool(),
      call: { callId: 'p1', input },
      context: testToolContext(folders, { permission: () => makePermissionContext(folders) }),
      signal: this.abort.signal,
      onWaiting: () => undefined,
    });
    await quiet();
    const [ask] = this.#queue.pending();
    if (!ask) throw new Error('nothing was asked');
    return ask;
  }

  async answer(ask: { readonly askId: string; readonly digest: string }, answer: unknown, window: 0 | 1 = 0): Promise<unknown> {
    const { askId, digest } = ask;
    const response = await this.#windows[window]?.request({
      id: 1,
      command: 'permission.answer',
      input: { sessionId: 's', askId, digest, answer },
    });
    return response?.ok ? response.output : response?.error.code;
  }

  request(command: string, input: unknown): Promise<unknown> | undefined {
    return this.#windows[0]?.request({ id: 1, command, input });
  }

  dispose(): void {
    this.abort.abort();
    for (const window of this.#windows) window.dispose();
  }
}

let fixture: GateFixture;
beforeEach(() => {
  fixture = new GateFixture();
});
afterEach(() => fixture.dispose());

const once = { type: 'allow_once' };
const always = { type: 'allow_always', rules: ['Echo'], destination: 'local' };

describe('permission answers', () => {
  it('ipc-002: ignores an answer to an unknown or settled ask', async () => {
    const { id } = seamRow('ipc-002').input['payload'] as { id: string };
    const ask = await fixture.ask();
    expect(await fixture.answer({ ...ask, askId: id }, once)).toEqual({ outcome: 'gone' });
    expect(await fixture.answer(ask, { type: 'deny' })).toEqual({ outcome: 'accepted' });
    expect(await fixture.answer(ask, once)).toEqual({ outcome: 'gone' });
    expect((await fixture.verdict)?.behavior).toBe('deny');
  });

  it('ipc-003: saves no rule from a second window after a denial', async () => {
    expect(seamRow('ipc-003').context).toMatchObject({ prior: 'deny' });
    const ask = await fixture.ask();
    const outcomes = [fixture.answer(ask, { type: 'deny' }), fixture.answer(ask, always, 1)];
    expect(await Promise.all(outcomes)).toEqual([{ outcome: 'accepted' }, { outcome: 'gone' }]);
    expect((await fixture.verdict)?.behavior).toBe('deny');
    expect(fixture.saved).toEqual([]);
  });

  it('ipc-004: saves no rule that was added to an answer', async () => {
    const { rule } = seamRow('ipc-004').input['payload'] as { rule: string };
    const ask = await fixture.ask();
    await fixture.answer(ask, { ...once, rule, rules: [rule], destination: 'user' });
    expect((await fixture.verdict)?.behavior).toBe('allow');
    expect(fixture.saved).toEqual([]);
    expect(JSON.stringify(fixture.engine.handled)).not.toContain(rule);
  });

  it('ipc-006: never runs an input that wasn’t shown; deny rules apply last', async () => {
    const { updatedInput } = seamRow('ipc-006').input['payload'] as { updatedInput: Record<string, unknown> };
    const ask = await fixture.ask();
    await fixture.answer(ask, { ...once, updatedInput });
    const verdict = await fixture.verdict;
    if (verdict?.behavior !== 'allow') throw new Error('the answer was given to what was shown');
    expect(verdict.updatedInput).toBe(undefined);
    expect(verdict.permit.redeem('Echo', updatedInput)).toBe(false);
    const again = await fixture.ask();
    fixture.rules.decideNow = () => decisionTo('deny');
    await fixture.answer(again, { ...once, updatedInput });
    expect((await fixture.verdict)?.behavior).toBe('deny');
  });

  it('reports a forged or outdated digest as stale', async () => {
    const first = await fixture.ask({ text: 'first' });
    await fixture.answer(first, { type: 'deny' });
    const second = await fixture.ask({ text: 'second' });
    for (const digest of ['', 'forged', first.digest])
      expect(await fixture.answer({ ...second, digest }, once)).toEqual({ outcome: 'stale' });
    fixture.abort.abort();
    expect((await fixture.verdict)?.behavior).toBe('deny');
  });

  it.each([
    [{ type: 'allow' }],
    [{ behavior: 'allow' }],
    [{ type: 'allow_always', rules: [], destination: 'local' }],
    [{ type: 'allow_always', rules: ['Echo'], destination: 'policy' }],
    [{ type: 'set_mode', mode: 'bypassPermissions' }],
    ['allow_once'],
    [null],
  ])('rejects an answer that fails the schema: %j', async (answer) => {
    const ask = await fixture.ask();
    expect(await fixture.answer(ask, answer)).toBe('invalid_input');
    expect(fixture.engine.handled).toEqual([]);
  });

  it('ipc-021: runs nothing after the turn was stopped', async () => {
    expect(seamRow('ipc-021').context).toMatchObject({ prior: 'turn aborted' });
    const ask = await fixture.ask();
    fixture.abort.abort();
    expect(await fixture.answer(ask, once)).toEqual({ outcome: 'gone' });
    expect(await fixture.answer(ask, always)).toEqual({ outcome: 'gone' });
    expect(await fixture.verdict).toMatchObject({ behavior: 'deny', by: 'interrupt' });
    expect(fixture.saved).toEqual([]);
  });
});

it('ipc-008: ignores keys of Object.prototype', async () => {
  const { channel } = seamRow('ipc-008').input as { channel: string };
  const payload: unknown = JSON.parse('{"__proto__":{"bypass":true},"constructor":{"prototype":{"bypass":true}}}');
  expect(await fixture.request(channel, payload)).toMatchObject({ ok: false, error: { code: 'unknown_command' } });
  const answered = await fixture.request('app.setAccess', payload);
  expect(answered).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  expect(Reflect.get({}, 'bypass')).toBe(undefined);
  expect(fixture.engine.handled).toEqual([]);
});
