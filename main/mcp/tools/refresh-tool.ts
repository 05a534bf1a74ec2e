import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import { presentServerCall, shownField } from './present-server-call.ts';
import { refreshedSchema, type RefreshedServer, type ServerAccess } from './server-access.ts';

const inputSchema = z.strictObject({
  server: z.string().optional().describe('Name of the server; all connected ones unless given'),
});

/** Lists the tools of connected servers again, for servers that don't report changes themselves. */
export function createRefreshMcpToolsTool(servers: Pick<ServerAccess, 'refresh'>, maxResultSizeChars: number) {
  return buildTool<typeof inputSchema, RefreshedServer[], 'RefreshMcpTools'>({
    name: 'RefreshMcpTools',
    searchHint: 'list the tools of MCP servers again',
    inputSchema,
    outputSchema: z.array(refreshedSchema),
    maxResultSizeChars,
    shouldDefer: true,
    isMcp: true,
    prompt: () =>
      'Asks connected MCP servers for their tools again, and returns what was added and removed. Use it when a server should have other tools by now; most report that themselves. It starts and connects no server.',
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    call: async ({ server }, { abortController }) => ({ data: await servers.refresh(server, abortController.signal) }),
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content: textOf(output) }),
    present: (stage) => presentServerCall('Refresh tools', shownField(stage.input['server'] ?? 'all servers'), stage, textOf),
  });
}

function textOf(servers: readonly RefreshedServer[]): string {
  return servers.length === 0 ? 'There are no MCP servers.' : servers.map((server) => JSON.stringify(server)).join('\n');
}
