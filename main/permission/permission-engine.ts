import type { Decision, PermissionSuggestion } from '#shared/permission/decision.ts';
import type { CallFacts } from '#shared/permission/facts.ts';
import type { CommandReading } from './command-reading.ts';
import type { ToolPermissionContext } from './tool-permission-context.ts';

/** A call as the engine sees it: the name the registry resolved it to and the parsed, backfilled input. */
export interface PermissionCall {
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Absolute folder from which a shell command or a relative path is resolved. */
  readonly cwd: string;
  /** The tool always needs a person, whatever modes, rules and hooks allow. */
  readonly requiresUserInteraction?: boolean;
  /** What the registry knows about an MCP tool; without it the name is split. */
  readonly mcp?: {
    readonly serverName: string;
    readonly toolName: string;
    /** Why allow rules must not count (the definition changed since it was approved, or two servers share the name). */
    readonly suspended?: string | undefined;
  };
}

/** The result of a tool's own `checkPermissions` (SPEC T5). */
export type ToolPermissionResult =
  | { readonly behavior: 'passthrough' }
  | { readonly behavior: 'allow'; readonly updatedInput?: Readonly<Record<string, unknown>> }
  | {
      readonly behavior: 'ask';
      readonly message: string;
      readonly suggestions?: readonly PermissionSuggestion[];
      readonly reason?: string;
      /** Neither a rule, nor a hook, nor a mode can answer: a person has to see what the card shows. */
      readonly needsPerson?: true;
    }
  | { readonly behavior: 'deny'; readonly message: string };

/** Two halves: `analyse` does all I/O and returns facts; `decide` is pure and total. */
export interface PermissionEngine {
  /** Loads the shell grammar once. Until it resolves no command line can be analysed, so all are denied whatever the rules allow. */
  ready(): Promise<void>;
  analyse(call: PermissionCall, context: ToolPermissionContext): CallFacts;
  /** Never throws; an internal error becomes `ask` or `deny` with reason `internalError`. */
  decide(facts: CallFacts, context: ToolPermissionContext, toolCheck?: ToolPermissionResult): Decision;
  /**
   * Whether a Read call for this path would be denied; faster than analysing and deciding it. What can't be decided is denied. `realPath`: with
   * links resolved, where that is known already.
   */
  refusesReading(path: string, cwd: string, context: ToolPermissionContext, realPath?: string): boolean;
  /** True exactly when the facts prove that the command only reads. Unknown means false. */
  isReadOnlyCommand(command: string, cwd: string, context: ToolPermissionContext): boolean;
  readCommand(command: string, cwd: string, context: ToolPermissionContext): CommandReading;
  /** A deny rule blocks the tool outright, so the model must not see it at all (SPEC R4). */
  isHidden(toolName: string, context: ToolPermissionContext): boolean;
}
