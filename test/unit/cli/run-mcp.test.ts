import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { text, toolUse } from '../../support/messages-answer.ts';
import { MessagesServer } from '../../support/messages-server.ts';
import { CliFixture } from './run-cli.ts';

const EVERYTHING = join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js');
const FILES = join(import.meta.dirname, '../../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js');
const json = ['--output-format', 'stream-json'];
const access = (server: MessagesServer) => ({ ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' });

const servers = (projectDir: string) =>
  JSON.stringify({
    mcpServers: {
      everything: { command: process.execPath, args: [EVERYTHING, 'stdio'] },
      files: { command: process.execPath, args: [FILES, projectDir] },
    },
  });

// Each starts several programs, which takes time under load.
describe('gatehouse run with MCP servers', { timeout: 120_000 }, () => {
  it('offers their tools after the built-in ones and runs what a rule allows', async () => {
    await using server = await MessagesServer.start(
      {
        blocks: [
          toolUse('m1', 'mcp__everything__echo', { message: 'hello over there' }),
          toolUse('m2', 'mcp__everything__get-sum', { a: 2, b: 40 }),
          toolUse('m3', 'mcp__files__list_directory', { path: '.' }),
          toolUse('m4', 'mcp__everything__get-sum', { a: 'two' }),
        ],
      },
      { blocks: [text('Done.')] },
    );
    using cli = new CliFixture({ 'a.txt': 'x' });
    const { code, lines, stderr } = await cli.run(
      [
        'run',
        '--project',
        cli.projectDir,
        '--prompt',
        'go',
        '--mcp-config',
        servers(cli.projectDir),
        '--allowed-tools',
        'mcp__everything',
        ...json,
      ],
      access(server),
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(lines[0]?.['mcp_servers']).toEqual([
      { name: 'everything', status: 'connected' },
      { name: 'files', status: 'connected' },
    ]);
    const names = server.requests[0]?.body.tools?.map(({ name }) => name) ?? [];
    expect(names.findIndex((name) => name.startsWith('mcp__'))).toBeGreaterThan(names.indexOf('Write'));
    expect(names).toContain('mcp__everything__echo');
    const results = server.requests[1]?.body.messages.at(-1)?.content ?? [];
    expect(results[0]).toMatchObject({ content: 'Echo: hello over there' });
    expect(JSON.stringify(results[1])).toContain('42');
    expect(results[2]).toMatchObject({ is_error: true });
    expect(JSON.stringify(results[2])).toContain('Nobody can be asked');
    expect(JSON.stringify(results[3])).toContain('InputValidationError');
  });

  it('prints what a server adds for programs, which the model reads as text', async () => {
    await using server = await MessagesServer.start(
      { blocks: [toolUse('m1', 'mcp__everything__get-structured-content', { location: 'New York' })] },
      { blocks: [text('Done.')] },
    );
    using cli = new CliFixture();
    const config = ['--mcp-config', servers(cli.projectDir), '--allowed-tools', 'mcp__everything'];
    const { lines } = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go', ...config, ...json], access(server));
    expect(lines.find(({ type }) => type === 'user')).toMatchObject({
      mcpMeta: { structuredContent: { temperature: expect.any(Number) } },
    });
    expect(JSON.stringify(server.requests[1]?.body.messages.at(-1))).toContain('temperature');
  });

  it('lists their tools and loads them on demand when configured', async () => {
    await using server = await MessagesServer.start(
      { blocks: [toolUse('s1', 'ToolSearch', { query: '+everything sum' })] },
      { blocks: [toolUse('m1', 'mcp__everything__get-sum', { a: 2, b: 40 })] },
      { blocks: [text('Done.')] },
    );
    using cli = new CliFixture();
    const config = servers(cli.projectDir);
    const args = ['run', '--project', cli.projectDir, '--prompt', 'go', '--mcp-config', config, '--allowed-tools', 'mcp__everything'];
    const { code } = await cli.run([...args, ...json], { ...access(server), ENABLE_TOOL_SEARCH: 'true' });
    expect(code).toBe(0);
    const sent = server.requests.map(({ body }) => body.tools?.map(({ name }) => name) ?? []);
    expect(sent[0]).toContain('ToolSearch');
    expect(sent[0]?.filter((name) => name.startsWith('mcp__'))).toEqual([]);
    expect(JSON.stringify(server.requests[0]?.body.messages)).toContain('mcp__files__list_directory');
    expect(sent[1]).toContain('mcp__everything__get-sum');
    expect(JSON.stringify(server.requests[2]?.body.messages.at(-1)?.content)).toContain('42');
  });

  it('a fork has its own servers and the previous calls and loaded definitions', async () => {
    await using server = await MessagesServer.start(
      { blocks: [toolUse('s1', 'ToolSearch', { query: 'select:mcp__everything__get-sum' })] },
      { blocks: [toolUse('m1', 'mcp__everything__get-sum', { a: 2, b: 40 })] },
      { blocks: [text('42.')] },
      { blocks: [toolUse('m2', 'mcp__everything__get-sum', { a: 2, b: 41 })] },
      { blocks: [text('43.')] },
    );
    using cli = new CliFixture();
    const config = JSON.stringify({ mcpServers: { everything: { command: process.execPath, args: [EVERYTHING, 'stdio'] } } });
    const args = ['run', '--project', cli.projectDir, '--mcp-config', config, '--allowed-tools', 'mcp__everything', ...json];
    const env = { ...access(server), ENABLE_TOOL_SEARCH: 'true' };
    const first = await cli.run([...args, '--prompt', 'add 2 and 40'], env);
    const sessionId = String(first.lines[0]?.['session_id']);
    const fork = await cli.run([...args, '--resume', sessionId, '--fork-session', '--prompt', 'and 41?'], env);
    expect([first.code, fork.code, fork.stderr]).toEqual([0, 0, '']);
    expect(fork.lines[0]?.['session_id']).not.toBe(sessionId);
    expect(fork.lines[0]?.['mcp_servers']).toEqual(first.lines[0]?.['mcp_servers']);
    const shared = server.requests[3]?.body;
    expect(shared?.tools?.map(({ name }) => name)).toContain('mcp__everything__get-sum');
    expect(JSON.stringify(shared?.messages)).toContain('The sum of 2 and 40 is 42');
    expect(JSON.stringify(server.requests[4]?.body.messages.at(-1))).toContain('43');
  });

  it('calls a server’s prompt like a command, and gives the model the instructions of servers once', async () => {
    await using server = await MessagesServer.start(
      { blocks: [toolUse('m1', 'mcp__everything__echo', { message: 'x' })] },
      { blocks: [text('Done.')] },
    );
    using cli = new CliFixture();
    const config = JSON.stringify({ mcpServers: { everything: { command: process.execPath, args: [EVERYTHING, 'stdio'] } } });
    const args = ['run', '--project', cli.projectDir, '--mcp-config', config, '--allowed-tools', 'mcp__everything', ...json];
    const { code, stderr } = await cli.run([...args, '--prompt', '/mcp__everything__args-prompt "New York"'], access(server));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const first = JSON.stringify(server.requests[0]?.body.messages);
    expect(first).toContain('called the prompt mcp__everything__args-prompt of the MCP server everything');
    expect(first).toContain("What's weather in New York?");
    const told = 'trust=\\\\"none\\\\"'.replaceAll('\\\\', '\\');
    expect(first.split(told)).toHaveLength(2);
    expect(JSON.stringify(server.requests[1]?.body.messages).split(told)).toHaveLength(2);
    // Nothing is sent where an argument is missing, or a deny rule hides the server.
    const missing = await cli.run([...args, '--prompt', '/mcp__everything__args-prompt'], access(server));
    expect(missing.code).not.toBe(0);
    expect(JSON.stringify(missing.lines)).toContain('It needs city.');
    expect(server.requests).toHaveLength(2);
  });

  it('attaches a resource that the message mentions, a large one in part, and none that a rule is about', async () => {
    await using server = await MessagesServer.start({ blocks: [text('Read.')] }, { blocks: [text('Part.')] }, { blocks: [text('Not.')] });
    using cli = new CliFixture();
    const config = JSON.stringify({ mcpServers: { everything: { command: process.execPath, args: [EVERYTHING, 'stdio'] } } });
    const uri = 'demo://resource/dynamic/text/1';
    const prompt = `What is in @everything:${uri}, @everyone:${uri} and @nobody?`;
    const args = ['run', '--project', cli.projectDir, '--mcp-config', config, '--prompt', prompt, ...json];
    expect(await cli.run(args, access(server))).toMatchObject({ code: 0, stderr: '' });
    const sent = JSON.stringify(server.requests[0]?.body.messages);
    expect(sent).toContain('The user mentioned a resource of the MCP server everything.');
    expect(sent).toContain('Resource 1: This is a plaintext resource');
    expect(sent.split('The user mentioned')).toHaveLength(2);

    const large = await cli.run(args, { ...access(server), MAX_MCP_OUTPUT_TOKENS: '1' });
    expect(large.code).toBe(0);
    expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('&lt;persisted-output>');

    const denied = await cli.run([...args, '--disallowed-tools', 'mcp__everything'], access(server));
    expect(denied.code).toBe(0);
    expect(JSON.stringify(server.requests[2]?.body.messages)).not.toContain('This is a plaintext resource');
  });

  it('starts none in simple mode', async () => {
    await using server = await MessagesServer.start({ blocks: [text('Done.')] });
    using cli = new CliFixture();
    const args = ['run', '--project', cli.projectDir, '--prompt', 'go', '--mcp-config', servers(cli.projectDir), ...json];
    const { lines } = await cli.run(args, { ...access(server), CLAUDE_CODE_SIMPLE: '1' });
    expect(lines[0]).toMatchObject({ tools: ['Bash', 'Edit', 'Read'], mcp_servers: [] });
    expect((await cli.run([...args, '--bare'])).stderr).toContain('--bare starts no MCP servers');
  });

  it('starts nothing of an untrusted folder, and reports it', async () => {
    await using server = await MessagesServer.start({ blocks: [text('Done.')] }, { blocks: [text('Done.')] });
    using cli = new CliFixture();
    writeFileSync(join(cli.projectDir, '.mcp.json'), servers(cli.projectDir));
    const untrusted = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go', ...json], access(server));
    expect(untrusted.stderr).toContain('everything (needs trust)');
    expect(JSON.stringify(server.requests[0]?.body.tools)).not.toContain('mcp__');
    const trusted = await cli.run(['run', '--project', cli.projectDir, '--prompt', 'go', '--trust', ...json], access(server));
    expect(trusted.stderr).toBe('');
    expect(JSON.stringify(server.requests[1]?.body.tools)).toContain('mcp__everything__echo');
  });
});
