import type { Tool } from './tool.ts';

export interface PoolOptions {
  /** Whether a deny rule blocks a tool of that name outright (`PermissionEngine.isHidden` with the current snapshot). */
  readonly isHidden: (toolName: string) => boolean;
}

/** Those of `tools` that the model may know about: enabled, not denied outright under any of their names (SPEC R2, R4, R6). */
export function getTools(tools: readonly Tool[], { isHidden }: PoolOptions): Tool[] {
  return tools.filter((tool) => isEnabled(tool) && ![tool.name, ...tool.aliases].some((name) => isHidden(name)));
}

/**
 * The pool of one request: built-ins A–Z by code point, then MCP tools A–Z, unique by name, built-ins first (SPEC R3). Adding or
 * removing an MCP tool leaves the built-in part as it was, so a prompt cache keeps it.
 */
export function assembleToolPool(tools: readonly Tool[], mcpTools: readonly Tool[], options: PoolOptions): Tool[] {
  const builtIns = uniqueByName(getTools(tools, options)).toSorted(byName);
  const taken = new Set(builtIns.map(({ name }) => name));
  const others = uniqueByName(getTools(mcpTools, options)).filter(({ name }) => !taken.has(name));
  return [...builtIns, ...others.toSorted(byName)];
}

/** Index of the last built-in tool of a pool, where the prompt cache's breakpoint sits; -1 without built-ins. */
export function cacheBreakpoint(pool: readonly Tool[]): number {
  return pool.findLastIndex((tool) => !tool.isMcp);
}

/** By name, else by alias, among the tools of a pool and never beyond it (SPEC R6). */
export function findTool(pool: readonly Tool[], name: string): Tool | undefined {
  return pool.find((tool) => tool.name === name) ?? pool.find((tool) => tool.aliases.includes(name));
}

function isEnabled(tool: Tool): boolean {
  try {
    return tool.isEnabled();
  } catch {
    return false;
  }
}

function uniqueByName(tools: readonly Tool[]): Tool[] {
  return [...new Map(tools.toReversed().map((tool) => [tool.name, tool])).values()];
}

function byName(a: Tool, b: Tool): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
