import type { ElicitationService } from './services/elicitation.ts';
import type { JsonObjectSchema } from './json-object-schema.ts';
import type { z } from 'zod';
import type { ToolPermissionResult } from '#main/permission/permission-engine.ts';
import type { AssistantBlock, McpMeta, ResultContent, UserContent } from '#shared/session/content.ts';
import type { AskAnswer } from '#shared/session/ask.ts';
import type { TaskList } from '#shared/session/task-list.ts';
import type { Todo, ToolProgress, ToolView } from '#shared/session/tool-view.ts';
import type { Worktree } from '#shared/session/worktree.ts';
import type { TerminalRecord } from '#shared/session/call-record.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { AgentStart, AgentStatus, AgentTask, CallingAgent, DeletedTeam } from './services/agents.ts';
import type { SideModel } from './services/side-model.ts';
import type { ReadFileState } from './read-file-state.ts';
import type { SkillService } from './services/skills.ts';
import type { ScheduleService } from './services/schedules.ts';
import type { TriggerService } from './services/triggers.ts';
import type { SavedWorkflow, StartedWorkflow, WorkflowRequest } from './services/workflows.ts';
import type { MadeCall, ScriptAnswer, ScriptCall } from './services/scripts.ts';
import type { CommandStart, CommandTask, TaskStatus, ToolServices } from './services/tool-services.ts';

/** The assistant message that contains a call. */
export interface AssistantMessage {
  readonly messageId: string;
  readonly requestId: string;
  /** The blocks received so far; grows while the response streams. */
  readonly blocks: readonly AssistantBlock[];
}

/** A message a tool adds to the conversation after its result (SPEC A0 says who sees it). */
export interface NewMessage {
  readonly content: UserContent;
  readonly visibility: 'both' | 'model' | 'window';
}

/**
 * Result of a call (SPEC T7). `data` is the tool's output with Claude Code's names and shape: PostToolUse hooks get it as `tool_response` and may
 * replace it. `details` is what else the model's text and the window's view need; it repeats nothing of `data`, so that a hook that
 * replaces `data` replaces all of it.
 */
export type ToolResult<Output, Details = undefined> = ResultOf<Output> &
  (undefined extends Details ? { readonly details?: Details } : { readonly details: Details });

interface ResultOf<Output> {
  readonly data: Output;
  readonly newMessages?: readonly NewMessage[];
  /** Applied after the call: at once for an exclusive call, in request order when a parallel batch has drained (SPEC E5). */
  readonly contextModifier?: (context: ToolUseContext) => ToolUseContext;
  /** The tool ran and failed (a command's exit code): the result is sent with `is_error`, nothing was thrown. */
  readonly isError?: boolean;
  readonly exitCode?: number;
  /** Set when the tool gives the model only a part: the file with the whole result (`makeResultFile`). */
  readonly persistedPath?: string;
  /** Set by MCP tools; kept in the log. */
  readonly mcpMeta?: McpMeta | undefined;
}

export interface ToolResultBlockParam {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: ResultContent;
  readonly is_error?: boolean;
}

export type ValidationResult = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** The stage of a call that a tool presents. In the `input` stage, input may still be streaming. */
export type PresentStage<Output, Details = undefined> =
  | { readonly stage: 'input'; readonly input: Readonly<Record<string, unknown>> }
  | {
      readonly stage: 'result';
      readonly input: Readonly<Record<string, unknown>>;
      readonly output: Output;
      /** As in the tool's result. */
      readonly details: Details;
    }
  | { readonly stage: 'rejection'; readonly input: Readonly<Record<string, unknown>>; readonly message: string }
  | { readonly stage: 'error'; readonly input: Readonly<Record<string, unknown>>; readonly message: string };

/** Receives progress while `call` runs. A terminal is reported once, when it opens. */
export type OnProgress = (update: ToolProgress | { readonly terminal: TerminalRecord }) => void;

/** Whether a nested call (as a REPL tool makes) would run without a question. `false` if unsure. */
export type CanUseTool = (toolName: string, input: Readonly<Record<string, unknown>>) => Promise<boolean>;

/**
 * The tool protocol (SPEC T1–T7), a structural type for built-in, MCP and generated tools.
 * Create tools with `buildTool`, which fills in fail-closed defaults.
 */
export interface Tool<Schema extends z.ZodObject = z.ZodObject, Output = unknown, Details = unknown> {
  readonly name: string;
  readonly aliases: readonly string[];
  /** 3–10 words for tool search. */
  readonly searchHint?: string;
  readonly inputSchema: Schema;
  /** Set for external tools: it validates the input and is sent unchanged, and `inputSchema` accepts any object. */
  readonly inputJSONSchema?: JsonObjectSchema;
  /** Of `data` in the result: what a hook puts in its place has to fit it. */
  readonly outputSchema: z.ZodType<Output>;
  /** Characters; `Infinity` for a tool that limits its own output. */
  readonly maxResultSizeChars: number;
  readonly strict: boolean;
  readonly shouldDefer: boolean;
  readonly alwaysLoad: boolean;
  /** Raw names. `onlyFor`: the only agent type that is offered it. `suspended` is read at each decision: why allow rules don't apply now. `digest` covers the server's whole definition. */
  readonly mcpInfo?: {
    readonly serverName: string;
    readonly toolName: string;
    readonly digest?: string;
    readonly onlyFor?: string | undefined;
    readonly suspended?: string | undefined;
  };
  readonly isMcp: boolean;

  call(
    args: z.output<Schema>,
    context: ToolUseContext,
    canUseTool: CanUseTool,
    parentMessage: AssistantMessage,
    onProgress?: OnProgress,
  ): Promise<ToolResult<Output, Details>>;
  /** The tool description for the model. Stable within a session. */
  prompt(): string;
  checkPermissions(input: z.output<Schema>, context: ToolUseContext): Promise<ToolPermissionResult>;
  /** Checks beyond the schema (file not read yet, nothing to change). Runs before the permission check. */
  validateInput?(input: z.output<Schema>, context: ToolUseContext): Promise<ValidationResult>;
  /** For a tool that reads the content of rules in its own way: whether a hook's condition `Tool(content)` meets the call. A throw counts as yes. */
  preparePermissionMatcher?(input: z.output<Schema>): (ruleContent: string) => boolean;
  isEnabled(): boolean;
  /** The three safety predicates take parsed input; callers treat a throw as `false` (SPEC T5). */
  isReadOnly(input: z.output<Schema>): boolean;
  isDestructive(input: z.output<Schema>): boolean;
  isConcurrencySafe(input: z.output<Schema>): boolean;
  interruptBehavior(input: z.output<Schema>): 'cancel' | 'block';
  /** A failed run cancels the other calls of its response (SPEC E4). Default: as the table of tools says. */
  readonly abortsSiblings: boolean;
  /** In auto mode the classifier starts while hooks still run. Default: as the table of tools says. */
  readonly classifiesEarly: boolean;
  requiresUserInteraction(): boolean;
  /** Input fields that only a person's answer or a hook fills in; the model's values are dropped (SPEC P1). */
  readonly answerFields?: readonly (keyof z.output<Schema> & string)[];
  /** Fields that models know of it from elsewhere and that have no effect here. They aren't offered, and are dropped from the input. */
  readonly ignoredFields?: readonly string[];
  /**
   * For a tool whose question needs more than a yes: returns the input with the person's answer, or `undefined` if the answer
   * doesn't fit the question. The result is validated and decided like any other input.
   */
  answered?(input: z.output<Schema>, answer: AskAnswer): z.input<Schema> | undefined;
  /** Completes a deep clone of the input (absolute paths, for example) for hooks and permission checks. `call` doesn't receive it. */
  backfillObservableInput(clone: z.output<Schema>, context: ToolUseContext): z.output<Schema>;
  /** The text the auto-mode classifier reads. Empty: never auto-approved. */
  toAutoClassifierInput(input: z.output<Schema>): string;
  /** Its result contains messages of Gatehouse itself, so it escapes the rest (`own-tags.ts`). All others are escaped for them. */
  readonly escapesOwnTags?: true;
  mapToolResultToToolResultBlockParam(output: Output, toolUseId: string, details: Details): ToolResultBlockParam;

  /** Shown when `present` throws. */
  userFacingName(input: Readonly<Record<string, unknown>>): string;
  /**
   * What a card says after “wants to”, such as “remove the worktree”. Default: a phrase for the kind of its view. Gets any input, like
   * `present`, and the view of it.
   */
  wantsTo?(input: Readonly<Record<string, unknown>>, view: Readonly<ToolView>): string;
  /** Must not throw for any input, since the model may send a malformed one. */
  present(stage: PresentStage<Output, Details>): ToolView;
  /** A preview for the permission card that needs I/O (the diff of an edit). Default: `present`. */
  preview?(input: z.output<Schema>, context: ToolUseContext): Promise<ToolView>;
}

/** Session-wide state that tools can read. Replaced, never mutated. */
export interface AppState {
  readonly permission: ToolPermissionContext;
  readonly todos: readonly Todo[];
  /** Shared by all agents of the session. */
  readonly taskList: TaskList;
  /** The worktree that the main agent works in, instead of the project folder. */
  readonly worktree?: Worktree | undefined;
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
  };
  readonly session: {
    readonly sessionId: string;
    /** Absolute; holds `tool-results/` and `terminals/`. */
    readonly sessionDir: string;
    readonly projectDir: string;
  };
  /** The working directory that shell commands and relative paths start from, absolute. */
  readonly cwd: string;
  readonly agent: CallingAgent;
  readonly abortController: AbortController;
  readonly toolUseId: string;
  /** Real paths the permission decision covers: file tools open no others. Absent before the decision, and for calls without paths. */
  readonly decidedPaths?: readonly string[];
  /** The user edited the input before they allowed the call. */
  readonly userModified?: boolean;
  readonly readFileState: ReadFileState;
  /** A function, so that code can read fresh state after each await. */
  getAppState(): AppState;
  setAppState(change: (state: AppState) => AppState): void;
  /** Updates the root store, also from sub-agents. */
  setAppStateForTasks(change: (state: AppState) => AppState): void;
  readonly services: ToolServices;
  // Services of the session; each is absent where it isn't available.
  readonly sideModel?: SideModel;
  readonly agents?: AgentService;
  readonly tasks?: TaskService;
  readonly skills?: SkillService;
  readonly scriptCalls?: ScriptCallService;
  readonly elicitations?: ElicitationService;
  // Only for the main agent.
  readonly schedules?: ScheduleService;
  readonly triggers?: TriggerService;
  readonly workflows?: WorkflowService;
}

/** Lets tools start and reach other agents of the session. Its error messages are written for the model. */
export interface AgentService {
  /** @throws Error for an unknown type, or beyond the limits on depth and number. */
  start(task: AgentTask, context: ToolUseContext, onProgress?: OnProgress): Promise<AgentStart>;
  /**
   * Sends a message to an agent by id or name, or to the main agent as `main`. A running agent gets it with its next request; an ended one resumes in the background.
   * @throws Error if there is no such agent, or it can't resume.
   */
  send(to: string, message: string, context: ToolUseContext): Promise<{ readonly agentId: string; readonly resumed: boolean }>;
  /** Makes the main agent the leader of a team. @throws Error when it leads one already. */
  createTeam(name: string, description: string | undefined): void;
  /** Stops the members that are at work. @throws Error when there is no team. */
  deleteTeam(): DeletedTeam;
  status(agentId: string): AgentStatus | undefined;
  /** Resolves when the agent ends, after `timeoutMs`, or when the signal aborts. */
  wait(agentId: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
  /** Stops the agent and those it started. `false` if it isn't running. */
  stop(agentId: string, why: string): boolean;
}

/** Runs scripts that start agents. Its error messages are written for the model. */
export interface WorkflowService {
  /** @throws Error when the script can't be read, or there is nothing to resume. */
  start(request: WorkflowRequest, context: ToolUseContext): Promise<StartedWorkflow>;
  /** The script that a run of this session was started with. @throws Error for an unknown run. */
  scriptOf(runId: string): string;
  /** Workflows from files, now. */
  saved(): readonly SavedWorkflow[];
}

/** Runs and tracks the background tasks of a session: commands, agents and workflows. */
export interface TaskService {
  /** Runs a command, in the background if requested or on timeout. Rejects only when the shell can't be started. */
  run(task: CommandTask, context: ToolUseContext): Promise<CommandStart>;
  /** `undefined` for an unknown id, or a task the calling agent may not see. */
  status(taskId: string, context: ToolUseContext): TaskStatus | undefined;
  /** Resolves when the task ends, after `timeoutMs`, or when the signal aborts. */
  wait(taskId: string, timeoutMs: number, signal: AbortSignal): Promise<void>;
  /** Stops the task and everything it started; resolves once it has exited. `false` if it isn't running. The caller gets no further notice. */
  stop(taskId: string, context: ToolUseContext): Promise<boolean>;
  /** Resolves when the user has written, or when a task has something to report to the main agent. Rejects when the signal aborts. */
  news(signal: AbortSignal): Promise<'message' | 'task'>;
  /** Marks the task's end as seen by the model, so that no notice is sent. */
  seen(taskId: string, context: ToolUseContext): void;
}

/** Lets a tool make the calls of a script, each of which passes the same steps as a call of the model. */
export interface ScriptCallService {
  /** Begins the calls of one run, under the call that `context` belongs to. */
  begin(context: ToolUseContext, message: AssistantMessage): ScriptCalls;
}

export interface ScriptCalls {
  /** Never rejects. */
  make(call: ScriptCall): Promise<ScriptAnswer>;
  readonly made: readonly MadeCall[];
  abort(why: string): void;
  /** Resolves when no call runs any more, with what belongs to the result of the call that ran the script. */
  close(): Promise<Pick<ToolResult<unknown>, 'newMessages' | 'contextModifier'>>;
}
