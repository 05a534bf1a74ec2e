import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import { errorMessage } from '#shared/error-message.ts';
import { presentServerCall, shownField } from './present-server-call.ts';
import { resourceChildren } from './resource-children.ts';
import { type ResourceHost, resourceHostNamed } from './server-access.ts';

const inputSchema = z.strictObject({
  server: z.string().describe('Name of the server'),
  uri: z.string().min(1).max(8192).describe('Address of the folder'),
});

const outputSchema = z.object({
  resources: z.array(z.object({ uri: z.string(), name: z.string(), mimeType: z.string().optional() })),
  error: z.string().optional(),
});
type DirOutput = z.output<typeof outputSchema>;

interface DirDetails {
  /** Number of children that are not listed. */
  readonly left: number;
}

/** Lists one level of a server's resources. */
export function createReadMcpResourceDirTool(hosts: () => readonly ResourceHost[], maxResultSizeChars: number) {
  return buildTool<typeof inputSchema, DirOutput, 'ReadMcpResourceDir', DirDetails>({
    name: 'ReadMcpResourceDir',
    searchHint: 'list a folder of an MCP server’s resources',
    inputSchema,
    outputSchema,
    maxResultSizeChars,
    shouldDefer: true,
    isMcp: true,
    prompt: () =>
      'Lists what lies directly in a folder of a connected MCP server’s resources; folders in it have the type inode/directory. Use it instead of ListMcpResourcesTool where a server offers many.',
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    call: async ({ server, uri }, { abortController }) => {
      const host = resourceHostNamed(hosts(), server);
      let listed: readonly unknown[];
      try {
        listed = await host.listResources(abortController.signal);
      } catch (error) {
        return { data: { resources: [], error: errorMessage(error) }, details: { left: 0 }, isError: true };
      }
      const { children, left } = resourceChildren(listed, uri);
      if (children.length > 0) return { data: { resources: children }, details: { left } };
      return { data: { resources: [], error: `${server} lists nothing below ${uri}.` }, details: { left } };
    },
    mapToolResultToToolResultBlockParam: (output, toolUseId, details) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: textOf(output, details),
    }),
    wantsTo: (input) => `list resources of ${shownField(input['server'])}`,
    present: (stage) =>
      presentServerCall('List resources', `${shownField(stage.input['server'])}: ${shownField(stage.input['uri'])}`, stage, textOf),
  });
}

function textOf({ resources, error }: DirOutput, { left }: DirDetails): string {
  return [
    ...resources.map((resource) => JSON.stringify(resource)),
    ...(left === 0 ? [] : [`(${left} more are not listed)`]),
    ...(error === undefined ? [] : [error]),
  ].join('\n');
}
