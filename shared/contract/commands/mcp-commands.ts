import { z } from 'zod';
import { mcpServerRowSchema } from '../mcp.ts';
import { projectDir } from './fields.ts';

/** MCP servers of a project. */
export const mcpCommands = {
  /** All configured servers of the project; `mcp.changed` says when to ask again. */
  'mcp.list': { input: z.strictObject({ projectDir }), output: z.object({ servers: z.array(mcpServerRowSchema) }) },
  'mcp.restart': {
    input: z.strictObject({ projectDir, name: z.string().max(200) }),
    output: z.object({ servers: z.array(mcpServerRowSchema) }),
  },
  /** Switches a server off for this project, or on again. */
  'mcp.setEnabled': {
    input: z.strictObject({ projectDir, name: z.string().max(200), enabled: z.boolean() }),
    output: z.object({ servers: z.array(mcpServerRowSchema) }),
  },
  /** What the server says of its tools now has been read: allow rules count for them again. */
  'mcp.accept': {
    input: z.strictObject({ projectDir, name: z.string().max(200), definitions: z.string().max(200) }),
    output: z.object({ servers: z.array(mcpServerRowSchema) }),
  },
} as const;
