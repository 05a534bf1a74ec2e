import type { Tool } from '#main/tool/tool.ts';
import type { ChosenServer } from './choose-servers.ts';
import type { HeldServer } from './held-server.ts';
import { makeMcpTool } from './mcp-tool.ts';
import type { ToolDefinition } from './tool-definition.ts';
import { nameTools, normalise } from './tool-names.ts';

/** Makes the tools of all servers under names that are each one tool's. A tool whose server says the same stays the same object. */
export class McpToolPool {
  readonly #maxResultChars: () => number;
  #cache = new Map<string, Tool>();

  constructor(maxResultChars: () => number) {
    this.#maxResultChars = maxResultChars;
  }

  make(held: readonly HeldServer[], chosen: readonly ChosenServer[]): Tool[] {
    const listed = held.flatMap((one) => one.server.tools.map((definition) => ({ held: one, definition })));
    // A server that doesn't run now may still be the one a rule was written for.
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

  #tool({ server, approval, entry }: HeldServer, definition: ToolDefinition, name: string, ambiguous: string | undefined): Tool {
    const plain = `mcp__${normalise(server.name)}__${normalise(definition.rawName)}`;
    return makeMcpTool({
      host: server,
      definition,
      name,
      aliases: plain === name ? [] : [plain],
      alwaysLoad: entry.alwaysLoad,
      maxResultChars: this.#maxResultChars(),
      // The list may have changed again since this request was put together: what counts is what the server says now.
      suspended: () => ambiguous ?? approval.suspension(server.tools.find(({ rawName }) => rawName === definition.rawName) ?? definition),
    });
  }
}
