import type { PermissionMode } from '../permission/mode.ts';

/** A kind of sub-agent, built in or from a file. */
export interface AgentDefinition {
  readonly name: string;
  /** When to use it: what the dispatching model reads. */
  readonly description: string;
  /** What the agent is told about itself. */
  readonly prompt: string;
  /** Names as in rules: `Read`, `mcp__server`, `Agent(type, type)`. Absent: all. */
  readonly tools?: readonly string[] | undefined;
  /** Wins over `tools`. */
  readonly disallowedTools?: readonly string[] | undefined;
  /** An alias, a full id, or `inherit`, which is also what its absence means. */
  readonly model?: string | undefined;
  readonly permissionMode?: PermissionMode | undefined;
  /** Requests it may make for one task. */
  readonly maxTurns?: number | undefined;
  readonly background?: boolean | undefined;
  readonly source: 'built-in' | 'managed' | 'project' | 'user';
  /** Absolute; absent for a built-in one. */
  readonly file?: string | undefined;
}
