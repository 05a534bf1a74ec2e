import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { runToolCall, type CallResult, type QueuedCall } from '#main/executor/pipeline.ts';
import type { AbortReason } from '#main/executor/abort-reason.ts';
import { PermissionGate } from '#main/permission/gate.ts';
import { interactiveHandler } from '#main/permission/handlers.ts';
import { AskQueue } from '#main/permission/queue.ts';
import { buildTool, type ToolDefinition } from '#main/tool/build-tool.ts';
import type { ToolUseContext } from '#main/tool/context.ts';
import type { OnProgress, Tool, ToolResult } from '#main/tool/tool.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { SessionFrame } from '#shared/session/frame.ts';
import { quiet } from '#test/support/manual-runner.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { testToolContext } from '#test/support/tool-context.ts';
import { decisionTo, ScriptedEngine } from '../gate/scripted-engine.ts';

const inputSchema = z.strictObject({ path: z.string(), count: z.number().int().optional() });
type Definition = ToolDefinition<typeof inputSchema, string>;

function tool(changes: Partial<Definition> & { readonly name?: string } = {}): Tool {
  const { name = 'Touch', ...rest } = changes;
  return buildTool<typeof inputSchema, string, string>({
    name,
    inputSchema,
    maxResultSizeChars: 1000,
    prompt: () => 'Touches.',
    call: ({ path }) => Promise.resolve({ data: `touched ${path}` }),
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content: output }),
    present: ({ stage, input }) => ({ kind: 'other', title: name, summary: String(input['path']), outcome: stage }),
    ...rest,
  });
}

let place: TempProject;
beforeEach(() => {
  place = new TempProject();
});
afterEach(() => place[Symbol.dispose]());

class Line {
  readonly engine = new ScriptedEngine();
  readonly queue = new AskQueue();
  readonly events: NewSessionEvent[] = [];
  readonly frames: SessionFrame[] = [];
  readonly context: ToolUseContext;
  failOn = '';

  constructor(...tools: Tool[]) {
    this.engine.decideNow = () => decisionTo('allow');
    this.context = { ...testToolContext(place, { tools }), toolUseId: 'c1' };
  }

  run(input: Record<string, unknown> = { path: 'a' }, call: Partial<QueuedCall> & { name?: string } = {}): Promise<CallResult> {
    const append = (event: NewSessionEvent) => {
      if (event.type === this.failOn) throw new Error('disk full');
      this.events.push(event);
    };
    const gate = new PermissionGate({
      engine: this.engine,
      queue: this.queue,
      handler: interactiveHandler(this.queue),
      append,
      changePermissions: () => Promise.resolve(),
      setMode: () => undefined,
    });
    const { name = 'Touch', ...rest } = call;
    return runToolCall(
      { block: { type: 'tool_use', id: 'c1', name, input }, message: { messageId: 'm', requestId: 'r', blocks: [] }, ...rest },
      this.context,
      { gate, append, frames: { push: (frame) => this.frames.push(frame) }, onWaiting: () => undefined, siblingAbort: 'all' },
    );
  }

  get types(): string[] {
    return this.events.map(({ type }) => type);
  }
}

const steps = ({ finished }: CallResult) => finished.spans.map(({ step, outcome }) => `${step} ${outcome}`);

describe('a call that works', () => {
  it('goes through all steps in their order', async () => {
    const line = new Line(tool());
    const result = await line.run();
    expect(result).toMatchObject({
      callId: 'c1',
      outcome: 'done',
      endsTurn: false,
      abortsSiblings: false,
      block: { type: 'tool_result', tool_use_id: 'c1', content: 'touched a' },
    });
    expect(result.block).not.toHaveProperty('is_error');
    expect(steps(result)).toEqual(
      ['lookup', 'abort check', 'schema', 'validate', 'observe', 'permission', 'call', 'result'].map((step) => `${step} ok`),
    );
    expect(line.types).toEqual(['call.decided', 'call.started']);
    for (const { start, end } of result.finished.spans) expect(end).toBeGreaterThanOrEqual(start);
  });

  it('is found by an alias and known by its name from there on', async () => {
    const line = new Line(tool({ aliases: ['Poke'] }));
    const asked: string[] = [];
    line.engine.analyse = ({ toolName, cwd }) => {
      asked.push(toolName);
      return { version: 1, toolName, cwd, realDirs: {}, scalars: {}, requiresUserInteraction: false, paths: [] };
    };
    expect((await line.run({ path: 'a' }, { name: 'Poke' })).outcome).toBe('done');
    expect(asked).toEqual(['Touch']);
  });

  it('keeps what the model sent, what observers see and what the tool gets apart', async () => {
    const seen: Record<string, unknown> = {};
    const original = { path: 'a', count: '7' };
    const line = new Line(
      tool({
        backfillObservableInput: (clone, { cwd }) => Object.assign(clone, { path: join(cwd, clone.path) }),
        checkPermissions: (input) => {
          seen['gate'] = { ...input };
          return Promise.resolve({ behavior: 'passthrough' });
        },
        call: (input) => {
          seen['call'] = { ...input };
          return Promise.resolve({ data: '' });
        },
      }),
    );
    await line.run(original);
    expect(original).toEqual({ path: 'a', count: '7' });
    expect(seen).toEqual({ gate: { path: join(place.projectDir, 'a'), count: 7 }, call: { path: 'a', count: 7 } });
  });

  it('drops fields that only the app may set', async () => {
    let got: unknown;
    const line = new Line(
      tool({
        call: (input) => {
          got = input;
          return Promise.resolve({ data: '' });
        },
      }),
    );
    expect((await line.run({ path: 'a', _simulated: 'x' })).outcome).toBe('done');
    expect(got).toEqual({ path: 'a' });
  });

  it('passes progress and the terminal on while it runs, and nothing afterwards', async () => {
    let report: OnProgress | undefined;
    const line = new Line(
      tool({
        call: (_input, _context, _can, _message, onProgress) => {
          report = onProgress;
          onProgress?.({ text: '10 lines' });
          onProgress?.({ terminal: { terminalId: 't', path: 'terminals/t', cols: 80, rows: 24 } });
          return Promise.resolve({ data: '' });
        },
      }),
    );
    await line.run();
    report?.({ text: 'too late' });
    report?.({ terminal: { terminalId: 'late', path: 'terminals/late', cols: 80, rows: 24 } });
    expect(line.frames).toEqual([{ type: 'progress', callId: 'c1', progress: { text: '10 lines' } }]);
    expect(line.types).toEqual(['call.decided', 'call.started', 'call.terminal']);
  });

  it('hands its messages, its modifier and its exit code on', async () => {
    const contextModifier = (context: ToolUseContext) => context;
    const newMessages = [{ content: [{ type: 'text' as const, text: 'note' }], visibility: 'model' as const }];
    const result = await new Line(tool({ call: () => Promise.resolve({ data: '', newMessages, contextModifier, exitCode: 0 }) })).run();
    expect(result).toMatchObject({ newMessages, contextModifier, finished: { exitCode: 0 } });
  });

  it('that is too long for the model is kept whole on disk', async () => {
    const text = 'line\n'.repeat(5000);
    const result = await new Line(tool({ call: () => Promise.resolve({ data: text }) })).run();
    expect(result.finished.persistedPath).toBe(join(place.stateDir, 'tool-results', 'c1.txt'));
    expect(readFileSync(result.finished.persistedPath ?? '', 'utf8')).toBe(text);
    expect(result.block.content).toMatch(/^<persisted-output>/);
  });
});

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
    line: () => Line;
    input?: Record<string, unknown>;
    call?: Partial<QueuedCall> & { name?: string };
    content: string | RegExp;
    last: string;
    kind: string;
  }>([
    {
      name: 'no tool has that name',
      line: () => new Line(watched()),
      call: { name: 'Nope' },
      content: '<tool_use_error>Error: No such tool available: Nope</tool_use_error>',
      last: 'lookup failed',
      kind: 'unknownTool',
    },
    {
      name: 'its input is no JSON',
      line: () => new Line(watched()),
      input: {},
      call: { invalidJson: '{"path": "a' },
      content: /Touch was called with input that could not be parsed as JSON\.\nYou sent \(first 11 of 11 bytes\): \{"path": "a/,
      last: 'schema failed',
      kind: 'invalidJson',
    },
    {
      name: 'a field is missing',
      line: () => new Line(watched()),
      input: {},
      content:
        '<tool_use_error>InputValidationError: Touch failed due to the following issue:\nThe required parameter `path` is missing</tool_use_error>',
      last: 'schema failed',
      kind: 'invalidInput',
    },
    {
      name: 'it makes no sense now',
      line: () => new Line(watched({ validateInput: () => Promise.resolve({ ok: false, message: 'Read it first.' }) })),
      content: '<tool_use_error>Read it first.</tool_use_error>',
      last: 'validate failed',
      kind: 'rejectedInput',
    },
    {
      name: 'a check breaks',
      line: () => new Line(watched({ validateInput: () => Promise.reject(new Error('broken check')) })),
      content: /Gatehouse failed.*broken check.*It was not run/,
      last: 'validate failed',
      kind: 'internal',
    },
    {
      name: 'the observer’s copy can’t be made',
      line: () =>
        new Line(
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

  it('because a rule denies it: the model reads why and goes on', async () => {
    const line = new Line(watched());
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

  it.each<[string | undefined, boolean, RegExp]>([
    [undefined, true, /^The user doesn't want to proceed with this tool use\..*wait for the user/s],
    ['use b instead', false, /^The user doesn't want to proceed with this tool use\..*The user said:\nuse b instead$/s],
  ])('because a person said no and %j', async (message, endsTurn, content) => {
    const line = new Line(watched());
    line.engine.decideNow = () => decisionTo('ask');
    const running = line.run();
    await quiet();
    const [ask] = line.queue.pending();
    if (ask) line.queue.answer(ask.askId, ask.digest, { type: 'deny', ...(message !== undefined && { message }) });
    expect(await running).toMatchObject({
      outcome: 'denied',
      endsTurn,
      block: { is_error: true, content: expect.stringMatching(content) },
    });
    expect(ran).toBe(false);
  });

  it.each<[AbortReason | string, RegExp]>([
    [{ type: 'interrupt' }, /user doesn't want to proceed.*not run/s],
    [{ type: 'sibling', failed: 'Run `make`' }, /another call.*Run `make`.*not run.*not the user/s],
    [{ type: 'send' }, /new message.*not run/s],
  ])('because it was stopped before: %j', async (reason, content) => {
    const line = new Line(watched());
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

  it('because it was stopped while it waited for a person', async () => {
    const line = new Line(watched());
    line.engine.decideNow = () => decisionTo('ask');
    const running = line.run();
    await quiet();
    line.context.abortController.abort({ type: 'interrupt' });
    expect(await running).toMatchObject({ outcome: 'cancelled', endsTurn: false });
    expect(ran).toBe(false);
  });

  it('because the log can’t take its start', async () => {
    const line = new Line(watched());
    line.failOn = 'call.started';
    expect(await line.run()).toMatchObject({ outcome: 'failed', block: { content: expect.stringContaining('disk full') } });
    expect(ran).toBe(false);
  });

  it('because what would run is not what was decided about', async () => {
    let completions = 0;
    const line = new Line(watched({ backfillObservableInput: (clone) => ({ ...clone, path: `${clone.path}${(completions += 1)}` }) }));
    expect(await line.run()).toMatchObject({
      outcome: 'failed',
      block: { content: expect.stringMatching(/made for another input.*It was not run/) },
    });
    expect(ran).toBe(false);
  });
});

describe('input that the tool’s own check changes', () => {
  it('is validated and decided about again', async () => {
    const ran: unknown[] = [];
    const line = new Line(
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

  it('has to be valid', async () => {
    const line = new Line(tool({ checkPermissions: () => Promise.resolve({ behavior: 'allow', updatedInput: { path: 7 } }) }));
    expect(await line.run()).toMatchObject({ outcome: 'failed', finished: { errorKind: 'invalidInput' } });
  });

  it('can’t change for ever', async () => {
    let count = 0;
    const line = new Line(
      tool({ checkPermissions: () => Promise.resolve({ behavior: 'allow', updatedInput: { path: String((count += 1)) } }) }),
    );
    expect(await line.run()).toMatchObject({ outcome: 'failed', block: { content: expect.stringContaining('kept changing') } });
  });
});

describe('a call that fails while it runs', () => {
  const failing = (name: string, call: Definition['call']) => new Line(tool({ name, call })).run({ path: 'a' }, { name });
  const throwing =
    (error: unknown): Definition['call'] =>
    () =>
      Promise.reject(error);

  it.each<[string, unknown, string, string]>([
    ['an error', new Error('it broke'), 'it broke', 'toolFailed'],
    ['an error without words', new Error(''), 'failed without saying why', 'toolFailed'],
    ['no error', 'just text', 'just text', 'toolFailed'],
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

  it('by throwing before it gives a promise', async () => {
    const line = new Line(
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
  ])('%s %s: cancels its siblings or not', async (name, _what, call, aborts) => {
    expect((await failing(name, call)).abortsSiblings).toBe(aborts);
  });

  it('Bash denied or not valid cancels no siblings', async () => {
    const line = new Line(tool({ name: 'Bash' }));
    expect((await line.run({}, { name: 'Bash' })).abortsSiblings).toBe(false);
    line.engine.decideNow = () => decisionTo('deny');
    expect((await line.run({ path: 'a' }, { name: 'Bash' })).abortsSiblings).toBe(false);
  });

  it.each<[string, Definition['call']]>([
    ['throws', throwing(new Error('aborted'))],
    ['reports a failure', exit(true)],
  ])('because it was stopped is cancelled, not failed, when it %s', async (_name, call) => {
    const line: Line = new Line(
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

  it('has a result all the same when its words or its view can’t be made', async () => {
    const wordless = await new Line(
      tool({
        mapToolResultToToolResultBlockParam: () => {
          throw new Error('no words');
        },
      }),
    ).run();
    expect(wordless).toMatchObject({ outcome: 'failed', block: { content: expect.stringMatching(/no words.*may have had effects/) } });
    const viewless = await new Line(
      tool({
        present: () => {
          throw new Error('no view');
        },
      }),
    ).run();
    expect(viewless).toMatchObject({ outcome: 'done', finished: { view: { kind: 'other', title: 'Touch' } } });
  });

  it('leaves no file behind for an error that fits', async () => {
    await failing('Touch', throwing(new Error('short')));
    expect(existsSync(join(place.stateDir, 'tool-results'))).toBe(false);
  });
});
