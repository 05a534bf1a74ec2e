import type { SessionPlace } from '#shared/permission/call-place.ts';
import type { PermissionMode } from '#shared/permission/mode.ts';
import type { RuleEntry } from '#shared/permission/rule.ts';

/**
 * The immutable snapshot one decision is made against. Changes create a new one (`makePermissionContext`). Deeply frozen at run time, not
 * only readonly in its type.
 */
export interface ToolPermissionContext {
  readonly mode: PermissionMode;
  /** All rules of all sources. Within one behaviour order carries no meaning. */
  readonly rules: readonly RuleEntry[];
  /** The project folder, absolute. Relative patterns and `session`/`cli` anchors start here. */
  readonly projectDir: string;
  /**
   * Set while the session works in a worktree: the project folder that its settings belong to. Deny and ask rules about files hold there
   * too.
   */
  readonly settingsDir?: string | undefined;
  readonly homeDir: string;
  /** Absolute folders that count as working directories in addition to the project. */
  readonly additionalWorkingDirectories: readonly string[];
  readonly isBypassPermissionsModeAvailable: boolean;
  readonly isAutoModeAvailable: boolean;
  /** No one can answer: what would ask is denied. */
  readonly shouldAvoidPermissionPrompts: boolean;
  readonly awaitAutomatedChecksBeforeDialog: boolean;
  /** The mode to go back to when plan mode ends. */
  readonly prePlanMode: PermissionMode | undefined;
  /** Gatehouse's own folders: no tool ever writes in `stateDir`; `readableDirs` (this session's results and output) may be read without asking. */
  readonly stateDir: string;
  readonly readableDirs: readonly string[];
  /** Folders searched for programs, in order; relative ones are resolved from the command's working directory. */
  readonly searchPath: readonly string[];
  /** `gatehouse.networkReads`: commands that only query a server count as reading. */
  readonly networkReads: boolean;
  /** Where shell commands run; `undefined`: on this machine, which everything else here is about. */
  readonly commandPlace?: SessionPlace | undefined;
  /** Paths outside the working directories are refused instead of asked about. */
  readonly blocksOutside: { readonly reads: boolean; readonly writes: boolean };
}

/** The empty context: default mode, no rules, no bypass. */
export function makePermissionContext(
  fields: Pick<ToolPermissionContext, 'projectDir' | 'homeDir' | 'stateDir'> & Partial<ToolPermissionContext>,
): ToolPermissionContext {
  return deepFreeze({
    mode: 'default',
    rules: [],
    additionalWorkingDirectories: [],
    isBypassPermissionsModeAvailable: false,
    isAutoModeAvailable: false,
    shouldAvoidPermissionPrompts: false,
    awaitAutomatedChecksBeforeDialog: false,
    prePlanMode: undefined,
    readableDirs: [],
    searchPath: [],
    networkReads: false,
    blocksOutside: { reads: false, writes: false },
    ...fields,
  });
}

function deepFreeze<T extends object>(value: T): T {
  for (const child of Object.values(value)) {
    if (typeof child === 'object' && child !== null && !Object.isFrozen(child)) deepFreeze(child);
  }
  return Object.freeze(value);
}
