import { z } from 'zod';
import { buildTool } from '#main/tool/build-tool.ts';
import type { PresentStage, Tool } from '#main/tool/tool.ts';
import type { ResultContent } from '#shared/session/content.ts';
import type { ToolView } from '#shared/session/tool-view.ts';
import { errorMessage } from '#shared/error-message.ts';
import { resourceContentOf } from './call-result.ts';
import { textOf } from './mcp-tool.ts';
import { plainLine } from './plain-text.ts';

/** What the resource tools need from a server. */
export interface ResourceHost {
  readonly name: string;
  listResources(signal: AbortSignal): Promise<readonly unknown[]>;
  readResource(uri: string, signal: AbortSignal): Promise<readonly unknown[]>;
}

const MAX_LISTED = 1000;

const resourceSchema = z.looseObject({
  uri: z.string().max(8192),
  name: z.string().optional().catch(undefined),
  title: z.string().optional().catch(undefined),
  mimeType: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
});

/** Claude Code's two tools for resources. Offered while a server with resources is connected. */
export function resourceTools(hosts: () => readonly ResourceHost[], maxResultChars: number): readonly Tool[] {
  return [listTool(hosts, maxResultChars), readTool(hosts, maxResultChars)];
}

function listTool(hosts: () => readonly ResourceHost[], maxResultSizeChars: number): Tool {
  const inputSchema = z.strictObject({
    server: z.string().optional().describe('Name of the server to list; all of them unless given'),
  });
  return buildTool<typeof inputSchema, string, string>({
    name: 'ListMcpResourcesTool',
    searchHint: 'list what connected MCP servers offer to read',
    inputSchema,
    maxResultSizeChars,
    shouldDefer: true,
    isMcp: true,
    prompt: () => 'Lists the resources that connected MCP servers offer, with the server of each. Read one with ReadMcpResourceTool.',
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    call: async ({ server }, { abortController }) => {
      const asked = server === undefined ? hosts() : [hostNamed(hosts(), server)];
      const lists = await Promise.all(asked.map((host) => listOf(host, abortController.signal)));
      return { data: lists.join('\n') };
    },
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content: output }),
    present: (stage) => present('List resources', shown(stage.input['server'] ?? 'all servers'), stage),
  });
}

function readTool(hosts: () => readonly ResourceHost[], maxResultSizeChars: number): Tool {
  const inputSchema = z.strictObject({
    server: z.string().describe('Name of the server'),
    uri: z.string().min(1).max(8192).describe('The resource’s address, as the list has it'),
  });
  return buildTool<typeof inputSchema, ResultContent, string>({
    name: 'ReadMcpResourceTool',
    searchHint: 'read a resource of an MCP server',
    inputSchema,
    maxResultSizeChars,
    shouldDefer: true,
    isMcp: true,
    prompt: () => 'Reads a resource of a connected MCP server by its uri. ListMcpResourcesTool lists what there is.',
    isReadOnly: () => true,
    isConcurrencySafe: () => true,
    call: async ({ server, uri }, { abortController }) => {
      return { data: resourceContentOf(await hostNamed(hosts(), server).readResource(uri, abortController.signal)) };
    },
    mapToolResultToToolResultBlockParam: (output, toolUseId) => ({ type: 'tool_result', tool_use_id: toolUseId, content: output }),
    present: (stage) => present('Read resource', `${shown(stage.input['server'])}: ${shown(stage.input['uri'])}`, stage),
  });
}

function hostNamed(hosts: readonly ResourceHost[], name: string): ResourceHost {
  const host = hosts.find((one) => one.name === name);
  if (host) return host;
  const known = hosts.map((one) => one.name).join(', ');
  throw new Error(
    `There is no connected server “${name}” that offers resources. ${known === '' ? 'There is none at all.' : `There are: ${known}`}`,
  );
}

/** A failing server is replaced by its error; the others are still listed. */
async function listOf(host: ResourceHost, signal: AbortSignal): Promise<string> {
  try {
    const raw = await host.listResources(signal);
    const resources = raw.slice(0, MAX_LISTED).flatMap((one) => {
      const parsed = resourceSchema.safeParse(one);
      if (!parsed.success) return [];
      const { uri, name, title, mimeType, description } = parsed.data;
      const entry = { server: host.name, uri, name: name ?? title, mimeType, description: description && plainLine(description, 500) };
      return [JSON.stringify(entry)];
    });
    const more = raw.length > MAX_LISTED ? [`(${raw.length - MAX_LISTED} more resources of ${host.name} are not listed)`] : [];
    return resources.length === 0 ? `${host.name} offers no resources now.` : [...resources, ...more].join('\n');
  } catch (error) {
    return `${host.name} could not be asked: ${errorMessage(error)}`;
  }
}

const MAX_VIEW_CHARS = 20_000;

function shown(value: unknown): string {
  return typeof value === 'string' ? plainLine(value) : '';
}

function present(title: string, summary: string, stage: PresentStage<ResultContent>): ToolView {
  const view = { kind: 'mcp' as const, title, summary };
  if (stage.stage === 'result' || stage.stage === 'error') {
    const text = stage.stage === 'result' ? textOf(stage.output) : stage.message;
    return { ...view, detail: { type: 'text', text: text.slice(0, MAX_VIEW_CHARS), truncated: text.length > MAX_VIEW_CHARS } };
  }
  return view;
}
