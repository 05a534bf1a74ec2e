import { z } from 'zod';

/** Where a server was configured. The first of this list that names a server gives its whole entry; `managed` rules out all others. */
export const MCP_SCOPES = ['managed', 'cli', 'local', 'project', 'user'] as const;
export const mcpScopeSchema = z.enum(MCP_SCOPES);
export type McpScope = z.infer<typeof mcpScopeSchema>;

/** One file (or argument) with MCP servers. Entries are as written: whoever starts a server checks its entry. */
export interface McpServerSource {
  readonly scope: McpScope;
  /** Absolute; for text on the command line the option's name. */
  readonly file: string;
  readonly servers: Readonly<Record<string, unknown>>;
}

/** One condition of `allowedMcpServers` and `deniedMcpServers`: exactly one of the three. */
export const mcpServerMatchSchema = z.union([
  z.strictObject({ serverName: z.string().min(1) }),
  /** Program and arguments, each exactly. */
  z.strictObject({ serverCommand: z.array(z.string()).min(1) }),
  /** `*` stands for anything. */
  z.strictObject({ serverUrl: z.string().min(1) }),
]);
export type McpServerMatch = z.infer<typeof mcpServerMatchSchema>;

/** What the settings say about which servers may run. */
export interface McpPolicy {
  /** Of `.mcp.json`, by name. */
  readonly disabled: readonly string[];
  /** `undefined`: all that aren't denied. */
  readonly allowed: readonly McpServerMatch[] | undefined;
  readonly denied: readonly McpServerMatch[];
  /** Why nothing may run: an administrator's word can't be read. */
  readonly lockdown: string | undefined;
}

/** All the settings say about MCP servers. */
export interface McpSettings {
  readonly sources: readonly McpServerSource[];
  readonly policy: McpPolicy;
}
