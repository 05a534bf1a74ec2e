import { existsSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RuleEntry } from '#shared/permission/rule.ts';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import { createAgentTool } from '#main/tools/agent/agent-tool.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession } from '#test/support/test-session.ts';
import { echoTool } from '#test/support/test-tools.ts';
import { hostile, McpFixture } from '../../support/mcp-fixture.ts';

/** An agent with these servers; a starting program leaves the file `started`. */
const agent = (name: string, servers: readonly unknown[]) =>
  `---\nname: ${name}\ndescription: works\ntools: Read\nmcpServers: ${JSON.stringify(servers)}\n---\nWork.\n`;
const IN_PROJECT = '.claude/agents/worker.md';
const marking = { command: process.execPath, args: ['-e', 'require("fs").writeFileSync("started", "")'] };

function addUsersAgent(fixture: McpFixture, text: string, file = 'worker.md'): void {
  const folder = join(fixture.project.homeDir, '.claude', 'agents');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, file), text);
}

function manage(fixture: McpFixture, name: string, value: object): void {
  const folder = join(fixture.project.homeDir, 'managed');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), JSON.stringify(value));
}

const settings = (fixture: McpFixture) => fixture.openProject.settings.current();
const messages = (fixture: McpFixture) => settings(fixture).problems.map(({ message }) => message);
const settled = (fixture: McpFixture) => fixture.mcp.ready(new AbortController().signal, true);

describe('a server that an agent defines', () => {
  it('of an untrusted repository isn’t started, and is listed before trust', async () => {
    await using fixture = new McpFixture({ files: { [IN_PROJECT]: agent('worker', [{ db: marking }]) } });
    await settled(fixture);
    expect(fixture.mcp.list()).toEqual([]);
    expect(existsSync(join(fixture.project.projectDir, 'started'))).toBe(false);
    expect(settings(fixture).untrustedItems.join('\n')).toMatch(/adds the agent “worker” .*; starts the MCP server db \(.*writeFileSync/u);
  });

  it('is listed before trust behind any number of other agents', async () => {
    const others = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`.claude/agents/a${at}.md`, agent(`a${at}`, [])]));
    await using fixture = new McpFixture({ files: { ...others, [IN_PROJECT]: agent('worker', [{ db: marking }]) } });
    expect(settings(fixture).untrustedItems.join('\n')).toContain('starts the MCP server db');
  });

  it('starts once the folder is trusted, and not after its entry has changed', async () => {
    await using fixture = new McpFixture({ files: { [IN_PROJECT]: agent('worker', [{ db: hostile('good') }]) } });
    const { settings: store } = fixture.openProject;
    await store.trustFolder();
    expect(await fixture.ready('db')).toMatchObject({ state: 'connected', scope: 'project' });
    fixture.project.write(IN_PROJECT, agent('worker', [{ db: marking }]));
    store.reload();
    await settled(fixture);
    expect(fixture.mcp.list()).toEqual([]);
    expect(existsSync(join(fixture.project.projectDir, 'started'))).toBe(false);
  });

  it('offers its tools to that agent only', async () => {
    await using fixture = new McpFixture({ servers: { all: hostile('good') } });
    addUsersAgent(fixture, agent('worker', ['all', { db: hostile('good') }]));
    fixture.openProject.settings.reload();
    expect((await fixture.ready('db')).tools).not.toEqual([]);
    const ofServers = fixture.mcp.tools().filter(({ mcpInfo }) => mcpInfo);
    expect(new Set(ofServers.map(({ mcpInfo }) => [mcpInfo?.serverName, mcpInfo?.onlyFor].join(' ')))).toEqual(
      new Set(['all ', 'db worker']),
    );
    expect(messages(fixture)).toEqual([]);
  });

  it('alone makes no tool that all agents have', async () => {
    await using fixture = new McpFixture({});
    addUsersAgent(fixture, agent('worker', [{ db: hostile('good') }]));
    fixture.openProject.settings.reload();
    await fixture.ready('db');
    expect(fixture.mcp.tools().filter(({ mcpInfo }) => mcpInfo?.onlyFor === undefined)).toEqual([]);
    expect(fixture.mcp.resourceHosts()).toEqual([]);
    expect(fixture.mcp.prompts()).toEqual([]);
  });

  it.each([
    ['is denied', { deniedMcpServers: [{ serverName: 'db' }] }],
    ['isn’t among those allowed', { allowedMcpServers: [{ serverName: 'other' }] }],
  ])('isn’t started if it %s', async (_what, policy) => {
    await using fixture = new McpFixture({});
    addUsersAgent(fixture, agent('worker', [{ db: marking }]));
    manage(fixture, 'managed-settings.json', policy);
    fixture.openProject.settings.reload();
    expect((await fixture.ready('db')).state).toBe('blocked');
  });

  it('isn’t started beside an administrator’s list', async () => {
    await using fixture = new McpFixture({});
    addUsersAgent(fixture, agent('worker', [{ db: marking }]));
    manage(fixture, 'managed-mcp.json', { mcpServers: {} });
    fixture.openProject.settings.reload();
    await settled(fixture);
    expect(fixture.mcp.list()).toEqual([]);
    expect(messages(fixture)).toEqual([expect.stringContaining('Its MCP server “db” is ignored: only the servers in')]);
  });

  it.each(['all', 'ALL'])('called %s replaces no configured server', async (name) => {
    await using fixture = new McpFixture({ servers: { all: hostile('good') } });
    addUsersAgent(fixture, agent('worker', [{ [name]: marking }]));
    fixture.openProject.settings.reload();
    await settled(fixture);
    expect(fixture.mcp.list().map((row) => [row.name, row.scope, row.state])).toEqual([['all', 'cli', 'connected']]);
    expect(messages(fixture)).toEqual([expect.stringContaining(`Its MCP server “${name}” is ignored: --mcp-config has one`)]);
  });

  it('replaces none of another agent', async () => {
    await using fixture = new McpFixture({});
    addUsersAgent(fixture, agent('first', [{ db: hostile('good') }]), 'a.md');
    addUsersAgent(fixture, agent('second', [{ db: marking }]), 'b.md');
    fixture.openProject.settings.reload();
    expect((await fixture.ready('db')).file).toMatch(/a\.md$/u);
    expect(messages(fixture)).toEqual([expect.stringMatching(/a\.md has one of the same name/u)]);
  });
});

it('an agent that names a server nobody configured is reported', async () => {
  await using fixture = new McpFixture({ servers: { all: hostile('good') } });
  addUsersAgent(fixture, agent('worker', ['al']));
  fixture.openProject.settings.reload();
  expect(messages(fixture)).toEqual([expect.stringContaining('names “al”, but no server of that name is configured')]);
});

describe('in a session', () => {
  const start = (type: string) => toolUse(type, 'Agent', { description: 'd', prompt: `Task for ${type}.`, subagent_type: type });
  const kind = { description: 'd', prompt: 'p', source: 'user' } as const;
  const engine = createPermissionEngine();

  it.each<[string, readonly RuleEntry[], readonly string[]]>([
    ['the model of that agent alone reads of its tools', [], ['mcp__db__query']],
    ['a deny rule for the server hides them', [{ id: '1', behavior: 'deny', source: 'user', text: 'mcp__db' }], []],
  ])('%s', async (_what, rules, expected) => {
    await using server = await MessagesServer.start(
      { blocks: [toolUse('main', 'mcp__db__query', { text: 'mine' }), start('worker')] },
      { blocks: [text('Worked.')] },
      { blocks: [start('other')] },
      { blocks: [text('Worked too.')] },
      { blocks: [text('Done.')] },
    );
    const db = { ...echoTool('mcp__db__query'), isMcp: true, mcpInfo: { serverName: 'db', toolName: 'query', onlyFor: 'worker' } };
    await using fixture = new TestSession({
      url: server.url,
      engine: await engine,
      rules,
      tools: [createAgentTool({ projectDir: '/p', isReadOnlyCommand: () => false })],
      mcpTools: () => [db],
      agentDefinitions: () => [
        { ...kind, name: 'worker', tools: [], mcpServers: { named: [], own: { db: {} } } },
        { ...kind, name: 'other' },
      ],
    });
    await fixture.say('Please.');
    const offered = server.requests.map(({ body }) => (body.tools ?? []).map(({ name }) => name).filter((name) => name !== 'Agent'));
    expect(offered).toEqual([[], expected, [], [], []]);
    expect(fixture.all('call.finished').find(({ callId }) => callId === 'main')).toMatchObject({ isError: true });
  });
});
