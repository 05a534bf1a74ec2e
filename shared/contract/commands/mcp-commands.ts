import { z } from 'zod';
import { mcpScopeSchema } from '../../settings/mcp-servers.ts';
import { projectDir, sessionId } from './fields.ts';

/** One configured server as the window lists it. All texts are untrusted. */
const mcpServerRowSchema = z.object({
  name: z.string(),
  scope: mcpScopeSchema,
  /** The configuration file, absolute; `--mcp-config` for text on the command line. */
  file: z.string(),
  /** Command line or URL, with variables unexpanded. Empty if the entry is invalid. */
  target: z.string(),
  /** `idle`: starts with the next session. `blocked`: not allowed by the settings. `invalid`: the entry can't be used. */
  state: z.enum(['idle', 'connecting', 'connected', 'failed', 'needs_trust', 'disabled', 'blocked', 'invalid']),
  /** Why it isn't connected, as text. */
  reason: z.string().nullable(),
  /** The last part of a failed server's stderr. */
  stderr: z.string().nullable(),
  tools: z.array(
    z.object({
      /** The name the model calls. */
      name: z.string(),
      rawName: z.string(),
      description: z.string(),
      /** Why allow rules don't apply to it now. */
      suspended: z.string().nullable(),
    }),
  ),
  /** Tools that were skipped, and why. */
  problems: z.array(z.string()),
  /** Some definitions are new or changed since they were approved. */
  changed: z.boolean(),
  /** Digest of the tool definitions. Approvals must name it, so that only definitions that were shown can be approved. */
  definitions: z.string(),
});
export type McpServerRow = z.infer<typeof mcpServerRowSchema>;

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
  /** A person's answer to a server's question. `gone`: it isn't open any more. `invalid_input`: the values don't fit. */
  'elicitation.answer': {
    input: z.strictObject({
      sessionId,
      elicitationId: z.string().max(100),
      action: z.enum(['accept', 'decline', 'cancel']),
      content: z
        .record(z.string().max(200), z.union([z.string().max(100_000), z.number(), z.boolean(), z.array(z.string().max(10_000)).max(200)]))
        .optional(),
    }),
    output: z.object({ outcome: z.enum(['accepted', 'gone']) }),
  },
} as const;
