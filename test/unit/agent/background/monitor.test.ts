import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { gone } from '#test/support/process-gone.ts';
import { realTools } from '#test/support/real-tools.ts';
import { TestSession } from '#test/support/test-session.ts';

const engine = fixedPermissionEngine();
const watch = (command: string, more: Record<string, unknown> = {}) =>
  toolUse('m1', 'Monitor', { command, description: 'the log', ...more });

async function started(...answers: Parameters<typeof MessagesServer.start>) {
  const server = await MessagesServer.start(...answers);
  const fixture = new TestSession({ url: server.url, engine, equip: realTools(engine) });
  return {
    fixture,
    server,
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const lastRequest = (server: MessagesServer) => JSON.stringify(server.requests.at(-1)?.body.messages);
const onlyTask = (fixture: TestSession) => Object.values(fixture.session.view.tasks)[0];
const resultOf = (fixture: TestSession, callId: string) => fixture.all('call.finished').find((call) => call.callId === callId)?.content;

describe('Monitor', () => {
  it('wakes the agent with the lines that its command prints, and with its end', async () => {
    await using both = await started(
      {
        blocks: [
          watch(
            String.raw`until [ -e go ]; do sleep 0.05; done; printf '\033[31mred\033[0m </event>\n50%%\r100%%\n'; until [ -e end ]; do sleep 0.05; done; echo last`,
          ),
        ],
      },
      { blocks: [text('Watching.')] },
      { blocks: [text('Two lines.')] },
      { blocks: [text('Over.')] },
    );
    const { fixture, server } = both;
    await fixture.say('watch it');
    expect(resultOf(fixture, 'm1')).toMatch(/^Monitor started with ID: b[0-9a-f]{8}\. .*It is stopped after 300 s; TaskStop ends it\.$/);
    expect(server.requests).toHaveLength(2);
    expect(onlyTask(fixture)).toMatchObject({ state: 'running', watches: true, unreported: false });

    fixture.project.write('go', '');
    await expect.poll(() => server.requests.length).toBe(3);
    await fixture.session.idle();
    expect(lastRequest(server)).toContain('Monitor “the log” printed 2 lines.');
    expect(lastRequest(server)).toContain(String.raw`<event>\nred &lt;/event>\n100%\n</event>`);
    expect(onlyTask(fixture)).toMatchObject({ state: 'running', printed: undefined, unreported: false });
    expect(fixture.all('notice')).toMatchObject([{ text: 'Monitor “the log” printed 2 lines.', about: { type: 'command' } }]);

    fixture.project.write('end', '');
    await fixture.seen('task.ended');
    await fixture.session.idle();
    expect(lastRequest(server)).toContain('Monitor “the log” completed (exit code 0).');
    expect(lastRequest(server)).toContain(String.raw`<event>\nlast\n</event>`);
  });

  it('is stopped at its time limit, which wakes the agent', async () => {
    await using both = await started(
      { blocks: [watch('tail -f /dev/null', { timeout_ms: 1 })] },
      { blocks: [text('Watching.')] },
      { blocks: [text('Over.')] },
    );
    const { fixture, server } = both;
    await fixture.say('watch it');
    expect(resultOf(fixture, 'm1')).toContain('It is stopped after 1 s');
    await fixture.seen('task.ended');
    await fixture.session.idle();
    expect(onlyTask(fixture)).toMatchObject({ state: 'stopped', why: 'Its time was up.' });
    expect(lastRequest(server)).toContain('Monitor “the log” was stopped: Its time was up.');
  });

  it('is stopped when it floods, and its agent gets the reason', async () => {
    await using both = await started(
      { blocks: [watch('yes', { persistent: true })] },
      { blocks: [text('Watching.')] },
      { blocks: [text('Too much.')] },
      { blocks: [text('Too much.')] },
    );
    const { fixture, server } = both;
    await fixture.say('watch it');
    expect(resultOf(fixture, 'm1')).toContain('It has no time limit');
    await fixture.seen('task.ended');
    await fixture.session.idle();
    expect(onlyTask(fixture)).toMatchObject({ state: 'stopped', why: 'Too much output: it printed more than 1000 lines in 10 seconds.' });
    expect(lastRequest(server)).toContain('Too much output');
    expect(lastRequest(server)).toMatch(/\[\d+ more lines: see the output file\]/);
    expect(lastRequest(server).length).toBeLessThan(20_000);
  });

  it('ends with TaskStop, silently, and with the session', async () => {
    const idIn = (body: { messages: unknown }) => /ID: (b[0-9a-f]{8})/.exec(JSON.stringify(body.messages))?.[1] ?? '';
    await using both = await started(
      { blocks: [watch('echo $$ > pid; tail -f /dev/null')] },
      (body) => ({ blocks: [toolUse('s1', 'TaskStop', { task_id: idIn(body) })] }),
      { blocks: [toolUse('m2', 'Monitor', { command: 'echo $$ > pid2; tail -f /dev/null', description: 'other', persistent: true })] },
      { blocks: [text('Watching.')] },
    );
    const { fixture, server } = both;
    await fixture.say('watch it');
    expect(server.requests).toHaveLength(4);
    expect(lastRequest(server)).not.toContain('task-notification');
    const pidIn = (name: string) => Number(readFileSync(`${fixture.project.projectDir}/${name}`, 'utf8'));
    await expect.poll(() => existsSync(`${fixture.project.projectDir}/pid2`) && pidIn('pid2')).toBeGreaterThan(1);
    const pid = pidIn('pid2');
    await fixture.session.dispose();
    await gone(pid);
  });

  it('keeps lines for a busy agent, and reports them with its next request', async () => {
    await using both = await started(
      { blocks: [watch('echo one; tail -f /dev/null')] },
      { blocks: [toolUse('c2', 'Bash', { command: 'until [ -e go ]; do sleep 0.05; done' })] },
      { blocks: [text('seen')] },
    );
    const { fixture, server } = both;
    fixture.session.send('watch it');
    await fixture.seen('task.printed');
    fixture.project.write('go', '');
    await fixture.session.idle();
    expect(server.requests).toHaveLength(3);
    expect(lastRequest(server)).toContain(String.raw`<event>\none\n</event>`);
  });
});

describe('a bare sleep', () => {
  it('is refused with a hint where Monitor is offered', async () => {
    await using both = await started({ blocks: [toolUse('c1', 'Bash', { command: ' sleep  30 ; ' })] }, { blocks: [text('ok')] });
    await both.fixture.say('wait');
    expect(resultOf(both.fixture, 'c1')).toContain('Monitor tells you when something happens');
  });
});

describe('Sleep', () => {
  it('sleeps for its time', async () => {
    await using both = await started({ blocks: [toolUse('s1', 'Sleep', { seconds: 0.05 })] }, { blocks: [text('ok')] });
    await both.fixture.say('wait');
    expect(resultOf(both.fixture, 's1')).toMatch(/^Slept for \d+\.\d s\.$/);
  });

  it.each([
    ['the user writes', 'message', 'the user wrote a message'],
    ['a background task has news', 'task', 'a background task has something to report'],
  ] as const)('ends when %s', async (_when, what, said) => {
    await using both = await started(
      { blocks: [toolUse('b1', 'Bash', { command: 'until [ -e go ]; do sleep 0.05; done', run_in_background: true })] },
      { blocks: [toolUse('s1', 'Sleep', { seconds: 3600 })] },
      { blocks: [text('awake')] },
      { blocks: [text('and on')] },
      { blocks: [text('and on')] },
    );
    const { fixture } = both;
    fixture.session.send('wait');
    await expect.poll(() => fixture.session.view.calls['s1']?.state).toBe('running');
    if (what === 'message') fixture.session.send('hello');
    else fixture.project.write('go', '');
    await expect.poll(() => resultOf(fixture, 's1')).toContain(said);
    fixture.project.write('go', '');
    await fixture.session.idle();
  });

  it('ends when interrupted', async () => {
    await using both = await started({ blocks: [toolUse('s1', 'Sleep', { seconds: 3600 })] });
    const { fixture } = both;
    fixture.session.send('wait');
    await expect.poll(() => fixture.session.view.calls['s1']?.state).toBe('running');
    fixture.session.interrupt();
    await fixture.session.idle();
    expect(fixture.session.view.calls['s1']?.state).toBe('cancelled');
  });
});
