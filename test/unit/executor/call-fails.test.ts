import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ToolResult } from '#main/tool/tool.ts';
import { decisionTo } from '../gate/scripted-engine.ts';
import { type Definition, tool, PipelineFixture } from './pipeline-fixture.ts';

describe('a call that fails while running', () => {
  const failing = (name: string, call: Definition['call']) => new PipelineFixture(tool({ name, call })).run({ path: 'a' }, { name });
  const throwing =
    (error: unknown): Definition['call'] =>
    () =>
      Promise.reject(error);

  it.each<[string, unknown, string, string]>([
    ['an error', new Error('it broke'), 'it broke', 'toolFailed'],
    ['an error without a message', new Error(''), 'failed without an error message', 'toolFailed'],
    ['a value that is no error', 'just text', 'just text', 'toolFailed'],
    ['a missing file', Object.assign(new Error('ENOENT: x'), { code: 'ENOENT' }), 'ENOENT: x', 'notFound'],
    ['a bug', new TypeError('x is not a function'), 'x is not a function', 'internal'],
  ])('by throwing %s', async (_name, error, content, kind) => {
    expect(await failing('Touch', throwing(error))).toMatchObject({
      outcome: 'failed',
      abortsSiblings: false,
      block: { is_error: true, content },
      finished: { errorKind: kind, view: { outcome: 'error' } },
    });
  });

  it('by throwing before it returns a promise', async () => {
    const line = new PipelineFixture(
      tool({
        call: () => {
          throw new Error('at once');
        },
      }),
    );
    expect(await line.run()).toMatchObject({ outcome: 'failed', block: { content: 'at once' } });
  });

  const exit = (isError: boolean) => (): Promise<ToolResult<string>> => Promise.resolve({ data: 'out', isError, exitCode: 1 });
  it.each<[string, string, Definition['call'], boolean]>([
    ['Bash', 'whose command failed', exit(true), true],
    ['Bash', 'that threw', throwing(new Error('no shell')), true],
    ['Bash', 'with a benign exit code', exit(false), false],
    ['Touch', 'that failed', exit(true), false],
    ['Touch', 'that threw', throwing(new Error('x')), false],
  ])('%s %s: whether it cancels its siblings', async (name, _what, call, aborts) => {
    expect((await failing(name, call)).abortsSiblings).toBe(aborts);
  });

  it('a denied or invalid Bash call cancels no siblings', async () => {
    const line = new PipelineFixture(tool({ name: 'Bash' }));
    expect((await line.run({}, { name: 'Bash' })).abortsSiblings).toBe(false);
    line.engine.decideNow = () => decisionTo('deny');
    expect((await line.run({ path: 'a' }, { name: 'Bash' })).abortsSiblings).toBe(false);
  });

  it.each<[string, Definition['call']]>([
    ['throws', throwing(new Error('aborted'))],
    ['reports a failure', exit(true)],
  ])('when stopped is cancelled, not failed, if it %s', async (_name, call) => {
    const line: PipelineFixture = new PipelineFixture(
      tool({
        name: 'Bash',
        call: (...args) => {
          line.context.abortController.abort({ type: 'interrupt' });
          return call(...args);
        },
      }),
    );
    expect(await line.run({ path: 'a' }, { name: 'Bash' })).toMatchObject({
      outcome: 'cancelled',
      abortsSiblings: false,
      block: { content: expect.stringMatching(/user doesn't want.*may have had effects/s) },
    });
  });

  it('has a result even if its content or its view can’t be created', async () => {
    const withoutMessage = await new PipelineFixture(
      tool({
        mapToolResultToToolResultBlockParam: () => {
          throw new Error('no words');
        },
      }),
    ).run();
    expect(withoutMessage).toMatchObject({
      outcome: 'failed',
      block: { content: expect.stringMatching(/no words.*may have had effects/) },
    });
    const viewless = await new PipelineFixture(
      tool({
        present: () => {
          throw new Error('no view');
        },
      }),
    ).run();
    expect(viewless).toMatchObject({ outcome: 'done', finished: { view: { kind: 'other', title: 'Touch' } } });
  });

  it('writes no file for an error that fits', async () => {
    const line = new PipelineFixture(tool({ call: throwing(new Error('short')) }));
    await line.run();
    expect(existsSync(join(line.temp.stateDir, 'tool-results'))).toBe(false);
  });
});
