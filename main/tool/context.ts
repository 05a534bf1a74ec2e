import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { Todo } from '#shared/session/tool-view.ts';
import type { AgentService } from './agents.ts';
import type { ReadFileState } from './read-file-state.ts';
import type { ToolServices } from './services.ts';
import type { TaskService } from './tasks.ts';
import type { Tool } from './tool.ts';

/** Session-wide state that tools can read. Replaced, never mutated. */
export interface AppState {
  readonly permission: ToolPermissionContext;
  readonly todos: readonly Todo[];
  /** What the conversation restarts with before the next request. Tools only set it. */
  readonly freshStart?: FreshStart;
}

/** Clears the conversation: from here on the model sees only `text`. */
export interface FreshStart {
  readonly text: string;
  /** Shown in the window. */
  readonly summary: string;
}

/** A tool the model knows only by name (SPEC R5) until it loads the definition. */
export interface DeferredTool {
  readonly tool: Tool;
  readonly loaded: boolean;
}

/** The context of a call (SPEC T8), grouped by concern. Each call gets its own copy; only a context modifier affects later calls. */
export interface ToolUseContext {
  readonly options: {
    readonly tools: readonly Tool[];
    /** The deferred ones among `tools`. Default none. */
    readonly deferred?: readonly DeferredTool[];
    readonly model: string;
    readonly isNonInteractive: boolean;
    /** Rebuilds the tool pool before the next request. */
    readonly refreshTools?: () => void;
  };
  readonly session: {
    readonly sessionId: string;
    /** Absolute; holds `tool-results/` and `terminals/`. */
    readonly sessionDir: string;
    readonly projectDir: string;
  };
  /** The working directory that shell commands and relative paths start from, absolute. */
  readonly cwd: string;
  /** The agent that makes the call. `agentId`, `agentType` and `parentCallId` (its Agent call) are set for sub-agents only. */
  readonly agent: {
    readonly agentId?: string;
    readonly agentType?: string;
    readonly parentCallId?: string;
    readonly depth: number;
  };
  readonly abortController: AbortController;
  readonly toolUseId: string;
  /** Real paths the permission decision covers: file tools open no others. Absent before the decision, and for calls without paths. */
  readonly decidedPaths?: readonly string[];
  readonly readFileState: ReadFileState;
  /** A function, so that code can read fresh state after each await. */
  getAppState(): AppState;
  setAppState(change: (state: AppState) => AppState): void;
  /** Updates the root store, also from sub-agents. */
  setAppStateForTasks(change: (state: AppState) => AppState): void;
  readonly services: ToolServices;
  /** Starts and reaches other agents; absent where there can be none. */
  readonly agents?: AgentService;
  /** Background tasks; absent where there can be none. */
  readonly tasks?: TaskService;
}
