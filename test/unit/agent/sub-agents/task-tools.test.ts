import { describe, expect, it } from 'vitest';
import { createTaskOutputTool } from '#main/tools/task-output/task-output-tool.ts';
import { createTaskStopTool } from '#main/tools/task-stop/task-stop-tool.ts';
import type { AgentService } from '#main/tool/tool.ts';
import { byPrompt } from '#test/support/by-prompt.ts';
import { text, toolUse, type Answer } from '#test/support/messages-answer.ts';
import { MessagesServer, type RequestBody } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { endlessTool, testTool } from '#test/support/test-tools.ts';
import { agentTool, agent } from './agents-at-work.ts';

const never = new AbortController().signal;

/** What a tool of the main agent sees of the background agent. */
function withService(work: (agents: AgentService, agentId: string) => Promise<unknown>) {
  let fixture: TestSession | undefined;
  const probe = testTool('Probe', {
    run: async (_input, { agents }) => {
      const [agentId = ''] = Object.keys(fixture?.session.view.agents ?? {});
      return JSON.stringify(agents ? await work(agents, agentId) : 'no agents');
    },
  });
  return { probe, of: (session: TestSession) => (fixture = session) };
}

function probeResult(fixture: TestSession): unknown {
  const content = fixture.all('call.finished').find(({ callId }) => callId === 'p1')?.content;
  return typeof content === 'string' ? JSON.parse(content) : content;
}

/** The main agent's answers in order, whatever requests come in between. */
function forMain(main: readonly Answer[], others: readonly Answer[]): Answer[] {
  const left = [...main];
  return others.map((other): Answer => (body) => {
    const isMain = JSON.stringify(body.messages[0]).includes('Please');
    const answer = (isMain ? left.shift() : other) ?? { status: 400, error: 'no answer left' };
    return typeof answer === 'function' ? answer(body) : answer;
  });
}

describe('a task handle of an agent', () => {
  it('while running: waiting ends on timeout or when cancelled, stopping records its reason', async () => {
    const started = Promise.withResolvers<undefined>();
    const { probe, of } = withService(async (agents, agentId) => {
      await started.promise;
      await agents.wait(agentId, 1, never);
      const before = agents.status(agentId);
      await agents.wait(agentId, 600_000, AbortSignal.abort());
      const stopped = agents.stop(agentId, 'It took too long.');
      await agents.wait(agentId, 600_000, never);
      return [before?.type, stopped, agents.status(agentId), agents.stop(agentId, 'again'), agents.status('nobody') ?? 'unknown'];
    });
    const endless = { ...endlessTool('mcp__x__Endless', () => started.resolve(undefined)), isMcp: true };
    await using server = await MessagesServer.start(
      ...byPrompt(
        [
          'Please',
          { blocks: [agent('m1', 'Endless.', { run_in_background: true })] },
          { blocks: [toolUse('p1', 'Probe', { text: '' })] },
          { blocks: [text('So be it.')] },
        ],
        ['Endless.', { blocks: [text('I begin.'), toolUse('s1', 'mcp__x__Endless', { text: 'x' })] }],
      ),
    );
    await using fixture = of(new TestSession({ url: server.url, tools: [agentTool, probe, endless] }));
    await fixture.say('Please.');
    const seen: unknown = probeResult(fixture);
    expect(seen).toMatchObject([
      'running',
      true,
      {
        type: 'ended',
        description: 'find it',
        report: { outcome: 'stopped', error: 'It took too long.', text: 'I begin.', totalToolUseCount: 1 },
      },
      false,
      'unknown',
    ]);
    // The agent that stopped it is notified too, by then in a running turn.
    expect(JSON.stringify(server.requests.at(-1)?.body.messages)).toContain('It took too long.');
  });

  it('after its end: has the report at once', async () => {
    const { probe, of } = withService(async (agents, agentId) => {
      await agents.wait(agentId, 600_000, never);
      return agents.status(agentId);
    });
    await using server = await MessagesServer.start(
      ...byPrompt(
        ['Please', { blocks: [agent('m1', 'Short.')] }, { blocks: [toolUse('p1', 'Probe', { text: '' })] }, { blocks: [text('Good.')] }],
        ['Short.', { blocks: [text('It is 42.')] }],
      ),
    );
    await using fixture = of(new TestSession({ url: server.url, tools: [agentTool, probe] }));
    await fixture.say('Please.');
    const seen: unknown = probeResult(fixture);
    expect(seen).toMatchObject({ type: 'ended', report: { outcome: 'completed', text: 'It is 42.', totalTokens: 15 } });
  });
});

describe('TaskOutput and TaskStop', () => {
  const output = createTaskOutputTool({ projectDir: '/p', isReadOnlyCommand: () => false });
  const stop = createTaskStopTool();
  const idIn = ({ messages }: RequestBody): string => /agentId: (a[0-9a-f]{16})/u.exec(JSON.stringify(messages))?.[1] ?? '';
  const notificationsIn = (server: MessagesServer) =>
    server.requests.filter(({ body }) => JSON.stringify(body.messages).includes('<task-notification>'));

  it('return the report of a background agent, which isn’t reported again', async () => {
    const requested = Promise.withResolvers<undefined>();
    const answers = byPrompt(['Find it.', { blocks: [{ ...text('It is 42.'), until: requested.promise }] }]);
    const main = [
      { blocks: [agent('m1', 'Find it.', { run_in_background: true })] },
      (body: RequestBody) => {
        requested.resolve(undefined);
        return { blocks: [toolUse('m2', 'TaskOutput', { task_id: idIn(body) })] };
      },
      { blocks: [text('42 it is.')] },
    ];
    await using server = await MessagesServer.start(...forMain(main, answers));
    await using fixture = new TestSession({ url: server.url, tools: [agentTool, output, stop] });
    await fixture.say('Please.');
    const result = fixture.all('call.finished').find(({ callId }) => callId === 'm2')?.content;
    expect(result).toContain('<task_type>agent</task_type>\n<status>completed</status>\n<output>\nIt is 42.\n</output>');
    expect(notificationsIn(server)).toEqual([]);
    expect(fixture.session.view.items.at(-1)).toMatchObject({ type: 'text', text: '42 it is.' });
  });

  it('stop an agent, which isn’t reported afterwards', async () => {
    const started = Promise.withResolvers<undefined>();
    const endless = { ...endlessTool('mcp__x__Endless', () => started.resolve(undefined)), isMcp: true };
    const answers = byPrompt(['Find it.', { blocks: [toolUse('s1', 'mcp__x__Endless', { text: 'x' })] }]);
    const waits = testTool('Wait', { run: async () => (await started.promise, 'started') });
    const main = [
      { blocks: [agent('m1', 'Find it.', { run_in_background: true })] },
      { blocks: [toolUse('m2', 'Wait', { text: '' })] },
      (body: RequestBody) => ({ blocks: [toolUse('m3', 'TaskStop', { task_id: idIn(body) })] }),
      (body: RequestBody) => ({ blocks: [toolUse('m4', 'TaskOutput', { task_id: idIn(body) })] }),
      { blocks: [text('Stopped.')] },
    ];
    await using server = await MessagesServer.start(...forMain(main, answers));
    await using fixture = new TestSession({ url: server.url, tools: [agentTool, output, stop, waits, endless] });
    await fixture.say('Please.');
    const results = fixture.all('call.finished').filter(({ callId }) => callId === 'm3' || callId === 'm4');
    expect(results.map(({ content }) => content)).toEqual([
      expect.stringMatching(/^Stopped task a[0-9a-f]{16} \(find it\)\.$/u),
      expect.stringContaining('<status>stopped</status>'),
    ]);
    expect(fixture.session.view.calls['s1']?.state).toBe('cancelled');
    expect(notificationsIn(server)).toEqual([]);
  });
});
