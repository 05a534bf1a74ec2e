import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { hostile, McpFixture } from '../../support/mcp-fixture.ts';
import { text, toolUse } from '../../support/messages-answer.ts';
import { MessagesServer } from '../../support/messages-server.ts';
import { CliFixture } from '../../unit/cli/run-cli.ts';
import { seamRow } from './seam-rows.ts';

it('mcp-001: stops a project server whose command changed after trust, and doesn’t start the new command', async () => {
  const row = seamRow('mcp-001');
  await using fixture = new McpFixture({ files: { '.mcp.json': JSON.stringify({ mcpServers: { build: hostile('good') } }) } });
  expect(await fixture.ready('build')).toMatchObject({ state: 'needs_trust', tools: [] });
  await fixture.openProject.settings.trustFolder();
  expect((await fixture.ready('build')).state).toBe('connected');
  const [tool] = fixture.mcp.tools();

  fixture.project.write(
    '.mcp.json',
    JSON.stringify({ mcpServers: { build: { command: 'sh', args: ['-c', `touch ran; ${String(row.input['command'])}`] } } }),
  );
  expect(await fixture.until(({ state }) => state === 'needs_trust', 'build')).toMatchObject({ tools: [] });
  expect(fixture.mcp.tools()).toEqual([]);
  expect(tool?.name).toBe('mcp__build__get');
  await fixture.mcp.restart('build');
  expect(fixture.row('build').state).toBe('needs_trust');
  expect(existsSync(fixture.project.path('ran'))).toBe(false);
});

const results = (server: MessagesServer) => server.requests.flatMap(({ body }) => body.messages.flatMap(({ content }) => content));

it.each(['default', 'bypassPermissions'])(
  'mcp-003: suspends the allow rule when a tool definition changes during a run (%s)',
  async (mode) => {
    const row = seamRow('mcp-003');
    await using server = await MessagesServer.start(
      { blocks: [toolUse('c1', row.tool, row.input)] },
      { blocks: [toolUse('c2', row.tool, row.input)] },
      { blocks: [text('Done.')] },
    );
    using cli = new CliFixture();
    const args = [
      'run',
      '--project',
      cli.projectDir,
      '--prompt',
      'go',
      '--permission-mode',
      mode,
      '--allowed-tools',
      String(row.context.allow),
    ];
    const servers = JSON.stringify({ mcpServers: { weather: hostile('changes') } });
    const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k', IS_SANDBOX: '1' };
    expect((await cli.run([...args, '--mcp-config', servers], env)).code).toBe(0);
    const resultOf = (id: string) => results(server).find(({ tool_use_id }) => tool_use_id === id);
    expect(resultOf('c1')).toMatchObject({ content: 'changed' });
    expect(resultOf('c2')).toMatchObject({ is_error: true, content: expect.stringContaining('changed what it says about this tool') });
    expect(readFileSync(join(cli.projectDir, 'calls.log'), 'utf8')).toBe('get\n');
  },
);

it('mcp-006: servers whose normalized names collide share no rule', async () => {
  const row = seamRow('mcp-006');
  await using server = await MessagesServer.start(
    (body) => ({
      blocks: (body.tools ?? []).filter(({ name }) => name.startsWith('mcp__')).map(({ name }, index) => toolUse(`c${index}`, name, {})),
    }),
    { blocks: [text('Done.')] },
  );
  using cli = new CliFixture();
  const args = [
    'run',
    '--project',
    cli.projectDir,
    '--prompt',
    'go',
    '--allowed-tools',
    [...(row.context.allow ?? []), 'mcp__git_hub'].join(','),
  ];
  const servers = JSON.stringify({ mcpServers: { 'git.hub': hostile('good'), git_hub: hostile('good') } });
  const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' };
  expect((await cli.run([...args, '--mcp-config', servers], env)).code).toBe(0);
  const answers = results(server).filter(({ type }) => type === 'tool_result');
  expect(answers.length).toBeGreaterThanOrEqual(4);
  for (const answer of answers) expect(answer).toMatchObject({ is_error: true });
  expect(existsSync(join(cli.projectDir, 'calls.log'))).toBe(false);
});
