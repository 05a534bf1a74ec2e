import { z } from 'zod';
import { mcpScopeSchema } from '../settings/mcp-servers.ts';

/** One configured server as the window lists it. Every text may be a stranger's. */
export const mcpServerRowSchema = z.object({
  name: z.string(),
  scope: mcpScopeSchema,
  /** Where it is configured, absolute; `--mcp-config` for text on the command line. */
  file: z.string(),
  /** Command line or address, variables as written. Empty when the entry can't be used. */
  target: z.string(),
  /** `idle`: starts with the next session. `blocked`: the settings don't let it run. `invalid`: the entry can't be used. */
  state: z.enum(['idle', 'connecting', 'connected', 'failed', 'needs_trust', 'disabled', 'blocked', 'invalid']),
  /** Why it isn't connected, in words. */
  reason: z.string().nullable(),
  /** The end of what a failed server printed on its error output. */
  stderr: z.string().nullable(),
  tools: z.array(
    z.object({
      /** As the model calls it. */
      name: z.string(),
      rawName: z.string(),
      description: z.string(),
      /** Why allow rules don't count for it now. */
      suspended: z.string().nullable(),
    }),
  ),
  /** Tools that were left out, and why. */
  problems: z.array(z.string()),
  /** Some of its definitions are new or changed since they were accepted. */
  changed: z.boolean(),
  /** Digest of what it says of its tools; accepting them names it, so that nothing is accepted that wasn't shown. */
  definitions: z.string(),
});
export type McpServerRow = z.infer<typeof mcpServerRowSchema>;
