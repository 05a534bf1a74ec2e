import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import { presentServerCall } from './present-server-call.ts';
import { awaitedSchema, type AwaitedServer, type ServerAccess } from './server-access.ts';
import { plainLine } from './plain-text.ts';

const DEFAULT_MS = 30_000;
const MAX_MS = 120_000;

const inputSchema = z.strictObject({
  servers: z.array(z.string()).min(1).max(100).optional().describe('Names of the servers; all of them unless given'),
  timeout: z.number().int().positive().max(MAX_MS).optional().describe('Milliseconds to wait at most; 30000 unless given, 120000 at most'),
});

/** Waits for servers that are still connecting. */
export function createWaitForMcpServersTool(servers: Pick<ServerAccess, 'awaitServers'>, maxResultSizeChars: number) {
  return buildTool<typeof inputSchema, AwaitedServer[], 'WaitForMcpServers'>({
    name: 'WaitForMcpServers',
    searchHint: 'wait for MCP servers that still connect',
    inputSchema,
    outputSchema: z.array(awaitedSchema),
    maxResultSizeChars,
    isMcp: true,
    prompt: () =>
      'Waits until MCP servers that are still starting have connected or failed. Their tools can be called from the next response on. Use it when the task needs such a server and its tools are missing.',
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    call: async ({ servers: names, timeout = DEFAULT_MS }, { abortController }) => ({
      data: await servers.awaitServers(names, timeout, abortController.signal),
    }),
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content: textOf(output) }),
    wantsTo: () => 'wait for its servers',
    present: (stage) => presentServerCall('Wait for servers', summaryOf(stage.input['servers']), stage, textOf),
  });
}

function summaryOf(names: unknown): string {
  if (!Array.isArray(names)) return 'all servers';
  return plainLine(names.filter((name) => typeof name === 'string').join(', '));
}

function textOf(servers: readonly AwaitedServer[]): string {
  return servers.length === 0 ? 'There are no MCP servers.' : servers.map((server) => JSON.stringify(server)).join('\n');
}
