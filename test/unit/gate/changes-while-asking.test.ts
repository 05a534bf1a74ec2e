import { describe, expect, it } from 'vitest';
import type { AskAnswer } from '#shared/session/ask.ts';
import { quiet } from '#test/support/manual-runner.ts';
import { decisionTo } from './scripted-engine.ts';
import { GateFixture, once } from './gate-fixture.ts';

const DIALOG = { layer: 'dialog', outcome: 'allow', detail: 'You allowed it once.' };

describe('changes while an ask is open', () => {
  it('a new deny rule overrides the approval', async () => {
    const fixture = new GateFixture();
    const { ask, verdict } = await fixture.asked();
    fixture.engine.decideNow = () => decisionTo('deny');
    fixture.answer(ask, once);
    expect(await verdict).toMatchObject({ behavior: 'deny', by: 'engine', message: 'engine says deny' });
  });

  it('a denial stands, whatever the rules say by then', async () => {
    const fixture = new GateFixture();
    const { ask, verdict } = await fixture.asked();
    fixture.engine.decideNow = () => decisionTo('allow');
    fixture.answer(ask, { type: 'deny' });
    expect((await verdict).behavior).toBe('deny');
  });

  it('asks again when the effects differ from those shown', async () => {
    const fixture = new GateFixture({ decide: () => decisionTo('ask', { effects: ['writes a'] }) });
    const { ask, verdict } = await fixture.asked();
    fixture.engine.decideNow = () => decisionTo('ask', { effects: ['writes /etc/passwd'] });
    fixture.answer(ask, once);
    await quiet();
    const again = fixture.queue.pending()[0];
    expect(again?.effects).toEqual(['writes /etc/passwd']);
    expect(again?.askedAgainBecause).toBe('What it would do has changed since you were asked.');
    expect(again?.askId).not.toBe(ask.askId);
    if (again) fixture.answer(again, once);
    expect((await verdict).behavior).toBe('allow');
  });

  it.each(['protectedPath', 'rule'] as const)('asks again for a graver reason: %s', async (reason) => {
    const fixture = new GateFixture();
    const { ask, verdict } = await fixture.asked();
    fixture.engine.decideNow = () => decisionTo('ask', { reason });
    fixture.answer(ask, once);
    await quiet();
    const [again] = fixture.queue.pending();
    expect(again).toBeDefined();
    if (again) fixture.answer(again, once);
    expect((await verdict).behavior).toBe('allow');
  });

  it('denies a call whose effects keep changing', async () => {
    let count = 0;
    const fixture = new GateFixture({ decide: () => decisionTo('ask', { effects: [`effect ${(count += 1)}`] }) });
    const { verdict } = await fixture.asked();
    for (let round = 0; round < 10; round += 1) {
      const [ask] = fixture.queue.pending();
      if (ask) fixture.answer(ask, once);
      await quiet();
    }
    expect(await verdict).toMatchObject({ behavior: 'deny', decision: { reason: 'cancelled' } });
  });

  it.each(['allow', 'deny'] as const)('rules that now %s settle it', async (behavior) => {
    const fixture = new GateFixture();
    const { verdict } = await fixture.asked();
    fixture.engine.decideNow = () => decisionTo(behavior);
    fixture.gate.recheckPending();
    expect((await verdict).behavior).toBe(behavior);
    expect(fixture.all('call.answered')).toMatchObject([{ by: 'rules' }]);
  });

  describe.each(['destructive', 'secrets'] as const)('what is %s', (risk) => {
    it('stays with the person when rules allow it by now', async () => {
      const fixture = new GateFixture({ decide: () => decisionTo('ask', { risk }) });
      const { ask, verdict } = await fixture.asked();
      fixture.engine.decideNow = () => decisionTo('allow', { risk });
      fixture.gate.recheckPending();
      expect(fixture.queue.pending()).toEqual([ask]);
      fixture.answer(ask, { type: 'deny' });
      expect((await verdict).behavior).toBe('deny');
      expect((await fixture.decide()).behavior).toBe('allow');
    });

    it('runs when the person allows it then, and was allowed by them', async () => {
      const fixture = new GateFixture({ decide: () => decisionTo('ask', { risk }) });
      const { ask, verdict } = await fixture.asked();
      fixture.engine.decideNow = () => decisionTo('allow', { risk, reason: 'mode' });
      fixture.gate.recheckPending();
      fixture.answer(ask, once);
      expect(await verdict).toMatchObject({ behavior: 'allow', decision: { reason: 'user', message: 'You allowed it.' } });
      expect(fixture.all('call.decided')).toMatchObject([{ decision: { reason: 'user', trace: expect.arrayContaining([DIALOG]) } }]);
    });

    it('was allowed by the mode if it does something else by then', async () => {
      const fixture = new GateFixture({ decide: () => decisionTo('ask', { risk }) });
      const { ask, verdict } = await fixture.asked();
      fixture.engine.decideNow = () => decisionTo('allow', { risk, reason: 'mode', effects: ['reads a'] });
      fixture.gate.recheckPending();
      fixture.answer(ask, once);
      expect(await verdict).toMatchObject({ behavior: 'allow', decision: { reason: 'mode' } });
    });

    it('is denied at once when rules deny it by now', async () => {
      const fixture = new GateFixture({ decide: () => decisionTo('ask', { risk }) });
      const { verdict } = await fixture.asked();
      fixture.engine.decideNow = () => decisionTo('deny', { risk });
      fixture.gate.recheckPending();
      expect((await verdict).behavior).toBe('deny');
    });
  });

  it('rules that still ask leave it open', async () => {
    const fixture = new GateFixture();
    const { ask, verdict } = await fixture.asked();
    fixture.gate.recheckPending();
    expect(fixture.queue.pending()).toEqual([ask]);
    fixture.abort.abort();
    await verdict;
  });
});

describe('an answer with permission updates', () => {
  const always: AskAnswer = { type: 'allow_always', rules: ['Echo'], destination: 'local' };

  it('is saved, and settles the other asks it covers', async () => {
    const saved: unknown[] = [];
    const fixture: GateFixture = new GateFixture({
      changePermissions: (update) => {
        saved.push(update);
        fixture.engine.decideNow = () => decisionTo('allow');
        return Promise.resolve();
      },
    });
    const first = await fixture.asked({ text: '1' }, 'c1');
    const second = await fixture.asked({ text: '2' }, 'c2');
    fixture.answer(first.ask, always);
    expect((await first.verdict).decision).toMatchObject({
      reason: 'user',
      trace: [{ layer: 'allow' }, { detail: 'You allowed it and saved a rule.' }],
    });
    expect((await second.verdict).behavior).toBe('allow');
    expect(saved).toEqual([{ type: 'add_rules', behavior: 'allow', rules: ['Echo'], destination: 'local' }]);
    expect(fixture.all('call.answered').map(({ callId, by }) => [callId, by])).toEqual([
      ['c1', 'person'],
      ['c2', 'rules'],
    ]);
  });

  it('that can’t be saved still allows this call once and says so', async () => {
    const fixture = new GateFixture({ changePermissions: () => Promise.reject(new Error('read-only')) });
    const { ask, verdict } = await fixture.asked();
    fixture.answer(ask, always);
    expect((await verdict).behavior).toBe('allow');
    expect(fixture.all('notice')[0]?.text).toContain('read-only');
  });

  it('whose rule doesn’t cover the call still allows it once', async () => {
    const fixture = new GateFixture();
    const { ask, verdict } = await fixture.asked();
    fixture.answer(ask, always);
    expect(await verdict).toMatchObject({ behavior: 'allow', decision: { reason: 'user' } });
  });

  it('does not override a deny rule', async () => {
    const fixture = new GateFixture();
    const { ask, verdict } = await fixture.asked();
    fixture.engine.decideNow = () => decisionTo('deny');
    fixture.answer(ask, always);
    expect((await verdict).behavior).toBe('deny');
  });

  it('can change the mode', async () => {
    const modes: string[] = [];
    const fixture = new GateFixture({ setMode: (mode) => void modes.push(mode) });
    const { ask, verdict } = await fixture.asked();
    fixture.answer(ask, { type: 'set_mode', mode: 'acceptEdits' });
    expect((await verdict).behavior).toBe('allow');
    expect(modes).toEqual(['acceptEdits']);
  });

  it('can add working directories, and settles asks that only concerned those', async () => {
    const added: unknown[] = [];
    const fixture: GateFixture = new GateFixture({
      changePermissions: (update) => {
        added.push(update);
        fixture.engine.decideNow = () => decisionTo('allow');
        return Promise.resolve();
      },
    });
    const first = await fixture.asked({ text: '1' }, 'c1');
    const second = await fixture.asked({ text: '2' }, 'c2');
    fixture.answer(first.ask, { type: 'add_directories', directories: ['/other'], destination: 'session' });
    expect((await first.verdict).behavior).toBe('allow');
    expect((await second.verdict).behavior).toBe('allow');
    expect(added).toEqual([{ type: 'add_directories', directories: ['/other'], destination: 'session' }]);
  });

  it('given while the call is being interrupted does not run it', async () => {
    const fixture: GateFixture = new GateFixture({
      changePermissions: () => {
        fixture.abort.abort();
        return Promise.resolve();
      },
    });
    const { ask, verdict } = await fixture.asked();
    fixture.answer(ask, always);
    expect(await verdict).toMatchObject({ behavior: 'deny', by: 'interrupt' });
  });
});
