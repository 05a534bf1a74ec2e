import type { ToolPermissionContext } from '#main/permission/context.ts';
import type { Todo } from '#shared/session/tool-view.ts';
import type { AgentService } from './agents.ts';
import type { ReadFileState } from './read-file-state.ts';
import type { ToolServices } from './services.ts';
import type { TaskService } from './tasks.ts';
import type { Tool } from './tool.ts';

/** Session-wide state a tool may look at. Replaced, never changed in place. */
export interface AppState {
  readonly permission: ToolPermissionContext;
  readonly todos: readonly Todo[];
  /** What the conversation shall begin anew with, before the next request; only ever set, never read. */
  readonly freshStart?: FreshStart;
}

/** Ends what the model remembers: from here on it knows `text` alone. */
export interface FreshStart {
  readonly text: string;
  /** For the window. */
  readonly summary: string;
}

/** A tool of which the model has been told the name only (SPEC R5), unless it has loaded it since. */
export interface DeferredTool {
  readonly tool: Tool;
  readonly loaded: boolean;
}

/** What a call is given (SPEC T8), grouped by concern. Each call gets its own copy; only a context modifier changes it for later calls. */
export interface ToolUseContext {
  readonly options: {
    readonly tools: readonly Tool[];
    /** Those of `tools` that are deferred; none unless given. */
    readonly deferred?: readonly DeferredTool[];
    readonly model: string;
    readonly isNonInteractive: boolean;
    /** Makes the pool anew before the next request. */
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
  /** Whose calls these are; `agentId`, `agentType` and `parentCallId` (the Agent call it runs under) are a sub-agent's. */
  readonly agent: {
    readonly agentId?: string;
    readonly agentType?: string;
    readonly parentCallId?: string;
    readonly depth: number;
  };
  readonly abortController: AbortController;
  readonly toolUseId: string;
  /** Real paths that the permission decision was about: a file tool opens no other. Absent while nothing is decided, and for calls that name no path. */
  readonly decidedPaths?: readonly string[];
  readonly readFileState: ReadFileState;
  /** A function, so that every await can read again. */
  getAppState(): AppState;
  setAppState(change: (state: AppState) => AppState): void;
  /** Reaches the root store from sub-agents too. */
  setAppStateForTasks(change: (state: AppState) => AppState): void;
  readonly services: ToolServices;
  /** The other agents of the session; absent where there can be none. */
  readonly agents?: AgentService;
  /** What runs in the background; absent where nothing can. */
  readonly tasks?: TaskService;
}
