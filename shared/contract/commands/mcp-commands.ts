import { z } from 'zod';
import { mcpServerRowSchema } from '../mcp.ts';
import { projectDir } from './fields.ts';

/** MCP servers of a project. */
export const mcpCommands = {
  /** All configured servers of the project; fetch again after `mcp.changed`. */
  'mcp.list': { input: z.strictObject({ projectDir }), output: z.object({ servers: z.array(mcpServerRowSchema) }) },
  'mcp.restart': {
    input: z.strictObject({ projectDir, name: z.string().max(200) }),
    output: z.object({ servers: z.array(mcpServerRowSchema) }),
  },
  /** Disables or enables a server for this project. */
  'mcp.setEnabled': {
    input: z.strictObject({ projectDir, name: z.string().max(200), enabled: z.boolean() }),
    output: z.object({ servers: z.array(mcpServerRowSchema) }),
  },
  /** Approves the server's current tool definitions, so that allow rules apply to them again. */
  'mcp.accept': {
    input: z.strictObject({ projectDir, name: z.string().max(200), definitions: z.string().max(200) }),
    output: z.object({ servers: z.array(mcpServerRowSchema) }),
  },
} as const;
