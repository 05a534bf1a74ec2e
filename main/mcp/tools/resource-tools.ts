import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { Tool, ToolResult } from '#main/tool/tool.ts';
import type { ResultContent } from '#shared/session/content.ts';
import { errorMessage } from '#shared/error-message.ts';
import { resourceContentOf, resourceSchema } from './call-result.ts';
import { textOf } from './mcp-tool.ts';
import { listedResourceSchema, MAX_LISTED } from './listed-resource.ts';
import { plainLine } from './plain-text.ts';
import { presentServerCall, shownField } from './present-server-call.ts';
import { type ResourceHost, resourceHostNamed } from './server-access.ts';
import { serversWithoutRules } from './servers-without-rules.ts';

const listOutputSchema = z.array(
  z.object({
    server: z.string(),
    uri: z.string(),
    name: z.string(),
    mimeType: z.string().optional(),
    description: z.string().optional(),
  }),
);

interface ListDetails {
  /** What a server said instead of resources, or what is not listed. */
  readonly notes: readonly string[];
}

const readOutputSchema = z.object({
  contents: z.array(z.object({ uri: z.string(), mimeType: z.string().optional(), text: z.string().optional() })),
});

interface ReadDetails {
  readonly blobs: readonly { readonly uri: string; readonly blob: string }[];
  /** Number of parts that aren't resources. */
  readonly invalid: number;
}

/** Lists the resources of all connected servers. */
export function listTool(hosts: () => readonly ResourceHost[], maxResultSizeChars: number): Tool {
  const inputSchema = z.strictObject({
    server: z.string().optional().describe('Name of the server to list; all of them unless given'),
  });
  return buildTool<typeof inputSchema, z.infer<typeof listOutputSchema>, string, ListDetails>({
    name: 'ListMcpResourcesTool',
    searchHint: 'list what connected MCP servers offer to read',
    inputSchema,
    outputSchema: listOutputSchema,
    maxResultSizeChars,
    shouldDefer: true,
    isMcp: true,
    prompt: () => 'Lists the resources that connected MCP servers offer, with the server of each. Read one with ReadMcpResourceTool.',
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    call: async ({ server }, { abortController }, canUseTool) => {
      const names = hosts().map(({ name }) => name);
      const { asked, notes } =
        server === undefined ? await serversWithoutRules('ListMcpResourcesTool', names, canUseTool) : { asked: [server], notes: [] };
      const lists = await Promise.all(asked.map((name) => listOf(resourceHostNamed(hosts(), name), abortController.signal)));
      return {
        data: lists.flatMap(({ resources }) => resources),
        details: { notes: [...lists.flatMap(({ note }) => note ?? []), ...notes] },
      };
    },
    mapToolResultToToolResultBlockParam: (output, toolUseId, details) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: listText(output, details),
    }),
    wantsTo: (input) => `list the resources of ${shownField(input['server'] ?? 'all servers')}`,
    present: (stage) => presentServerCall('List resources', shownField(stage.input['server'] ?? 'all servers'), stage, listText),
  });
}

/** Reads one resource. */
export function readTool(hosts: () => readonly ResourceHost[], maxResultSizeChars: number): Tool {
  const inputSchema = z.strictObject({
    server: z.string().describe('Name of the server'),
    uri: z.string().min(1).max(8192).describe('The resource’s address, as the list has it'),
  });
  return buildTool<typeof inputSchema, z.infer<typeof readOutputSchema>, string, ReadDetails>({
    name: 'ReadMcpResourceTool',
    searchHint: 'read a resource of an MCP server',
    inputSchema,
    outputSchema: readOutputSchema,
    maxResultSizeChars,
    shouldDefer: true,
    isMcp: true,
    prompt: () => 'Reads a resource of a connected MCP server by its uri. ListMcpResourcesTool lists what there is.',
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    call: async ({ server, uri }, { abortController }) => {
      return readResult(await resourceHostNamed(hosts(), server).readResource(uri, abortController.signal));
    },
    mapToolResultToToolResultBlockParam: (output, toolUseId, details) => ({
      type: 'tool_result',
      tool_use_id: toolUseId,
      content: readContent(output, details),
    }),
    wantsTo: (input) => `read a resource of ${shownField(input['server'])}`,
    present: (stage) =>
      presentServerCall(
        'Read resource',
        `${shownField(stage.input['server'])}: ${shownField(stage.input['uri'])}`,
        stage,
        (output, details) => textOf(readContent(output, details)),
      ),
  });
}

interface Listed {
  readonly resources: z.infer<typeof listOutputSchema>;
  readonly note?: string;
}

/** A failing server is replaced by its error; the others are still listed. */
async function listOf(host: ResourceHost, signal: AbortSignal): Promise<Listed> {
  try {
    const raw = await host.listResources(signal);
    const resources = raw.slice(0, MAX_LISTED).flatMap((one) => {
      const parsed = listedResourceSchema.safeParse(one);
      if (!parsed.success) return [];
      const { uri, title = uri, name = title, mimeType, description } = parsed.data;
      return [{ server: host.name, uri, name, mimeType, description: description && plainLine(description, 500) }];
    });
    if (resources.length === 0) return { resources, note: `${host.name} offers no resources now.` };
    if (raw.length <= MAX_LISTED) return { resources };
    return { resources, note: `(${raw.length - MAX_LISTED} more resources of ${host.name} are not listed)` };
  } catch (error) {
    return { resources: [], note: `${host.name} could not be asked: ${errorMessage(error)}` };
  }
}

function listText(resources: z.infer<typeof listOutputSchema>, { notes }: ListDetails): string {
  return [...resources.map((resource) => JSON.stringify(resource)), ...notes].join('\n');
}

function readResult(raw: readonly unknown[]): ToolResult<z.infer<typeof readOutputSchema>, ReadDetails> {
  const parsed = raw.map((one) => resourceSchema.safeParse(one));
  const resources = parsed.flatMap(({ data }) => data ?? []);
  return {
    data: { contents: resources.map(({ uri, mimeType, text }) => ({ uri, mimeType, text })) },
    details: {
      blobs: resources.flatMap(({ uri, text, blob }) => (blob === undefined || text !== undefined ? [] : [{ uri, blob }])),
      invalid: parsed.length - resources.length,
    },
  };
}

function readContent({ contents }: z.infer<typeof readOutputSchema>, { blobs, invalid }: ReadDetails): ResultContent {
  const resources = contents.map((part) => ({
    ...part,
    blob: part.text === undefined ? blobs.find(({ uri }) => uri === part.uri)?.blob : undefined,
  }));
  return resourceContentOf(resources, invalid);
}
