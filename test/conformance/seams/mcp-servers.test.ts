import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hostile, McpFixture } from '../../support/mcp-fixture.ts';
import { seamRow } from './seam-rows.ts';

it('mcp-001: a server of the folder whose command changed since the folder was trusted is ended, and the new one not started', async () => {
  const row = seamRow('mcp-001');
  await using it = new McpFixture({ files: { '.mcp.json': JSON.stringify({ mcpServers: { build: hostile('good') } }) } });
  expect(await it.ready('build')).toMatchObject({ state: 'needs_trust', tools: [] });
  await it.room.settings.trustFolder();
  expect((await it.ready('build')).state).toBe('connected');
  const [tool] = it.mcp.tools();

  it.project.write(
    '.mcp.json',
    JSON.stringify({ mcpServers: { build: { command: 'sh', args: ['-c', `touch ran; ${String(row.input['command'])}`] } } }),
  );
  expect(await it.until(({ state }) => state === 'needs_trust', 'build')).toMatchObject({ tools: [] });
  expect(it.mcp.tools()).toEqual([]);
  expect(tool?.name).toBe('mcp__build__get');
  await it.mcp.restart('build');
  expect(it.row('build').state).toBe('needs_trust');
  expect(existsSync(it.project.path('ran'))).toBe(false);
});
