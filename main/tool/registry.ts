import { readVariable } from '#main/environment.ts';
import { TOOL_NAMES, toolRow } from '#shared/tool-table.ts';
import type { Tool } from './tool.ts';

export interface PoolOptions {
  /** Whether a deny rule blocks the whole tool (`PermissionEngine.isHidden` with the current snapshot). */
  readonly isHidden: (toolName: string) => boolean;
}

/** The tools offered to the model: enabled, and not denied under any of their names (SPEC R2, R4, R6). */
export function getTools(tools: readonly Tool[], { isHidden }: PoolOptions): Tool[] {
  return tools.filter((tool) => isEnabled(tool) && ![tool.name, ...tool.aliases].some((name) => isHidden(name)));
}

/**
 * The tools of one request, unique by name: built-ins sorted by code point, then MCP tools likewise (SPEC R3). Adding or removing an
 * MCP tool doesn't change the built-in part, so the prompt cache for it stays valid.
 */
export function assembleToolPool(tools: readonly Tool[], mcpTools: readonly Tool[], options: PoolOptions): Tool[] {
  const builtIns = uniqueByName(getTools(tools, options)).toSorted(byName);
  const taken = new Set(builtIns.map(({ name }) => name));
  const others = uniqueByName(getTools(mcpTools, options)).filter(({ name }) => !taken.has(name));
  return [...builtIns, ...others.toSorted(byName)];
}

/** Index of the last built-in tool, where the prompt cache breakpoint goes; -1 without built-ins. */
export function cacheBreakpoint(pool: readonly Tool[]): number {
  return pool.findLastIndex((tool) => !tool.isMcp);
}

/** Finds a tool of the pool by name, else by alias (SPEC R6). */
export function findTool(pool: readonly Tool[], name: string): Tool | undefined {
  return pool.find((tool) => tool.name === name) ?? pool.find((tool) => tool.aliases.includes(name));
}

/** The only built-ins of simple mode (SPEC R2). */
export const SIMPLE_TOOLS = TOOL_NAMES.filter((name) => toolRow(name)?.simple);

/** Whether `CLAUDE_CODE_SIMPLE` is set to anything but a negative value. */
export function isSimpleMode(env: NodeJS.ProcessEnv): boolean {
  return readVariable(env, 'CLAUDE_CODE_SIMPLE');
}

/** The tools with these names or aliases; all of them without a list. */
export function presetTools(tools: readonly Tool[], names: readonly string[] | undefined): readonly Tool[] {
  if (names === undefined) return tools;
  const chosen = new Set(names.map((name) => findTool(tools, name)));
  return tools.filter((tool) => chosen.has(tool));
}

function isEnabled(tool: Tool): boolean {
  try {
    return tool.isEnabled();
  } catch {
    // A tool that can't tell isn't offered.
    return false;
  }
}

function uniqueByName(tools: readonly Tool[]): Tool[] {
  return [...new Map(tools.toReversed().map((tool) => [tool.name, tool])).values()];
}

function byName(a: Tool, b: Tool): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
