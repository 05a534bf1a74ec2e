import { z } from 'zod';

/** Where a server is configured. The first source in this list that has an entry for a server wins; `managed` excludes all others. */
export const MCP_SCOPES = ['managed', 'cli', 'local', 'project', 'user', 'plugin'] as const;
export const mcpScopeSchema = z.enum(MCP_SCOPES);
export type McpScope = z.infer<typeof mcpScopeSchema>;

/** One file (or argument) with MCP servers. Entries aren't validated here, but when a server starts. */
export interface McpServerSource {
  readonly scope: McpScope;
  /** Absolute path; the option's name for text on the command line. */
  readonly file: string;
  readonly servers: Readonly<Record<string, unknown>>;
  /** The only agent type that is offered these servers. */
  readonly agent?: string;
}

/** One condition of `allowedMcpServers` and `deniedMcpServers`: exactly one of the three. */
export const mcpServerMatchSchema = z.union([
  z.strictObject({ serverName: z.string().min(1) }),
  /** Program and arguments, compared exactly. */
  z.strictObject({ serverCommand: z.array(z.string()).min(1) }),
  /** `*` matches anything. */
  z.strictObject({ serverUrl: z.string().min(1) }),
]);
export type McpServerMatch = z.infer<typeof mcpServerMatchSchema>;

/** The settings' policy on which servers may run. */
export interface McpPolicy {
  /** Names of `.mcp.json` servers. */
  readonly disabled: readonly string[];
  /** `undefined`: all servers that aren't denied. */
  readonly allowed: readonly McpServerMatch[] | undefined;
  readonly denied: readonly McpServerMatch[];
  /** Why no server may run: the managed settings can't be read. */
  readonly lockdown: string | undefined;
}

/** Everything the settings define about MCP servers. */
export interface McpSettings {
  readonly sources: readonly McpServerSource[];
  readonly policy: McpPolicy;
}
