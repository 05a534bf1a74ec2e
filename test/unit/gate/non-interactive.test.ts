import { describe, expect, it } from 'vitest';
import type { Tool } from '#main/tool/tool.ts';
import { echoTool } from '#test/support/test-tools.ts';
import { decisionTo } from './scripted-engine.ts';
import { type Options, GateFixture } from './gate-fixture.ts';

describe('without a person to ask', () => {
  it.each(['allow', 'deny'] as const)('the engine’s %s is final', async (behavior) => {
    const fixture = new GateFixture({ decide: () => decisionTo(behavior) });
    const verdict = await fixture.decide();
    expect(verdict).toMatchObject({ behavior, decision: { message: `engine says ${behavior}` } });
    expect(fixture.types).toEqual(['call.decided']);
    expect(fixture.waits).toEqual([]);
  });

  it.each([{ isNonInteractive: true }, { avoidPrompts: true }])('an ask is denied with its own reason: %j', async (options) => {
    const fixture = new GateFixture(options);
    const verdict = await fixture.decide();
    expect(verdict).toMatchObject({
      behavior: 'deny',
      message: 'engine says ask',
      hasFeedback: false,
      by: 'engine',
      decision: { reason: 'promptsAvoided' },
    });
    expect(fixture.types).toEqual(['call.decided']);
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
  ])('denies when %s throws', async (_name, options) => {
    const verdict = await new GateFixture(options).decide();
    expect(verdict).toMatchObject({ behavior: 'deny', decision: { reason: 'internalError' } });
  });

  it('denies what can’t be logged', async () => {
    await expect(new GateFixture({ decide: () => decisionTo('allow'), failOn: 'call.decided' }).decide()).rejects.toThrow('disk full');
  });

  it('treats a throwing tool check as an ask', async () => {
    const tool: Tool = { ...echoTool(), checkPermissions: () => Promise.reject(new Error('broken')) };
    const fixture = new GateFixture({
      tool,
      decide: (_context, check) => decisionTo(check?.behavior === 'ask' ? 'ask' : 'allow'),
      isNonInteractive: true,
    });
    expect((await fixture.decide()).behavior).toBe('deny');
  });

  it('the input being decided can’t be changed by a tool check', async () => {
    const tool: Tool = {
      ...echoTool(),
      checkPermissions: (input) => {
        Object.assign(input, { text: 'changed' });
        return Promise.resolve({ behavior: 'passthrough' });
      },
    };
    const verdict = await new GateFixture({ tool, decide: () => decisionTo('allow') }).decide({ text: 'hi' });
    expect(verdict.behavior === 'allow' && verdict.permit.redeem('Echo', { text: 'hi' })).toBe(true);
  });
});

describe('a permit', () => {
  it.each<[string, string, Record<string, unknown>, boolean]>([
    ['covers what was decided', 'Echo', { text: 'hi', n: 1 }, true],
    ['ignores the order of fields', 'Echo', { n: 1, text: 'hi' }, true],
    ['covers no other input', 'Echo', { text: 'ho', n: 1 }, false],
    ['covers no additional field', 'Echo', { text: 'hi', n: 1, more: true }, false],
    ['covers no other tool', 'Bash', { text: 'hi', n: 1 }, false],
  ])('%s', async (_name, toolName, input, covered) => {
    const verdict = await new GateFixture({ decide: () => decisionTo('allow') }).decide({ text: 'hi', n: 1 });
    expect(verdict.behavior === 'allow' && verdict.permit.redeem(toolName, input)).toBe(covered);
  });

  it('can be used once', async () => {
    const verdict = await new GateFixture({ decide: () => decisionTo('allow') }).decide();
    if (verdict.behavior !== 'allow') throw new Error('denied');
    expect([verdict.permit.redeem('Echo', { text: 'hi' }), verdict.permit.redeem('Echo', { text: 'hi' })]).toEqual([true, false]);
  });
});
