import type { z } from 'zod';
import type { ToolPermissionResult } from '#main/permission/engine.ts';
import type { AssistantBlock, ResultContent, UserContent } from '#shared/session/content.ts';
import type { AskAnswer } from '#shared/session/ask.ts';
import type { ToolProgress, ToolView } from '#shared/session/tool-view.ts';
import type { TerminalRecord } from '#shared/session/call-record.ts';
import type { ToolUseContext } from './context.ts';

/** JSON Schema of a tool that comes from outside (MCP, generated): root `type: "object"`. */
export interface JsonObjectSchema {
  readonly type: 'object';
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** The assistant message a call came in, as far as it has arrived. */
export interface AssistantMessage {
  readonly messageId: string;
  readonly requestId: string;
  /** As far as the answer has come; it grows while that still streams. */
  readonly blocks: readonly AssistantBlock[];
}

/** A message a tool adds to the conversation after its result (SPEC A0 says who sees it). */
export interface NewMessage {
  readonly content: UserContent;
  readonly visibility: 'both' | 'model' | 'window';
}

export interface ToolResult<Output> {
  readonly data: Output;
  readonly newMessages?: readonly NewMessage[];
  /** Applied after the call: at once for an exclusive call, in request order when a parallel batch has drained (SPEC E5). */
  readonly contextModifier?: (context: ToolUseContext) => ToolUseContext;
  readonly mcpMeta?: { readonly _meta?: Readonly<Record<string, unknown>>; readonly structuredContent?: unknown };
  /** The tool ran and failed (a command's exit code): the result is sent with `is_error`, nothing was thrown. */
  readonly isError?: boolean;
  readonly exitCode?: number;
  /** The tool itself gives the model a part: the file of the whole (`makeResultFile`). */
  readonly persistedPath?: string;
}

export interface ToolResultBlockParam {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: ResultContent;
  readonly is_error?: boolean;
}

export type ValidationResult = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** What a tool is asked to draw. `partial` is input that is still streaming in. */
export type PresentStage<Output> =
  | { readonly stage: 'input'; readonly input: Readonly<Record<string, unknown>> }
  | { readonly stage: 'result'; readonly input: Readonly<Record<string, unknown>>; readonly output: Output }
  | { readonly stage: 'rejection'; readonly input: Readonly<Record<string, unknown>>; readonly message: string }
  | { readonly stage: 'error'; readonly input: Readonly<Record<string, unknown>>; readonly message: string };

/** Reports while `call` runs. A terminal is reported once, as soon as it is open. */
export type OnProgress = (update: ToolProgress | { readonly terminal: TerminalRecord }) => void;

/** Asks the gate about another call this tool wants to make (REPL and the like); most tools never use it. */
export type CanUseTool = (toolName: string, input: Readonly<Record<string, unknown>>) => Promise<boolean>;

/**
 * The protocol (SPEC T1–T7). A structural type: any object of this shape is a tool, built in, MCP or generated.
 * Make one with `buildTool`, which fills the fail-closed defaults.
 */
export interface Tool<Schema extends z.ZodObject = z.ZodObject, Output = unknown> {
  readonly name: string;
  readonly aliases: readonly string[];
  /** 3–10 words for tool search. */
  readonly searchHint?: string;
  readonly inputSchema: Schema;
  /** Present on tools from outside: then it validates and is sent as it is, and `inputSchema` is a loose object. */
  readonly inputJSONSchema?: JsonObjectSchema;
  /** Characters; `Infinity` for a tool that bounds itself. */
  readonly maxResultSizeChars: number;
  readonly strict: boolean;
  readonly shouldDefer: boolean;
  readonly alwaysLoad: boolean;
  /** Raw names. `suspended`, asked at each decision: why allow rules don't count for it now. `digest`: of all that its server says of it. */
  readonly mcpInfo?: {
    readonly serverName: string;
    readonly toolName: string;
    readonly digest?: string;
    readonly suspended?: string | undefined;
  };
  readonly isMcp: boolean;
  readonly isLsp: boolean;

  call(
    args: z.output<Schema>,
    context: ToolUseContext,
    canUseTool: CanUseTool,
    parentMessage: AssistantMessage,
    onProgress?: OnProgress,
  ): Promise<ToolResult<Output>>;
  /** One line about this call, for people. */
  description(input: z.output<Schema>): string;
  /** What the model reads about the tool. Stable within a session. */
  prompt(): string;
  checkPermissions(input: z.output<Schema>, context: ToolUseContext): Promise<ToolPermissionResult>;
  /** Beyond the schema: things that make the call pointless (file not read yet, nothing to change). Runs before permission. */
  validateInput?(input: z.output<Schema>, context: ToolUseContext): Promise<ValidationResult>;
  preparePermissionMatcher?(input: z.output<Schema>): (ruleContent: string) => boolean;
  isEnabled(): boolean;
  /** The three safety questions take parsed input; the callers treat a throw as "no" (SPEC T5). */
  isReadOnly(input: z.output<Schema>): boolean;
  isDestructive(input: z.output<Schema>): boolean;
  isConcurrencySafe(input: z.output<Schema>): boolean;
  interruptBehavior(input: z.output<Schema>): 'cancel' | 'block';
  requiresUserInteraction(): boolean;
  isSearchOrReadCommand(input: z.output<Schema>): boolean;
  /** Fields of the input that a person's answer or a hook fills in; what the model puts there is dropped (SPEC P1). */
  readonly answerFields?: readonly (keyof z.output<Schema> & string)[];
  /**
   * For a tool whose question a yes alone doesn't answer: the input with a person's answer in it, or `undefined` for an answer
   * that isn't one to this question. It is validated and decided like any other.
   */
  answered?(input: z.output<Schema>, answer: AskAnswer): z.input<Schema> | undefined;
  /** Completes a deep clone for observers: absolute paths and the like. Hooks and permission see the result, `call` doesn't. */
  backfillObservableInput(clone: z.output<Schema>, context: ToolUseContext): z.output<Schema>;
  /** What the automatic classifier reads; empty = never auto-approved by it. */
  toAutoClassifierInput(input: z.output<Schema>): string;
  mapToolResultToToolResultBlockParam(output: Output, toolUseId: string): ToolResultBlockParam;

  userFacingName(input: Readonly<Record<string, unknown>>): string;
  /** Never throws for any input, however malformed: the model wrote it. */
  present(stage: PresentStage<Output>): ToolView;
  /** A preview for the permission card, when it needs I/O (the diff of an edit). Falls back to `present`. */
  preview?(input: z.output<Schema>, context: ToolUseContext): Promise<ToolView>;
  extractSearchText(view: ToolView): string;
}
