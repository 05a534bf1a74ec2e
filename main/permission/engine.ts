import type { Decision, PermissionSuggestion } from '#shared/permission/decision.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import type { ToolPermissionContext } from './context.ts';

/** A call as the engine sees it: the name the registry resolved it to and the parsed, backfilled input. */
export interface PermissionCall {
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Where a shell command or a relative path starts, absolute. */
  readonly cwd: string;
  /** The tool always needs a person, past every mode, rule and hook allow. */
  readonly requiresUserInteraction?: boolean;
  /** What the registry knows about an MCP tool; without it the name alone is taken apart. */
  readonly mcp?: {
    readonly serverName: string;
    readonly toolName: string;
    /** Why allow rules must not count (its definition changed since it was approved, two servers share the name). */
    readonly suspended?: string | undefined;
  };
}

/** What a tool's own `checkPermissions` said (SPEC T5). */
export type ToolPermissionResult =
  | { readonly behavior: 'passthrough' }
  | { readonly behavior: 'allow'; readonly updatedInput?: Readonly<Record<string, unknown>> }
  | { readonly behavior: 'ask'; readonly message: string; readonly suggestions?: readonly PermissionSuggestion[]; readonly reason?: string }
  | { readonly behavior: 'deny'; readonly message: string };

/** Two halves: `analyse` does all I/O and returns facts; `decide` is pure and total. */
export interface PermissionEngine {
  /** Loads what is needed to understand command lines, once; until it resolves none can be analysed, so all are denied, whatever allows them. */
  ready(): Promise<void>;
  analyse(call: PermissionCall, context: ToolPermissionContext): CallFacts;
  /** Never throws; an exception inside becomes `ask` or `deny` with reason `internalError`. */
  decide(facts: CallFacts, context: ToolPermissionContext, toolCheck?: ToolPermissionResult): Decision;
  /** True exactly when the facts say that the command only reads. Unknown = false. */
  isReadOnlyCommand(command: string, cwd: string, context: ToolPermissionContext): boolean;
  /** A deny rule blocks the tool outright, so the model must not even hear of it (SPEC R4). */
  isHidden(toolName: string, context: ToolPermissionContext): boolean;
}
