import type { HookSettings } from './hook-settings.ts';
import type { PermissionMode } from '../permission/mode.ts';
import type { Effort } from '../model/models.ts';

/** Whose notes an agent type keeps: for all projects, for this one in the repository, or for this one and out of git. */
export const MEMORY_SCOPES = ['user', 'project', 'local'] as const;
export type MemoryScope = (typeof MEMORY_SCOPES)[number];

/** The MCP servers that an agent type asks for. */
export interface AgentServers {
  /** Configured servers. Their tools are offered even where `tools` leaves them out. */
  readonly named: readonly string[];
  /** Entries for this type only, by name. Validated when the server starts. */
  readonly own: Readonly<Record<string, unknown>>;
}

/** A sub-agent type, built in or defined in a file. */
export interface AgentDefinition {
  readonly name: string;
  /** When to use it; read by the dispatching model. */
  readonly description: string;
  /** The agent's system prompt. */
  readonly prompt: string;
  /** Names as in rules: `Read`, `mcp__server`, `Agent(type, type)`. Absent: all. */
  readonly tools?: readonly string[] | undefined;
  /** Overrides `tools`. */
  readonly disallowedTools?: readonly string[] | undefined;
  /** An alias, a full id, or `inherit` (the default). */
  readonly model?: string | undefined;
  readonly effort?: Effort | undefined;
  readonly permissionMode?: PermissionMode | undefined;
  /** Maximum requests per task. */
  readonly maxTurns?: number | undefined;
  readonly background?: boolean | undefined;
  /** It always works in a git worktree of its own. */
  readonly isolation?: 'worktree' | undefined;
  /** Called only for agents of this type. */
  readonly hooks?: HookSettings | undefined;
  readonly mcpServers?: AgentServers | undefined;
  /** It keeps notes in a folder of its own. */
  readonly memory?: MemoryScope | undefined;
  readonly source: 'built-in' | 'managed' | 'project' | 'user' | 'plugin';
  /** Absolute; absent for a built-in type. */
  readonly file?: string | undefined;
}
