import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { realTools } from '#test/support/real-tools.ts';
import { TestSession, type TestSessionOptions } from '#test/support/test-session.ts';

const engine = await createPermissionEngine();

/** A session in REPL mode whose model runs these scripts, each in an answer of its own. `answers`: how questions are answered. */
async function run(
  scripts: readonly string[],
  { answers = 'allow', ...options }: Partial<TestSessionOptions> & { readonly answers?: 'allow' | 'deny' | 'deny_with_message' } = {},
) {
  const server = await MessagesServer.start(
    ...scripts.map((code, index) => ({ blocks: [toolUse(`repl-${String(index)}`, 'REPL', { code, timeout: 600_000 })] })),
    { blocks: [text('Done.')] },
  );
  const fixture = new TestSession({
    url: server.url,
    engine,
    equip: realTools(engine, {}, { CLAUDE_CODE_REPL: '1' }),
    files: { 'a.txt': 'one\n', 'b.txt': 'two\n' },
    ...options,
  });
  fixture.session.log.subscribe((event) => {
    if (event.type !== 'call.asked') return;
    const { askId, digest } = event.data.ask;
    const answer =
      answers === 'allow'
        ? ({ type: 'allow_once' } as const)
        : { type: 'deny' as const, ...(answers === 'deny_with_message' && { message: 'Not that one' }) };
    setImmediate(() => void fixture.session.answer(askId, digest, answer));
  });
  await fixture.say('go');
  const finished = new Map(fixture.all('call.finished').map((data) => [data.callId, data]));
  return {
    fixture,
    server,
    results: scripts.map((_, index) => finished.get(`repl-${String(index)}`)),
    calls: fixture.all('call.queued').filter(({ parentCallId }) => parentCallId?.startsWith('repl-')),
    finished,
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const requestSchema = z.looseObject({ tools: z.array(z.looseObject({ name: z.string(), description: z.string() })) });

describe('REPL mode', () => {
  it('hides the tools that scripts call, and describes them in REPL', async () => {
    await using it = await run([]);
    const { tools } = requestSchema.parse(it.server.requests[0]?.body);
    const names = tools.map(({ name }) => name);
    expect(names).toContain('Agent');
    const description = tools.find(({ name }) => name === 'REPL')?.description;
    expect(description).toContain('### Read(input: { file_path: string');
    expect(description).toMatch(/### Bash\(input: .*\): Promise<\{ stdout: string/u);
    for (const hidden of ['Read', 'Write', 'Edit', 'Bash', 'Glob', 'Grep', 'WebFetch', 'NotebookEdit']) expect(names).not.toContain(hidden);
  });

  it('is off by default', async () => {
    await using it = await run([], { equip: realTools(engine) });
    const names = requestSchema.parse(it.server.requests[0]?.body).tools.map(({ name }) => name);
    expect(names).not.toContain('REPL');
    expect(names).toContain('Read');
  });

  it('a hidden tool can’t be called by the model itself', async () => {
    await using server = await MessagesServer.start(
      { blocks: [toolUse('c', 'Read', { file_path: 'a.txt' })] },
      { blocks: [text('Done.')] },
    );
    await using fixture = new TestSession({
      url: server.url,
      engine,
      equip: realTools(engine, {}, { CLAUDE_CODE_REPL: '1' }),
      files: { 'a.txt': 'one' },
    });
    await fixture.say('go');
    expect(fixture.all('call.finished')[0]?.content).toContain('No such tool available: Read');
  });
});

describe('a script of REPL', () => {
  it('makes calls that pass the gate and are logged under it', async () => {
    await using it = await run([
      'const { file } = await Read({ file_path: "a.txt" });\nawait Write({ file_path: "c.txt", content: file.content.toUpperCase() });\nfile.content.trim()',
    ]);
    expect(it.results[0]).toMatchObject({
      outcome: 'done',
      isError: false,
      content: expect.stringMatching(/^one\n\nCalls:\n- Read .*\n- Write /u),
    });
    expect(readFileSync(join(it.fixture.project.projectDir, 'c.txt'), 'utf8')).toBe('ONE\n');
    expect(it.calls.map(({ toolName, parentCallId, input }) => [toolName, parentCallId, input])).toEqual([
      ['Read', 'repl-0', { file_path: 'a.txt' }],
      ['Write', 'repl-0', { file_path: 'c.txt', content: 'ONE\n' }],
    ]);
    // Reading is free in the project; writing was asked about, and by that call.
    expect(it.fixture.all('call.asked').map(({ ask }) => ask.callId)).toEqual([it.calls[1]?.callId]);
    expect(it.fixture.all('call.decided')).toHaveLength(3);
    expect(Object.keys(it.fixture.session.view.calls)).toHaveLength(3);
    // The model reads one result, of its own call.
    const [last] = it.server.requests.slice(-1);
    expect(JSON.stringify(last?.body)).not.toContain('script_');
  });

  it('is informed of a denial, and continues', async () => {
    await using it = await run(
      ['let said; try { await Write({ file_path: "c.txt", content: "" }) } catch (error) { said = error.message }\nsaid'],
      {
        answers: 'deny_with_message',
      },
    );
    expect(it.results[0]).toMatchObject({ outcome: 'done', content: expect.stringContaining('Not that one') });
    expect(it.fixture.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
  });

  it('ends the turn when the user denies one of its calls without a message', async () => {
    await using it = await run(['try { await Write({ file_path: "c.txt", content: "" }) } catch {}\nawait Read({ file_path: "a.txt" })']);
    expect(it.fixture.all('turn.ended')).toMatchObject([{ outcome: 'completed' }]);
    await using denied = await run(
      ['try { await Write({ file_path: "c.txt", content: "" }) } catch {}\nawait Read({ file_path: "a.txt" })'],
      {
        answers: 'deny',
      },
    );
    expect(denied.fixture.all('turn.ended')).toMatchObject([{ outcome: 'denied' }]);
    expect(denied.calls.map(({ toolName }) => toolName)).toEqual(['Write']);
  });

  it('obeys deny rules and plan mode', async () => {
    await using it = await run(['await Bash({ command: "touch x" })'], {
      rules: [{ id: 'r', source: 'project', behavior: 'deny', text: 'Bash(touch *)' }],
    });
    expect(it.results[0]).toMatchObject({ outcome: 'failed', isError: true, content: expect.stringContaining('denied') });
    await using plain = await run(['await Glob({ pattern: "*.txt" }); await Agent({})']);
    expect(plain.results[0]?.content).toContain('Agent is not defined');
  });

  it('gets the output of a command that failed', async () => {
    await using it = await run([
      'let seen; try { await Bash({ command: "echo out; exit 3" }) } catch (error) { seen = error.data.stdout }\nseen',
    ]);
    expect(it.results[0]).toMatchObject({ outcome: 'done', content: expect.stringMatching(/^out\n\nCalls:\n- Bash .*\[failed\]/u) });
  });

  it('keeps variables and the folder of its commands for the next one', async () => {
    await using it = await run([
      'const n = 1; await Bash({ command: "mkdir sub && cd sub" })',
      'n + (await Bash({ command: "pwd" })).stdout',
    ]);
    expect(it.results[1]?.content).toMatch(/^1\S+\/sub\n/u);
  });

  it('reports that a new process has started', async () => {
    await using it = await run(['globalThis.kept = 1; const all = []; for (;;) all.push(new Array(100_000).fill({}))', 'typeof kept']);
    expect(it.results[0]).toMatchObject({
      outcome: 'failed',
      content: expect.stringContaining('it used too much memory. Everything that it and earlier scripts'),
    });
    expect(it.results[1]?.content).toMatch(/^\[This script ran in a new process.*it used too much memory\.\]\n\nundefined$/su);
  });

  it('ends with the turn', async () => {
    await using server = await MessagesServer.start({ blocks: [toolUse('r', 'REPL', { code: 'await Bash({ command: "sleep 600" })' })] });
    await using fixture = new TestSession({
      url: server.url,
      engine,
      equip: realTools(engine, {}, { CLAUDE_CODE_REPL: '1' }),
      rules: [{ id: 'r', source: 'project', behavior: 'allow', text: 'Bash' }],
    });
    fixture.session.send('go');
    await fixture.seen('call.terminal');
    fixture.session.interrupt();
    await fixture.session.idle();
    const outcomes = fixture.all('call.finished').map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['cancelled', 'cancelled']);
  });
});
