import { describe, expect, it } from 'vitest';
import { echoTool } from '#test/support/test-tools.ts';
import { decisionTo } from './scripted-engine.ts';
import { GateFixture, once } from './gate-fixture.ts';

describe('an ask', () => {
  it('shows what would run and why it asks', async () => {
    const rule = { text: 'Echo', behavior: 'ask' as const, source: 'project' as const };
    const decision = decisionTo('ask', {
      message: 'why',
      effects: ['writes a'],
      risk: 'write',
      trace: [{ layer: 'ask', outcome: 'ask', detail: 'x', rule }],
    });
    const fixture = new GateFixture({ decide: () => decision });
    const { ask } = await fixture.asked({ text: 'hi' });
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
    expect(fixture.all('call.asked')).toEqual([{ ask, facts: expect.objectContaining({ toolName: ask.toolName }) }]);
    fixture.abort.abort();
  });

  it('includes the preview, or none if that fails', async () => {
    const view = { kind: 'edit', title: 'Edit', summary: 'a.ts' } as const;
    const withPreview = await new GateFixture({ tool: { ...echoTool(), preview: () => Promise.resolve(view) } }).asked();
    expect(withPreview.ask).toMatchObject({ view, sentence: 'wants to edit a.ts' });
    const without = await new GateFixture({ tool: { ...echoTool(), preview: () => Promise.reject(new Error('gone')) } }).asked();
    expect(without.ask.view.title).toBe('Echo');
  });

  it('answered with allow runs the call and logs everything in order', async () => {
    const fixture = new GateFixture();
    const { ask, verdict } = await fixture.asked();
    expect(fixture.waits).toEqual([true]);
    expect(fixture.answer(ask, once)).toBe('accepted');
    expect(fixture.types).toEqual(['call.asked', 'call.answered']);
    expect(await verdict).toMatchObject({ behavior: 'allow', decision: { reason: 'user' } });
    expect(fixture.types).toEqual(['call.asked', 'call.answered', 'call.decided']);
    expect(fixture.waits).toEqual([true, false]);
    expect(fixture.engine.analysed).toBe(2);
  });

  it.each([
    [undefined, '', false],
    ['   ', '', false],
    ['use the other file', 'use the other file', true],
  ])('answered with deny and %j', async (message, said, hasFeedback) => {
    const fixture = new GateFixture();
    const { ask, verdict } = await fixture.asked();
    fixture.answer(ask, { type: 'deny', ...(message !== undefined && { message }) });
    expect(await verdict).toMatchObject({
      behavior: 'deny',
      by: 'person',
      message: said,
      hasFeedback,
      decision: { behavior: 'deny', reason: 'user' },
    });
  });

  it('is settled once', async () => {
    const fixture = new GateFixture();
    const { ask, verdict } = await fixture.asked();
    expect([fixture.answer(ask, once), fixture.answer(ask, { type: 'deny' })]).toEqual(['accepted', 'gone']);
    fixture.abort.abort();
    expect((await verdict).behavior).toBe('deny');
    expect(fixture.all('call.answered').map(({ answer, by }) => [answer.type, by])).toEqual([['allow_once', 'person']]);
  });

  it('requires the digest of what was shown', async () => {
    const fixture = new GateFixture();
    const { ask, verdict } = await fixture.asked();
    expect(fixture.queue.answer(ask.askId, 'other', once)).toBe('stale');
    expect(fixture.queue.answer('unknown', ask.digest, once)).toBe('gone');
    fixture.abort.abort();
    await verdict;
  });

  it('is withdrawn when the call is interrupted', async () => {
    const fixture = new GateFixture();
    const { ask, verdict } = await fixture.asked();
    fixture.abort.abort();
    expect(await verdict).toMatchObject({ behavior: 'deny', by: 'interrupt', decision: { reason: 'cancelled' } });
    expect(fixture.answer(ask, once)).toBe('gone');
    expect(fixture.all('call.answered')).toMatchObject([{ by: 'interrupt', answer: { type: 'withdrawn' } }]);
  });

  it('that can’t be logged is ignored, and the answer is refused with the reason', async () => {
    const fixture = new GateFixture({ failOn: 'call.answered' });
    const { ask, verdict } = await fixture.asked();
    expect(() => fixture.answer(ask, once)).toThrow('disk full');
    expect((await verdict).behavior).toBe('deny');
  });

  it('is withdrawn without a crash when even that can’t be logged', async () => {
    const fixture = new GateFixture({ failOn: 'call.answered' });
    const { verdict } = await fixture.asked();
    fixture.abort.abort();
    expect((await verdict).behavior).toBe('deny');
  });
});
