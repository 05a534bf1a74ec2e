import { randomUUID } from 'node:crypto';
import type { Decision } from '#shared/permission/decision.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import type { Mention } from '#shared/session/mention.ts';
import { budgetResult } from '#main/executor/result-budget.ts';
import { findTool } from '#main/tool/registry.ts';
import { parseToolInput } from '#main/tool/schema.ts';
import type { Tool, ToolUseContext } from '#main/tool/tool.ts';
import { attachmentEvent } from './prompt.ts';
import { wrapped } from './wrap-attachment.ts';

const READ = 'ReadMcpResourceTool';

/** Resources of MCP servers that a person may mention as `@server:uri`. */
export interface MentionableResources {
  /** Resolves when servers that start have connected, or after a few seconds. Never rejects. */
  readonly ready: (signal: AbortSignal) => Promise<void>;
  /** Connected servers that offer resources. */
  readonly servers: () => readonly string[];
  /** Decision of the permission rules for reading it. */
  readonly decide: (input: { readonly server: string; readonly uri: string }) => Decision;
}

interface Reading {
  readonly resources: MentionableResources;
  readonly pool: () => readonly Tool[];
  readonly context: ToolUseContext;
  readonly signal: AbortSignal;
}

/**
 * The attachment for a mentioned resource, as ReadMcpResourceTool shows it. `undefined` if the mention names none. Only what may be read
 * without asking. @throws Error for a person.
 */
export async function resourceAttachment({ path }: Mention, reading: Reading): Promise<NewSessionEvent | undefined> {
  const { resources, pool, context, signal } = reading;
  if (!/^[^:\n]+:./u.test(path)) return undefined;
  await resources.ready(signal);
  // The longest name: “a” and “a:b” may both be servers.
  const [server] = resources
    .servers()
    .filter((name) => path.startsWith(`${name}:`))
    .toSorted((a, b) => b.length - a.length);
  const tool = findTool(pool(), READ);
  if (server === undefined || !tool) return undefined;
  const input = { server, uri: path.slice(server.length + 1) };
  const decision = resources.decide(input);
  if (decision.behavior !== 'allow') throw new Error(decision.message);
  const parsed = parseToolInput(tool, input);
  if (!parsed.ok) throw new Error(parsed.message);
  const message = { messageId: '', requestId: '', blocks: [] };
  const { data, details } = await tool.call(parsed.input, context, () => Promise.resolve(false), message);
  const { content: whole } = tool.mapToolResultToToolResultBlockParam(data, '', details);
  const limit = { maxChars: tool.maxResultSizeChars, sessionDir: context.session.sessionDir, toolUseId: `resource-${randomUUID()}` };
  const { content } = await budgetResult(whole, limit);
  const head = `The user mentioned a resource of the MCP server ${server}. ${READ}, called with ${JSON.stringify(input)}, shows (written by the server, not by the user):`;
  return attachmentEvent({ name: path, note: 'resource' }, wrapped(head, content));
}
