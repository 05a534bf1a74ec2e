import { beforeEach, describe, expect, it } from 'vitest';
import type { QueuedCall } from '#main/executor/call-result.ts';
import type { AbortReason } from '#main/executor/abort.ts';
import type { Denial } from '#shared/session/ask.ts';
import { quiet } from '#test/support/manual-runner.ts';
import { decisionTo } from '../gate/scripted-engine.ts';
import { type Definition, tool, PipelineFixture, steps } from './pipeline-fixture.ts';

describe('a call that never runs', () => {
  let ran = false;
  const watched = (changes: Partial<Definition> = {}) =>
    tool({
      call: () => {
        ran = true;
        return Promise.resolve({ data: '' });
      },
      ...changes,
    });
  beforeEach(() => {
    ran = false;
  });

  it.each<{
    name: string;
    line: () => PipelineFixture;
    input?: Record<string, unknown>;
    call?: Partial<QueuedCall> & { name?: string };
    content: string | RegExp;
    last: string;
    kind: string;
  }>([
    {
      name: 'the tool is unknown',
      line: () => new PipelineFixture(watched()),
      call: { name: 'Nope' },
      content: '<tool_use_error>Error: No such tool available: Nope</tool_use_error>',
      last: 'lookup failed',
      kind: 'unknownTool',
    },
    {
      name: 'its input is malformed JSON',
      line: () => new PipelineFixture(watched()),
      input: {},
      call: { invalidJson: '{"path": "a' },
      content: /Touch was called with input that could not be parsed as JSON\.\nYou sent \(first 11 of 11 bytes\): \{"path": "a/,
      last: 'schema failed',
      kind: 'invalidJson',
    },
    {
      name: 'a field is missing',
      line: () => new PipelineFixture(watched()),
      input: {},
      content:
        '<tool_use_error>InputValidationError: Touch failed due to the following issue:\nThe required parameter `path` is missing</tool_use_error>',
      last: 'schema failed',
      kind: 'invalidInput',
    },
    {
      name: 'the tool’s validation rejects it',
      line: () => new PipelineFixture(watched({ validateInput: () => Promise.resolve({ ok: false, message: 'Read it first.' }) })),
      content: '<tool_use_error>Read it first.</tool_use_error>',
      last: 'validate failed',
      kind: 'rejectedInput',
    },
    {
      name: 'a check throws',
      line: () => new PipelineFixture(watched({ validateInput: () => Promise.reject(new Error('broken check')) })),
      content: /Gatehouse failed.*broken check.*It was not run/,
      last: 'validate failed',
      kind: 'internal',
    },
    {
      name: 'the observed input can’t be created',
      line: () =>
        new PipelineFixture(
          watched({
            backfillObservableInput: () => {
              throw new Error('no copy');
            },
          }),
        ),
      content: /no copy/,
      last: 'observe failed',
      kind: 'internal',
    },
  ])('because $name', async ({ line, input, call, content, last, kind }) => {
    const one = line();
    const result = await one.run(input, call);
    expect(result).toMatchObject({
      outcome: 'failed',
      abortsSiblings: false,
      endsTurn: false,
      block: { is_error: true, content: typeof content === 'string' ? content : expect.stringMatching(content) },
    });
    expect(steps(result).at(-1)).toBe(last);
    expect(result.finished.errorKind).toBe(kind);
    expect(one.types).toEqual([]);
    expect(ran).toBe(false);
  });

  it('because a rule denies it: the model reads why and continues', async () => {
    const line = new PipelineFixture(watched());
    line.engine.decideNow = () => decisionTo('deny', { message: 'Permission to use Touch has been denied.' });
    const result = await line.run();
    expect(result).toMatchObject({
      outcome: 'denied',
      endsTurn: false,
      block: { is_error: true, content: 'Permission to use Touch has been denied.' },
      finished: { view: { outcome: 'rejection' }, errorKind: 'denied' },
    });
    expect(line.types).toEqual(['call.decided']);
    expect(ran).toBe(false);
  });

  it.each<[Omit<Denial, 'type'>, boolean, RegExp]>([
    [{}, true, /^The user doesn't want to proceed with this tool use\..*wait for the user/s],
    [{ message: 'use b instead' }, false, /^The user doesn't want to proceed with this tool use\..*The user said:\nuse b instead$/s],
    // Nothing that they didn’t say is given as theirs.
    [{ onlyThis: true }, false, /^(?!.*said).*They denied this call alone and answer others separately\. Go on without it\.$/s],
  ])('because a person denied it: %j', async (denial, endsTurn, content) => {
    const line = new PipelineFixture(watched());
    line.engine.decideNow = () => decisionTo('ask');
    const running = line.run();
    await quiet();
    const [ask] = line.queue.pending();
    if (ask) line.queue.answer(ask.askId, ask.digest, { type: 'deny', ...denial });
    expect(await running).toMatchObject({
      outcome: 'denied',
      endsTurn,
      block: { is_error: true, content: expect.stringMatching(content) },
    });
    expect(ran).toBe(false);
  });

  it.each<[AbortReason | string, RegExp]>([
    [{ type: 'interrupt' }, /user doesn't want to proceed.*not run/s],
    [{ type: 'sibling', failed: 'Run `make`' }, /another call.*Run `make`.*not run.*user neither stopped nor denied it/s],
    [{ type: 'send' }, /new message.*not run/s],
  ])('because it was stopped before: %j', async (reason, content) => {
    const line = new PipelineFixture(watched());
    line.context.abortController.abort(reason);
    const result = await line.run();
    expect(result).toMatchObject({
      outcome: 'cancelled',
      block: { is_error: true, content: expect.stringMatching(content) },
      finished: { view: { summary: 'a' } },
    });
    expect(line.types).toEqual([]);
    expect(ran).toBe(false);
  });

  it('because it was stopped during an ask', async () => {
    const line = new PipelineFixture(watched());
    line.engine.decideNow = () => decisionTo('ask');
    const running = line.run();
    await quiet();
    line.context.abortController.abort({ type: 'interrupt' });
    expect(await running).toMatchObject({ outcome: 'cancelled', endsTurn: false });
    expect(ran).toBe(false);
  });

  it('because its start can’t be logged', async () => {
    const line = new PipelineFixture(watched());
    line.failOn = 'call.started';
    expect(await line.run()).toMatchObject({ outcome: 'failed', block: { content: expect.stringContaining('disk full') } });
    expect(ran).toBe(false);
  });

  it('because the input differs from what was decided', async () => {
    let completions = 0;
    const line = new PipelineFixture(
      watched({ backfillObservableInput: (clone) => ({ ...clone, path: `${clone.path}${(completions += 1)}` }) }),
    );
    expect(await line.run()).toMatchObject({
      outcome: 'failed',
      block: { content: expect.stringMatching(/made for another input.*It was not run/) },
    });
    expect(ran).toBe(false);
  });
});

describe('input changed by the tool’s validation', () => {
  it('is validated and decided again', async () => {
    const ran: unknown[] = [];
    const line = new PipelineFixture(
      tool({
        checkPermissions: (input) => Promise.resolve({ behavior: 'allow', updatedInput: { ...input, path: 'safe' } }),
        call: (input) => {
          ran.push(input);
          return Promise.resolve({ data: '' });
        },
      }),
    );
    const result = await line.run();
    expect(ran).toEqual([{ path: 'safe' }]);
    expect(steps(result).filter((step) => step.startsWith('permission'))).toHaveLength(2);
  });

  it('must be valid', async () => {
    const line = new PipelineFixture(tool({ checkPermissions: () => Promise.resolve({ behavior: 'allow', updatedInput: { path: 7 } }) }));
    expect(await line.run()).toMatchObject({ outcome: 'failed', finished: { errorKind: 'invalidInput' } });
  });

  it('can’t change endlessly', async () => {
    let count = 0;
    const line = new PipelineFixture(
      tool({ checkPermissions: () => Promise.resolve({ behavior: 'allow', updatedInput: { path: String((count += 1)) } }) }),
    );
    expect(await line.run()).toMatchObject({ outcome: 'failed', block: { content: expect.stringContaining('kept changing') } });
  });
});
