import { describe, expect, it } from 'vitest';
import { testToolContext } from '#test/support/tool-context.ts';
import { PipelineFixture, tool } from '../executor/pipeline-fixture.ts';
import { GateFixture } from './gate-fixture.ts';
import { decisionTo } from './scripted-engine.ts';

const context = testToolContext({ projectDir: '/project', homeDir: '/home/u', stateDir: '/state' });

describe('the condition of a hook', () => {
  const meets = (rule: string, preparePermissionMatcher?: (input: { path: string }) => (content: string) => boolean): boolean => {
    const asked = preparePermissionMatcher ? tool({ preparePermissionMatcher }) : tool();
    return new GateFixture({ tool: asked }).gate.mayMeet(rule, {
      tool: asked,
      call: { callId: 'c1', input: { path: 'src/a.ts' } },
      context,
    });
  };

  it.each([
    ['Touch(src)', true],
    ['Touch(lib)', false],
    ['Other(src)', false],
    ['Touch', true],
  ])('%s is matched by the tool itself, if the tool reads the content of rules: %s', (rule, expected) => {
    expect(
      meets(
        rule,
        ({ path }) =>
          (content) =>
            path.startsWith(`${content}/`),
      ),
    ).toBe(expected);
  });

  it('is met when the tool throws', () => {
    const broken = (): never => {
      throw new Error('cannot read it');
    };
    expect(meets('Touch(src)', broken)).toBe(true);
  });

  it('is matched by the rules for any other tool', () => {
    expect([meets('Touch'), meets('Other')]).toEqual([true, false]);
  });
});

describe('a tool that asks about a nested call', () => {
  it.each([
    ['allow', true],
    ['ask', false],
    ['deny', false],
  ] as const)('learns whether it needs no question: %s, %s', async (behavior, expected) => {
    let answer: boolean | undefined;
    const fixture: PipelineFixture = new PipelineFixture(
      tool({
        call: async (_input, _context, canUseTool) => {
          fixture.engine.decideNow = () => decisionTo(behavior);
          answer = await canUseTool('Other', {});
          return { data: '' };
        },
      }),
    );
    expect((await fixture.run()).outcome).toBe('done');
    expect(answer).toBe(expected);
  });

  it('gets “no” when the decision fails', async () => {
    let answer: boolean | undefined;
    const fixture: PipelineFixture = new PipelineFixture(
      tool({
        call: async (_input, _context, canUseTool) => {
          fixture.engine.decideNow = () => {
            throw new Error('broken');
          };
          answer = await canUseTool('Other', {});
          return { data: '' };
        },
      }),
    );
    await fixture.run();
    expect(answer).toBe(false);
  });
});
