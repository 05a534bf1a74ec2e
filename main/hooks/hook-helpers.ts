/** The type of agents that `agent` hooks start. Agents from files can't have this name. */
export const HOOK_AGENT_TYPE = 'hook:check';

/** Maximum requests of such an agent. */
export const MAX_HOOK_AGENT_REQUESTS = 50;

/** A hook's question for a model or an agent. */
export interface JudgeQuestion {
  /** The system prompt: defines the form of the answer, and that the event is only data. */
  readonly rules: string;
  readonly prompt: string;
  /** A short name or full ID; default: the small model, for an agent the session's. */
  readonly model: string | undefined;
  /** The call that the event is about. */
  readonly callId: string | undefined;
  readonly signal: AbortSignal;
}

export interface RecordedCall {
  readonly toolName: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly callId: string;
}

export interface DescribedCall {
  readonly names: readonly string[];
  readonly input: Readonly<Record<string, unknown>>;
  readonly meets: (rule: string) => boolean;
}

/** What hooks need besides processes and network; each is absent where it isn't available. Rejections are worded for people. */
export interface HookHelpers {
  /** Calls a tool of a permitted MCP server; resolves to its text. */
  readonly callMcpTool?: (call: {
    readonly server: string;
    readonly tool: string;
    readonly input: Readonly<Record<string, unknown>>;
    readonly signal: AbortSignal;
  }) => Promise<{ readonly text: string; readonly isError: boolean }>;
  /** Asks a small model without tools; resolves to its text. */
  readonly askModel?: (question: JudgeQuestion) => Promise<string>;
  /** Runs an agent with read-only tools, through the gate; resolves to its last message. */
  readonly askAgent?: (question: JudgeQuestion) => Promise<string>;
  /** A call as hooks see it: its tool's names, its input with absolute paths, and which conditions match. */
  readonly describeCall?: (call: RecordedCall) => DescribedCall | undefined;
  /** Called when an `asyncRewake` hook has a report for the model. */
  readonly wake?: () => void;
}
