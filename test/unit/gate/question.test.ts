import { describe, expect, it } from 'vitest';
import { echoTool } from '#test/support/test-tools.ts';
import { decisionTo } from './scripted-engine.ts';
import { Desk, once } from './gate-desk.ts';

describe('an ask', () => {
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

  it('includes the preview, or none if that fails', async () => {
    const view = { kind: 'edit', title: 'Edit', summary: 'a.ts' } as const;
    const withPreview = await new Desk({ tool: { ...echoTool(), preview: () => Promise.resolve(view) } }).asked();
    expect(withPreview.ask).toMatchObject({ view, sentence: 'wants to edit a.ts' });
    const without = await new Desk({ tool: { ...echoTool(), preview: () => Promise.reject(new Error('gone')) } }).asked();
    expect(without.ask.view.title).toBe('Echo');
  });

  it('answered with allow runs the call and logs everything in order', async () => {
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
  ])('answered with deny and %j', async (message, said, hasFeedback) => {
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

  it('requires the digest of what was shown', async () => {
    const desk = new Desk();
    const { ask, verdict } = await desk.asked();
    expect(desk.queue.answer(ask.askId, 'other', once)).toBe('stale');
    expect(desk.queue.answer('unknown', ask.digest, once)).toBe('gone');
    desk.queue.update(ask.askId, { ...ask, digest: 'edited' });
    expect(desk.answer(ask, once)).toBe('stale');
    desk.abort.abort();
    await verdict;
  });

  it('is withdrawn when the call is interrupted', async () => {
    const desk = new Desk();
    const { ask, verdict } = await desk.asked();
    desk.abort.abort();
    expect(await verdict).toMatchObject({ behavior: 'deny', by: 'interrupt', decision: { reason: 'cancelled' } });
    expect(desk.answer(ask, once)).toBe('gone');
    expect(desk.all('call.answered')).toMatchObject([{ by: 'interrupt', answer: { type: 'withdrawn' } }]);
  });

  it('that can’t be logged is ignored, and whoever answers is told', async () => {
    const desk = new Desk({ failOn: 'call.answered' });
    const { ask, verdict } = await desk.asked();
    expect(() => desk.answer(ask, once)).toThrow('disk full');
    expect((await verdict).behavior).toBe('deny');
  });

  it('is withdrawn without a crash when even that can’t be logged', async () => {
    const desk = new Desk({ failOn: 'call.answered' });
    const { verdict } = await desk.asked();
    desk.abort.abort();
    expect((await verdict).behavior).toBe('deny');
  });
});
