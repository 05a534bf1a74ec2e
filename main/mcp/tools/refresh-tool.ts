import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import { presentServerCall, shownField } from './present-server-call.ts';
import { refreshedSchema, type RefreshedServer, type ServerAccess } from './server-access.ts';
import { serversWithoutRules } from './servers-without-rules.ts';

const inputSchema = z.strictObject({
  server: z.string().optional().describe('Name of the server; all connected ones unless given'),
});

interface RefreshDetails {
  /** About servers that were left out. */
  readonly notes: readonly string[];
}

/** Lists the tools of connected servers again, for servers that don't report changes themselves. */
export function createRefreshMcpToolsTool(servers: Pick<ServerAccess, 'refresh' | 'serverNames'>, maxResultSizeChars: number) {
  return buildTool<typeof inputSchema, RefreshedServer[], 'RefreshMcpTools', RefreshDetails>({
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
    call: async ({ server }, { abortController }, canUseTool) => {
      const { asked, notes } =
        server === undefined
          ? await serversWithoutRules('RefreshMcpTools', servers.serverNames(), canUseTool)
          : { asked: [server], notes: [] };
      return { data: await servers.refresh(asked, abortController.signal), details: { notes } };
    },
    mapToolResultToToolResultBlockParam: (output, toolUseId, details) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: textOf(output, details),
    }),
    wantsTo: (input) => `list the tools of ${shownField(input['server'] ?? 'all servers')} again`,
    present: (stage) => presentServerCall('Refresh tools', shownField(stage.input['server'] ?? 'all servers'), stage, textOf),
  });
}

function textOf(servers: readonly RefreshedServer[], { notes }: RefreshDetails): string {
  const lines = [...servers.map((server) => JSON.stringify(server)), ...notes];
  return lines.length === 0 ? 'There are no MCP servers.' : lines.join('\n');
}
