/** The type of the agents that hooks of the type `agent` start. Agents of files can't have this name. */
export const HOOK_AGENT_TYPE = 'hook:check';

/** Limit on the requests of such an agent. */
export const MAX_HOOK_AGENT_REQUESTS = 50;

/** A question for a model or an agent of a hook. */
export interface JudgeQuestion {
  /** What the answer has to look like, and that the event is data: the system prompt. */
  readonly rules: string;
  readonly prompt: string;
  /** A name or full id; default: the small model, or for an agent the session's. */
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

/** What hooks need besides processes and addresses; absent where there is none of it. Rejections are worded for people. */
export interface HookHelpers {
  /** Calls a tool of an MCP server that may run; resolves with the text of its answer. */
  readonly callMcpTool?: (call: {
    readonly server: string;
    readonly tool: string;
    readonly input: Readonly<Record<string, unknown>>;
    readonly signal: AbortSignal;
  }) => Promise<{ readonly text: string; readonly isError: boolean }>;
  /** Asks a small model without tools; resolves with its text. */
  readonly askModel?: (question: JudgeQuestion) => Promise<string>;
  /** Lets an agent with reading tools look, through the gate; resolves with its last message. */
  readonly askAgent?: (question: JudgeQuestion) => Promise<string>;
  /** A call as hooks about it see it: its tool's names, its input with absolute paths, and which conditions cover it. */
  readonly describeCall?: (call: RecordedCall) => DescribedCall | undefined;
  /** A hook with `asyncRewake` has something to report to the model. */
  readonly wake?: () => void;
}
