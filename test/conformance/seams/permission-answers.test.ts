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

const places = { projectDir: '/project', homeDir: '/home/u', stateDir: '/state' };

/** A real gate and queue behind the real port, with two windows. */
class Desk {
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
      context: testToolContext(places, { permission: () => makePermissionContext(places) }),
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

let desk: Desk;
beforeEach(() => {
  desk = new Desk();
});
afterEach(() => desk.dispose());

const once = { type: 'allow_once' };
const always = { type: 'allow_always', rules: ['Echo'], destination: 'local' };

describe('permission answers', () => {
  it('ipc-002: ignores an answer to an unknown or settled ask', async () => {
    const { id } = seamRow('ipc-002').input['payload'] as { id: string };
    const ask = await desk.ask();
    expect(await desk.answer({ ...ask, askId: id }, once)).toEqual({ outcome: 'gone' });
    expect(await desk.answer(ask, { type: 'deny' })).toEqual({ outcome: 'accepted' });
    expect(await desk.answer(ask, once)).toEqual({ outcome: 'gone' });
    expect((await desk.verdict)?.behavior).toBe('deny');
  });

  it('ipc-003: saves no rule from a second window after a denial', async () => {
    expect(seamRow('ipc-003').context).toMatchObject({ prior: 'deny' });
    const ask = await desk.ask();
    const outcomes = [desk.answer(ask, { type: 'deny' }), desk.answer(ask, always, 1)];
    expect(await Promise.all(outcomes)).toEqual([{ outcome: 'accepted' }, { outcome: 'gone' }]);
    expect((await desk.verdict)?.behavior).toBe('deny');
    expect(desk.saved).toEqual([]);
  });

  it('ipc-004: saves no rule that was added to an answer', async () => {
    const { rule } = seamRow('ipc-004').input['payload'] as { rule: string };
    const ask = await desk.ask();
    await desk.answer(ask, { ...once, rule, rules: [rule], destination: 'user' });
    expect((await desk.verdict)?.behavior).toBe('allow');
    expect(desk.saved).toEqual([]);
    expect(JSON.stringify(desk.engine.handled)).not.toContain(rule);
  });

  it('ipc-006: never runs an input that wasn’t shown; deny rules apply last', async () => {
    const { updatedInput } = seamRow('ipc-006').input['payload'] as { updatedInput: Record<string, unknown> };
    const ask = await desk.ask();
    await desk.answer(ask, { ...once, updatedInput });
    const verdict = await desk.verdict;
    if (verdict?.behavior !== 'allow') throw new Error('the answer was given to what was shown');
    expect(verdict.updatedInput).toBe(undefined);
    expect(verdict.permit.redeem('Echo', updatedInput)).toBe(false);
    const again = await desk.ask();
    desk.rules.decideNow = () => decisionTo('deny');
    await desk.answer(again, { ...once, updatedInput });
    expect((await desk.verdict)?.behavior).toBe('deny');
  });

  it('reports a forged or outdated digest as stale', async () => {
    const first = await desk.ask({ text: 'first' });
    await desk.answer(first, { type: 'deny' });
    const second = await desk.ask({ text: 'second' });
    for (const digest of ['', 'forged', first.digest]) expect(await desk.answer({ ...second, digest }, once)).toEqual({ outcome: 'stale' });
    desk.abort.abort();
    expect((await desk.verdict)?.behavior).toBe('deny');
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
    const ask = await desk.ask();
    expect(await desk.answer(ask, answer)).toBe('invalid_input');
    expect(desk.engine.handled).toEqual([]);
  });

  it('ipc-021: runs nothing after the turn was stopped', async () => {
    expect(seamRow('ipc-021').context).toMatchObject({ prior: 'turn aborted' });
    const ask = await desk.ask();
    desk.abort.abort();
    expect(await desk.answer(ask, once)).toEqual({ outcome: 'gone' });
    expect(await desk.answer(ask, always)).toEqual({ outcome: 'gone' });
    expect(await desk.verdict).toMatchObject({ behavior: 'deny', by: 'interrupt' });
    expect(desk.saved).toEqual([]);
  });
});

it('ipc-008: ignores keys of Object.prototype', async () => {
  const { channel } = seamRow('ipc-008').input as { channel: string };
  const payload: unknown = JSON.parse('{"__proto__":{"bypass":true},"constructor":{"prototype":{"bypass":true}}}');
  expect(await desk.request(channel, payload)).toMatchObject({ ok: false, error: { code: 'unknown_command' } });
  const answered = await desk.request('app.setAccess', payload);
  expect(answered).toMatchObject({ ok: false, error: { code: 'invalid_input' } });
  expect(Reflect.get({}, 'bypass')).toBe(undefined);
  expect(desk.engine.handled).toEqual([]);
});
