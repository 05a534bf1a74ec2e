import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { groupIsAlive, processIsAlive } from '#main/terminal/process-group.ts';
import { byPrompt } from '#test/support/by-prompt.ts';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { realTools } from '#test/support/real-tools.ts';
import { TestSession } from '#test/support/test-session.ts';

const engine = fixedPermissionEngine();
const inBackground = (command: string, description = '') => ({ command, run_in_background: true, ...(description && { description }) });

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
const fileIn = (body: { messages: unknown }) => /written to: ([^ ]+\.output)/.exec(JSON.stringify(body.messages))?.[1] ?? '';
const resultOf = (session: TestSession, callId: string) => session.all('call.finished').find((call) => call.callId === callId)?.content;

describe('a background command', () => {
  it('answers its call at once, outlives the turn, and its end starts a new turn', async () => {
    await using both = await started(
      { blocks: [toolUse('c1', 'Bash', inBackground('echo up; while [ ! -e go ]; do sleep 0.05; done; echo "done now"', 'wait for it'))] },
      { blocks: [text('It runs.')] },
      { blocks: [text('It has ended.')] },
    );
    const { fixture, server } = both;
    await fixture.say('start it');
    const [task] = Object.values(fixture.session.view.tasks);
    expect(task).toMatchObject({ state: 'running', callId: 'c1', description: 'wait for it', unreported: false });
    expect(resultOf(fixture, 'c1')).toContain(`Command running in background with ID: ${task?.taskId}. Output is being written to: `);
    expect(fixture.session.view.calls['c1']).toMatchObject({ state: 'done', view: { outcome: 'in the background' } });
    fixture.project.write('go', '');
    await fixture.seen('task.ended');
    await fixture.session.idle();
    expect(fixture.session.view.tasks[task?.taskId ?? '']).toMatchObject({ state: 'completed', exitCode: 0, unreported: false });
    expect(lastRequest(server)).toContain('Background command “wait for it” completed (exit code 0).');
    expect(lastRequest(server)).toContain('<task-notification>');
    expect(readFileSync(task?.outputFile ?? '', 'utf8').trimEnd()).toBe('up\ndone now');
    expect(fixture.session.view.items.at(-1)).toMatchObject({ type: 'text', text: 'It has ended.' });
  });

  it('writes its output to a file that Read can read while it runs', async () => {
    await using both = await started(
      { blocks: [toolUse('c1', 'Bash', inBackground(String.raw`printf '\033[31mred\033[0m line\nrest'; sleep 300`))] },
      (body) => {
        const file = fileIn(body);
        return {
          blocks: [
            toolUse('c2', 'Bash', { command: `until grep -q rest ${file}; do sleep 0.05; done` }),
            toolUse('c3', 'Read', { file_path: file }),
          ],
        };
      },
      { blocks: [text('seen')] },
    );
    const { fixture } = both;
    await fixture.say('go');
    expect(resultOf(fixture, 'c3')).toContain('1\tred line\n2\trest');
  });

  it('continues past its timeout, except for sleep and git', async () => {
    await using both = await started(
      { blocks: [toolUse('c1', 'Bash', { command: 'echo one; tail -f /dev/null', timeout: 200 })] },
      { blocks: [toolUse('c2', 'Bash', { command: 'sleep 300; true', timeout: 200 })] },
      { blocks: [toolUse('c3', 'Bash', { command: 'echo git; tail -f /dev/null', timeout: 200 })] },
      { blocks: [text('over')] },
    );
    const { fixture } = both;
    await fixture.say('go');
    expect(resultOf(fixture, 'c1')).toMatch(
      /^Command did not end within 0\.2s and was moved to the background with ID: b[0-9a-f]{8}\. It still runs\./,
    );
    expect(resultOf(fixture, 'c2')).toContain('Command timed out after 0.2s');
    expect(resultOf(fixture, 'c3')).toContain('Command timed out after 0.2s');
    const [task] = Object.values(fixture.session.view.tasks);
    expect(task?.state).toBe('running');
    await expect.poll(() => readFileSync(task?.outputFile ?? '', 'utf8')).toContain('one');
  });

  it('is read by TaskOutput, which waits, and ended by TaskStop, which sends no notification', async () => {
    const idIn = (body: { messages: unknown }) => /ID: (b[0-9a-f]{8})/.exec(JSON.stringify(body.messages))?.[1] ?? '';
    await using both = await started(
      { blocks: [toolUse('c1', 'Bash', inBackground('echo $$; echo "</output>"; tail -f /dev/null'))] },
      (body) => ({ blocks: [toolUse('c0', 'Bash', { command: `until grep -q '</output>' ${fileIn(body)}; do sleep 0.05; done` })] }),
      (body) => ({ blocks: [toolUse('c2', 'TaskOutput', { task_id: idIn(body), timeout: 300 })] }),
      (body) => ({ blocks: [toolUse('c3', 'TaskStop', { task_id: idIn(body) })] }),
      (body) => ({ blocks: [toolUse('c4', 'TaskOutput', { task_id: idIn(body) }), toolUse('c5', 'TaskStop', { task_id: 'b0' })] }),
      { blocks: [text('gone')] },
    );
    const { fixture, server } = both;
    await fixture.say('go');
    const running = JSON.stringify(resultOf(fixture, 'c2')).replaceAll('\\n', '\n');
    expect(running).toMatch(
      /<retrieval_status>timeout<\/retrieval_status>\n<task_id>b[0-9a-f]{8}<\/task_id>\n<task_type>command<\/task_type>\n<status>running<\/status>/,
    );
    expect(running).toContain('&lt;/output>');
    const pid = Number(/<output>\n(\d+)/.exec(running)?.[1]);
    expect(pid).toBeGreaterThan(1);
    await expect.poll(() => groupIsAlive(pid)).toBe(false);
    expect(resultOf(fixture, 'c4')).toContain('<status>stopped</status>');
    expect(resultOf(fixture, 'c5')).toContain('No task with the ID "b0"');
    expect(server.requests).toHaveLength(6);
    expect(lastRequest(server)).not.toContain('task-notification');
  });

  it('stopped by the person is reported with their next message, without a new turn', async () => {
    await using both = await started(
      { blocks: [toolUse('c1', 'Bash', inBackground('tail -f /dev/null', 'the server'))] },
      { blocks: [text('runs')] },
      { blocks: [text('I see.')] },
    );
    const { fixture, server } = both;
    await fixture.say('go');
    const [task] = Object.values(fixture.session.view.tasks);
    expect(await fixture.session.controls.stopTask(task?.taskId ?? '')).toBe(true);
    await fixture.session.idle();
    expect(server.requests).toHaveLength(2);
    expect(Object.values(fixture.session.view.tasks)).toMatchObject([{ state: 'stopped', why: 'The user stopped it.', unreported: true }]);
    await fixture.say('and now?');
    expect(lastRequest(server)).toContain('Background command “the server” was stopped: The user stopped it.');
    expect(await fixture.session.controls.stopTask(task?.taskId ?? '')).toBe(false);
  });

  it('continues when the turn is interrupted, and ends with the session', async () => {
    await using both = await started({
      blocks: [
        toolUse('c1', 'Bash', inBackground('echo $$ > pid; tail -f /dev/null')),
        toolUse('c2', 'Bash', { command: 'until [ -s pid ]; do sleep 0.05; done; touch up; sleep 300' }),
      ],
    });
    const { fixture } = both;
    fixture.session.send('go');
    await fixture.seen('task.started');
    while (!existsSync(fixture.project.path('up'))) await new Promise((resolve) => setTimeout(resolve, 20));
    fixture.session.interrupt();
    await fixture.session.idle();
    const pid = Number(readFileSync(fixture.project.path('pid'), 'utf8'));
    expect(processIsAlive(pid)).toBe(true);
    expect(Object.values(fixture.session.view.tasks)).toMatchObject([{ state: 'running' }]);
    await fixture.session.dispose();
    await expect.poll(() => groupIsAlive(pid)).toBe(false);
    expect(Object.values(fixture.session.view.tasks)).toMatchObject([{ state: 'stopped' }]);
  });

  it('of a sub-agent ends with the sub-agent', async () => {
    await using both = await started(
      ...byPrompt(
        ['Please', { blocks: [toolUse('m1', 'Agent', { description: 'd', prompt: 'Serve it.' })] }, { blocks: [text('fine')] }],
        ['Serve it.', { blocks: [toolUse('s1', 'Bash', inBackground('tail -f /dev/null'))] }, { blocks: [text('served')] }],
      ),
    );
    const { fixture } = both;
    await fixture.say('Please');
    await fixture.seen('task.ended');
    const [task] = Object.values(fixture.session.view.tasks);
    expect(task).toMatchObject({ state: 'stopped', why: 'The agent that started it has ended.', unreported: false });
    expect(task?.agentId).toBeDefined();
  });

  it('is moved to the background by the person while its call waits', async () => {
    await using both = await started({ blocks: [toolUse('c1', 'Bash', { command: 'tail -f /dev/null' })] }, { blocks: [text('so be it')] });
    const { fixture } = both;
    fixture.session.send('go');
    await fixture.seen('call.terminal');
    expect(fixture.session.controls.moveToBackground('c0')).toBe(false);
    expect(fixture.session.controls.moveToBackground('c1')).toBe(true);
    await fixture.session.idle();
    expect(resultOf(fixture, 'c1')).toContain('The user moved the command to the background');
    expect(Object.values(fixture.session.view.tasks)).toMatchObject([{ state: 'running' }]);
  });

  it('is reported as ended when its session is resumed', async () => {
    await using both = await started(
      { blocks: [toolUse('c1', 'Bash', inBackground('tail -f /dev/null', 'the server'))] },
      { blocks: [text('runs')] },
      { blocks: [text('I see.')] },
    );
    const { fixture, server } = both;
    await fixture.say('go');
    await fixture.reopen();
    expect(Object.values(fixture.session.view.tasks)).toMatchObject([{ state: 'stopped', unreported: true }]);
    await fixture.say('go on');
    expect(lastRequest(server)).toContain('Background command “the server” was stopped: The session was closed.');
  });

  it('is never shown as running once Gatehouse was killed', async () => {
    await using both = await started(
      { blocks: [toolUse('c1', 'Bash', inBackground('tail -f /dev/null', 'the server'))] },
      { blocks: [text('runs')] },
      { blocks: [text('I see.')] },
    );
    const { fixture, server } = both;
    await fixture.say('go');
    await using found = fixture.asFoundOnDisk();
    expect(Object.values(found.session.view.tasks)).toMatchObject([{ state: 'lost', unreported: true }]);
    await found.say('go on');
    expect(lastRequest(server)).toContain('was ended, because Gatehouse stopped');
  });

  it('that waits for input is reported, once per prompt', async () => {
    await using server = await MessagesServer.start(
      { blocks: [toolUse('c1', 'Bash', inBackground('printf "Overwrite? (y/n) "; read x; echo "got $x"; sleep 300', 'copy'))] },
      { blocks: [text('runs')] },
      { blocks: [text('It asks.')] },
    );
    await using fixture = new TestSession({ url: server.url, engine, equip: realTools(engine, { stallMs: 200 }) });
    fixture.session.send('go');
    await fixture.seen('task.stalled');
    await fixture.session.idle();
    expect(Object.values(fixture.session.view.tasks)).toMatchObject([{ state: 'running', stalled: 'Overwrite? (y/n)', unreported: false }]);
    expect(lastRequest(server)).toContain('seems to wait for an answer to “Overwrite? (y/n)”');
    expect(fixture.session.view.items.some((item) => item.type === 'notice' && item.text.includes('Answer it in its terminal'))).toBe(true);
  });

  it('that asked before it was moved here still waits, until it prints again', async () => {
    const command = 'printf "Overwrite? (y/n) "; while [ ! -e go ]; do sleep 0.05; done; echo yes; tail -f /dev/null';
    await using server = await MessagesServer.start(
      { blocks: [toolUse('c1', 'Bash', { command, timeout: 3000 })] },
      { blocks: [text('It asks.')] },
      { blocks: [text('I see.')] },
    );
    await using fixture = new TestSession({ url: server.url, engine, equip: realTools(engine, { stallMs: 1000 }) });
    await fixture.say('go');
    expect(Object.values(fixture.session.view.tasks)).toMatchObject([{ state: 'running', stalled: 'Overwrite? (y/n)' }]);
    fixture.project.write('go', '');
    await fixture.seen('task.continued');
    expect(Object.values(fixture.session.view.tasks)).toMatchObject([{ state: 'running', stalled: undefined }]);
  });
});
