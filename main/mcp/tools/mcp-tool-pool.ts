import { createHash } from 'node:crypto';
import type { Tool } from '#main/tool/tool.ts';
import type { ChosenServer } from '../servers/choose-servers.ts';
import type { HeldServer } from '../servers/hold-server.ts';
import { makeMcpTool } from './mcp-tool.ts';
import type { ToolDefinition } from './tool-definition.ts';
import { mcpNamePart } from '#shared/permission/mcp-name-part.ts';

/** Makes the tools of all servers, each with a unique name. A tool whose definition is unchanged stays the same object. */
export class McpToolPool {
  readonly #maxResultChars: () => number;
  #cache = new Map<string, Tool>();

  constructor(maxResultChars: () => number) {
    this.#maxResultChars = maxResultChars;
  }

  make(held: readonly HeldServer[], chosen: readonly ChosenServer[]): Tool[] {
    const listed = held.flatMap((one) => one.server.tools.map((definition) => ({ held: one, definition })));
    // A rule may have been written for a server that isn't running now.
    const others = chosen.filter(({ verdict }) => verdict.kind !== 'needs_trust').map(({ name }) => ({ server: name, tool: '' }));
    const raw = listed.map(({ held: one, definition }) => ({ server: one.server.name, tool: definition.rawName }));
    const names = nameTools([...raw, ...others]);
    const cache = new Map<string, Tool>();
    const tools = listed.flatMap(({ held: one, definition }, index) => {
      const name = names[index];
      if (!name) return [];
      const key = JSON.stringify([one.server.key, definition.rawName, definition.digest, name.name, name.ambiguous]);
      const tool = this.#cache.get(key) ?? this.#tool(one, definition, name.name, name.ambiguous);
      cache.set(key, tool);
      return [tool];
    });
    this.#cache = cache;
    return tools;
  }

  #tool({ chosen, server, approval, entry }: HeldServer, definition: ToolDefinition, name: string, ambiguous: string | undefined): Tool {
    const plain = `mcp__${mcpNamePart(server.name)}__${mcpNamePart(definition.rawName)}`;
    return makeMcpTool({
      host: server,
      onlyFor: chosen.agent,
      definition,
      name,
      aliases: plain === name ? [] : [plain],
      alwaysLoad: entry.alwaysLoad,
      maxResultChars: this.#maxResultChars(),
      // The list may have changed since this request was built; the current definition counts.
      suspended: () => ambiguous ?? approval.suspension(server.tools.find(({ rawName }) => rawName === definition.rawName) ?? definition),
    });
  }
}

/** The Messages API's limit on a tool's name, in characters. */
const MAX_NAME = 64;

interface RawName {
  readonly server: string;
  readonly tool: string;
}

interface ToolName {
  readonly name: string;
  /** Why rules can't tell it from another tool; no rule then allows it. */
  readonly ambiguous: string | undefined;
}
/**
 * Names of these tools for the model, in the same order. Where server names are equal once normalised, or two tools get the same name,
 * the names are made unique and no allow rule counts for them: neither may inherit a permission meant for the other.
 */
export function nameTools(tools: readonly RawName[]): ToolName[] {
  const servers = new Map<string, Set<string>>();
  const plain = new Map<string, number>();
  for (const { server, tool } of tools) {
    // Rules compare server names as written, models see them normalised. Names that differ only in case are ambiguous too.
    const key = mcpNamePart(server).toLowerCase();
    servers.set(key, (servers.get(key) ?? new Set()).add(server));
    const name = plainName({ server, tool });
    plain.set(name, (plain.get(name) ?? 0) + 1);
  }
  return tools.map((raw) => {
    const name = plainName(raw);
    const alike = [...(servers.get(mcpNamePart(raw.server).toLowerCase()) ?? [])].filter((other) => other !== raw.server);
    const same = (plain.get(name) ?? 0) > 1;
    if (same) return { name: marked(name, raw), ambiguous: `another tool would have the same name, ${name}.` };
    if (alike.length > 0) return { name, ambiguous: `the servers “${raw.server}” and “${alike[0]}” can’t be told apart in rules.` };
    return { name, ambiguous: undefined };
  });
}

function plainName(raw: RawName): string {
  const name = `mcp__${mcpNamePart(raw.server)}__${mcpNamePart(raw.tool)}`;
  return name.length <= MAX_NAME ? name : marked(name, raw);
}

/** The name, shortened so that a digest of both raw names fits. */
function marked(name: string, { server, tool }: RawName): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([server, tool]))
    .digest('hex')
    .slice(0, 8);
  return `${name.slice(0, MAX_NAME - digest.length - 1)}_${digest}`;
}
