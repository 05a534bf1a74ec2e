import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BUILT_IN_AGENTS } from '#main/agent/sub-agents/built-in-definitions.ts';
import { MAX_AGENTS_AT_ONCE } from '#main/agent/sub-agents/working-agents.ts';
import { createAgentTool } from '#main/tools/agent/agent-tool.ts';
import type { AgentDefinition } from '#shared/settings/agent-definition.ts';
import { byPrompt } from '#test/support/by-prompt.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { echoTool, endlessTool } from '#test/support/test-tools.ts';

const agentTool = (env: NodeJS.ProcessEnv = {}) => createAgentTool({ projectDir: '/p', isReadOnlyCommand: () => false, env: () => env });
const agent = (id: string, prompt: string, more: object = {}) => toolUse(id, 'Agent', { description: 'd', prompt, ...more });

describe('limits of sub-agents', () => {
  it(`at most ${MAX_AGENTS_AT_ONCE} run at once; another is rejected and the others continue`, async () => {
    const ids = Array.from({ length: MAX_AGENTS_AT_ONCE + 1 }, (_, index) => `m${index}`);
    const mcp = { ...endlessTool('mcp__x__Endless'), isMcp: true };
    await using server = await MessagesServer.start(
      ...byPrompt(
        ['Please', { blocks: ids.map((id) => agent(id, `Endless ${id}.`, { run_in_background: true })) }, { blocks: [text('Gone on.')] }],
        ...ids.map((id) => [`Endless ${id}.`, { blocks: [toolUse(`s${id}`, 'mcp__x__Endless', { text: 'x' })] }] as const),
      ),
    );
    await using fixture = new TestSession({ url: server.url, tools: [agentTool(), mcp] });
    fixture.session.send('Please.');
    await fixture.seen('turn.ended');
    const failed = fixture.all('call.finished').filter(({ outcome }) => outcome === 'failed');
    expect(failed.map(({ callId, content }) => [callId, content])).toEqual([
      [`m${MAX_AGENTS_AT_ONCE}`, expect.stringContaining('20 agents are at work')],
    ]);
    const running = () => Object.values(fixture.session.view.agents).filter(({ state }) => state === 'running').length;
    expect(running()).toBe(MAX_AGENTS_AT_ONCE);
    fixture.session.interrupt();
    await fixture.session.idle();
    expect(running()).toBe(0);
  });

  it('nest three deep: the third is not offered Agent and can’t call it by name or alias', async () => {
    await using server = await MessagesServer.start(
      ...byPrompt(
        ['Please', { blocks: [agent('m1', 'First.')] }, { blocks: [text('Done.')] }],
        ['First.', { blocks: [agent('a1', 'Second.')] }, { blocks: [text('Done.')] }],
        ['Second.', { blocks: [agent('b1', 'Third.')] }, { blocks: [text('Done.')] }],
        [
          'Third.',
          { blocks: [agent('c1', 'Fourth.'), toolUse('c2', 'Task', { description: 'd', prompt: 'Fourth.' })] },
          { blocks: [text('Done.')] },
        ],
      ),
    );
    await using fixture = new TestSession({ url: server.url, tools: [agentTool(), echoTool()] });
    await fixture.say('Please.');
    const offered = server.requests.slice(0, 4).map(({ body }) => body.tools?.map(({ name }) => name));
    expect(offered).toEqual([['Agent', 'Echo'], ['Agent', 'Echo'], ['Agent', 'Echo'], ['Echo']]);
    const refused = fixture.all('call.finished').filter(({ callId }) => callId === 'c1' || callId === 'c2');
    expect(refused.map(({ content }) => content)).toEqual(Array(2).fill(expect.stringContaining('No such tool available')));
    expect(Object.values(fixture.session.view.agents).map(({ depth }) => depth)).toEqual([1, 2, 3]);
  });

  it('maxTurns of a definition ends the agent, and its text so far is the report', async () => {
    const short: AgentDefinition = { ...BUILT_IN_AGENTS[0], name: 'short', description: 'd', prompt: 'p', source: 'user', maxTurns: 2 };
    const step = (id: string) => ({ blocks: [text(`Step ${id}.`), toolUse(id, 'Echo', { text: 'x' })] });
    await using server = await MessagesServer.start(
      ...byPrompt(
        ['Please', { blocks: [agent('m1', 'Go far.', { subagent_type: 'short' })] }, { blocks: [text('Half done.')] }],
        ['Go far.', step('s1'), step('s2'), step('s3')],
      ),
    );
    await using fixture = new TestSession({ url: server.url, tools: [agentTool(), echoTool()], agentDefinitions: () => [short] });
    await fixture.say('Please.');
    const result = fixture.all('call.finished').find(({ callId }) => callId === 'm1');
    expect(result).toMatchObject({ outcome: 'done', isError: false });
    expect(result?.content).toMatch(/reached its limit of requests .* Its last message:\nStep s2\./u);
    expect(fixture.all('call.finished').map(({ callId }) => callId)).toEqual(['s1', 's2', 'm1']);
    expect(Object.values(fixture.session.view.agents)).toMatchObject([{ state: 'max_turns', calls: 2 }]);
  });

  it.each([
    ['32,000 characters', {}, 32_500, true],
    ['TASK_MAX_OUTPUT_LENGTH', { TASK_MAX_OUTPUT_LENGTH: '100' }, 12_000, true],
    ['160,000 whatever is set', { TASK_MAX_OUTPUT_LENGTH: '999999' }, 161_000, true],
    ['the minimum', { TASK_MAX_OUTPUT_LENGTH: '40000' }, 39_000, false],
  ])('a report longer than %s is saved to a file', async (_name, env, length, saved) => {
    const report = `begin ${'x'.repeat(length - 10)} end`;
    await using server = await MessagesServer.start(
      ...byPrompt(
        ['Please', { blocks: [agent('m1', 'Tell all.')] }, { blocks: [text('Read.')] }],
        ['Tell all.', { blocks: [text(report)] }],
      ),
    );
    await using fixture = new TestSession({ url: server.url, tools: [agentTool(env)] });
    await fixture.say('Please.');
    const result = fixture.all('call.finished')[0];
    const content = JSON.stringify(result?.content);
    expect([content.includes('<persisted-output>'), content.includes(report)]).toEqual([saved, !saved]);
    if (saved) expect(readFileSync(result?.persistedPath ?? '', 'utf8')).toContain(report);
  });
});
