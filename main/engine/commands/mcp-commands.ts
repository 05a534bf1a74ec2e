import { commands } from '#shared/contract/commands.ts';
import type { McpServerRow } from '#shared/contract/commands/mcp-commands.ts';
import { implement } from '../command.ts';
import type { EngineParts } from '../engine-parts.ts';

/** Lists MCP servers and changes their state. */
export function mcpCommands({ projects }: EngineParts) {
  const rows = (projectDir: string): { servers: McpServerRow[] } => ({ servers: projects.get(projectDir).mcp?.list() ?? [] });
  return {
    'mcp.list': implement(commands['mcp.list'], ({ projectDir }) => rows(projectDir)),
    'mcp.restart': implement(commands['mcp.restart'], async ({ projectDir, name }) => {
      await projects.get(projectDir).mcp?.restart(name);
      return rows(projectDir);
    }),
    'mcp.setEnabled': implement(commands['mcp.setEnabled'], async ({ projectDir, name, enabled }) => {
      await projects.get(projectDir).mcp?.setEnabled(name, enabled);
      return rows(projectDir);
    }),
    'mcp.accept': implement(commands['mcp.accept'], async ({ projectDir, name, definitions }) => {
      await projects.get(projectDir).mcp?.acceptDefinitions(name, definitions);
      return rows(projectDir);
    }),
  };
}
