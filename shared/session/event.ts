import { z } from 'zod';
import { decisionSchema } from '../permission/decision.ts';
import { permissionModeSchema } from '../permission/mode.ts';
import { askAnswerSchema, askSchema } from './ask.ts';
import { ruleSourceSchema } from '../permission/rule.ts';
import { hookEventSchema } from '../settings/hook-settings.ts';
import { checkpointSchema } from './checkpoint.ts';
import { assistantBlockSchema, messageExtrasSchema, resultContentSchema, usageSchema, userContentSchema } from './content.ts';
import { todoSchema, toolViewSchema } from './tool-view.ts';

/** The version in the first line of every session file. */
export const SESSION_FORMAT = 'gatehouse-session';
export const SESSION_FORMAT_VERSION = 1;

export const sessionHeaderSchema = z.object({ format: z.literal(SESSION_FORMAT), version: z.number().int().positive() });

/** One step of the pipeline of one call (SPEC P3). Times are epoch milliseconds. */
export const spanSchema = z.object({ step: z.string(), start: z.number(), end: z.number(), outcome: z.enum(['ok', 'stopped', 'failed']) });
export type Span = z.infer<typeof spanSchema>;

/** How a call ended. `cancelled` never ran to its end: interrupted, a sibling failed, or the attempt was discarded. */
export const CALL_OUTCOMES = ['done', 'failed', 'denied', 'cancelled'] as const;
export const callOutcomeSchema = z.enum(CALL_OUTCOMES);
export type CallOutcome = z.infer<typeof callOutcomeSchema>;

/** How the work of a sub-agent ended. `max_turns`: it had made all the requests it may make. */
export const agentOutcomeSchema = z.enum(['completed', 'failed', 'stopped', 'max_turns']);
export type AgentOutcome = z.infer<typeof agentOutcomeSchema>;

/** How a command in the background ended. `failed`: by itself, with an error. `lost`: Gatehouse was killed meanwhile. */
export const commandTaskOutcomeSchema = z.enum(['completed', 'failed', 'stopped', 'lost']);
export type CommandTaskOutcome = z.infer<typeof commandTaskOutcomeSchema>;

export const terminalRecordSchema = z.object({
  terminalId: z.string(),
  /** The file that holds the raw output, relative to the session's folder. */
  path: z.string(),
  cols: z.number().int(),
  rows: z.number().int(),
});
export type TerminalRecord = z.infer<typeof terminalRecordSchema>;

/** Which hook a run was of, and what for. */
const hookRunFields = {
  /** Twelve hexadecimal digits; on a command hook's processes it stands in their environment. */
  runId: z.string(),
  event: hookEventSchema,
  /** `command`, `http`, or the name of a kind that can't be run. */
  type: z.string(),
  /** The command line or address. */
  hook: z.string(),
  source: ruleSourceSchema,
  /** The settings file, absolute; absent for the command line's. */
  file: z.string().optional(),
  /** The call it looked at. */
  callId: z.string().optional(),
};

export const HOOK_OUTCOMES = ['ok', 'blocked', 'failed', 'timed_out', 'cancelled', 'lost'] as const;

export const hookRunSchema = z.object({
  ...hookRunFields,
  startedAt: z.number(),
  endedAt: z.number(),
  outcome: z.enum(HOOK_OUTCOMES),
  /** What it decided, blocked or failed with, in words; empty when it had nothing to say. */
  message: z.string(),
  exitCode: z.number().int().optional(),
  /** Of an http answer. */
  status: z.number().int().optional(),
  /** What it printed or answered, and on its error stream: the first characters. */
  output: z.string(),
  errors: z.string(),
});
export type HookRunRecord = z.infer<typeof hookRunSchema>;

const body = {
  /** First event of every session. */
  'session.created': z.object({
    sessionId: z.string(),
    projectDir: z.string(),
    model: z.string(),
    mode: permissionModeSchema,
    /** `scripted` plays a script; `anthropic` talks to a Messages API. */
    client: z.enum(['anthropic', 'scripted']),
    /** The session this one was forked from; its events begin as copies of that one's. */
    origin: z.object({ sessionId: z.string(), title: z.string() }).optional(),
  }),
  /** A process took the session up again; calls that were open then are closed by `call.finished` events that follow. */
  'session.resumed': z.object({ pid: z.number().int() }),
  'session.title': z.object({ title: z.string() }),
  'session.mode': z.object({ mode: permissionModeSchema, by: z.enum(['user', 'tool', 'answer', 'settings']) }),
  'session.model': z.object({ model: z.string() }),
  /** US dollars that the session may cost, all its requests together; `null`: no limit. Lasts until it is set anew. */
  'session.budget': z.object({ usd: z.number().positive().nullable() }),
  /** A rule that lives as long as the session. */
  'session.rule': z.object({ change: z.enum(['add', 'remove']), behavior: z.enum(['allow', 'ask', 'deny']), text: z.string() }),
  'session.directory': z.object({ change: z.enum(['add', 'remove']), path: z.string() }),
  /** What the system prompt was made of; sent with every request of this session. */
  'session.prompt': z.object({
    system: z.string(),
    sources: z.array(z.object({ path: z.string(), trusted: z.boolean(), chars: z.number().int(), leftOut: z.string().optional() })),
  }),
  /** Something only the window shows. */
  notice: z.object({
    level: z.enum(['info', 'warning', 'error']),
    text: z.string(),
    action: z.enum(['retry', 'enter_key', 'raise_budget', 'shorten', 'none']).default('none'),
    /** The task in the background it tells of. */
    about: z
      .discriminatedUnion('type', [
        z.object({ type: z.literal('agent'), agentId: z.string() }),
        z.object({ type: z.literal('command'), taskId: z.string() }),
      ])
      .optional(),
  }),

  'turn.started': z.object({ turnId: z.string() }),
  'turn.ended': z.object({
    turnId: z.string(),
    outcome: z.enum(['completed', 'interrupted', 'denied', 'max_turns', 'max_budget', 'stopped', 'failed']),
    /** One sentence for people, on failure. */
    error: z.string().optional(),
  }),
  /** `visibility` says who sees it (SPEC A0). */
  'user.message': z.object({
    messageId: z.string(),
    content: userContentSchema,
    /** `dispatch`: the task, or a later word, that one agent gave another; never a person's. */
    origin: z.enum(['prompt', 'queued', 'feedback', 'reminder', 'interruption', 'dispatch', 'attachment']),
    visibility: z.enum(['both', 'model', 'window']),
    /** Set when it tells the model of deferred tools (SPEC R5): the names that are new, and those that are gone. */
    deferredTools: z.object({ added: z.array(z.string()), gone: z.array(z.string()) }).optional(),
    /** Set when it tells the model that plan mode is on now, or over. */
    planMode: z.enum(['on', 'off']).optional(),
    /** Of what went along with the message before it: what the window calls it, and what of it the model got. */
    attachment: z.object({ name: z.string(), note: z.string() }).optional(),
  }),
  /** A message typed while a turn runs; it becomes a `user.message` when the turn ends. */
  'user.queued': z.object({ messageId: z.string(), text: z.string(), extras: messageExtrasSchema.optional() }),
  /** A queued message was taken back before it was sent. */
  'user.unqueued': z.object({ messageId: z.string() }),

  /**
   * From here on the model reads `content`, one user message, in place of all that came before `keptFrom`. Nothing leaves the log, and
   * requests rebuild byte for byte.
   */
  'conversation.compacted': z.object({
    compactionId: z.string(),
    /** `plan`: a person accepted a plan and wanted nothing else remembered; then `summary` is the plan. */
    trigger: z.enum(['auto', 'manual', 'plan']),
    /** What a person wanted the summary to keep in view. */
    instructions: z.string().optional(),
    content: userContentSchema,
    /** The model's own words out of `content`, for the window. */
    summary: z.string(),
    /** The message (`messageId`, for an answer its `requestId`) from which on everything stays as it was; absent: nothing does. */
    keptFrom: z.string().optional(),
    /** Estimates of what one request has to carry. */
    tokensBefore: z.number(),
    tokensAfter: z.number(),
  }),
  /** A person took back the user message `messageId` and all that came after it: the model no longer reads any of it. What was done is done. */
  'conversation.rewound': z.object({ messageId: z.string(), contextTokens: z.number() }),

  /** One attempt; a retry is a new request with its own id and `attempt` counted up. */
  'request.started': z.object({
    requestId: z.string(),
    turnId: z.string(),
    attempt: z.number().int().positive(),
    model: z.string(),
    /** It asks for a summary; its answer is no part of the conversation. */
    purpose: z.literal('compaction').optional(),
  }),
  /** The named attempt is waiting `delayMs` before it goes out. */
  'request.retry': z.object({ requestId: z.string(), delayMs: z.number(), reason: z.string() }),
  /** `discarded`: nothing of this attempt counts; its blocks leave the conversation. */
  'request.ended': z.object({
    requestId: z.string(),
    outcome: z.enum(['ok', 'failed', 'aborted', 'discarded']),
    stopReason: z.string().nullable(),
    usage: usageSchema.nullable(),
    error: z.string().optional(),
  }),
  /** The classifier of auto mode asked its model about a call; what it made of the answer stands in the decision. */
  'classifier.asked': z.object({ model: z.string(), stage: z.enum(['fast', 'thinking']), usage: usageSchema.nullable() }),
  /** A content block closed; stored verbatim so that requests rebuild byte for byte. `messageId` equals `requestId`: servers' own ids may repeat. */
  'assistant.block': z.object({ requestId: z.string(), messageId: z.string(), index: z.number().int(), block: assistantBlockSchema }),

  /** A `tool_use` block reached the executor. `view` is the tool's own view of its input. */
  'call.queued': z.object({
    callId: z.string(),
    messageId: z.string(),
    requestId: z.string(),
    toolName: z.string(),
    view: toolViewSchema,
    parallel: z.boolean(),
    /** The Agent call this one runs under. */
    parentCallId: z.string().optional(),
  }),
  'call.asked': z.object({ ask: askSchema }),
  /** `by` names who: a person at the window, the agent that dispatched this one, a hook, or what withdrew the question. */
  'call.answered': z.object({
    askId: z.string(),
    callId: z.string(),
    answer: z.union([askAnswerSchema, z.object({ type: z.literal('withdrawn'), why: z.string() })]),
    by: z.enum(['person', 'dispatcher', 'hook', 'interrupt', 'rules', 'classifier']),
  }),
  /** The final word on a call. `facts` let it be decided again later without parsing or disk. */
  'call.decided': z.object({ callId: z.string(), decision: decisionSchema, facts: z.unknown().optional(), inputDigest: z.string() }),
  'call.started': z.object({ callId: z.string(), terminal: terminalRecordSchema.optional() }),
  /** A terminal may also open later, while the call runs. */
  'call.terminal': z.object({ callId: z.string(), terminal: terminalRecordSchema }),
  /** Settles the call: exactly one for each `tool_use` id. `content` is what the model reads. */
  'call.finished': z.object({
    callId: z.string(),
    outcome: callOutcomeSchema,
    isError: z.boolean(),
    content: resultContentSchema,
    view: toolViewSchema,
    spans: z.array(spanSchema),
    exitCode: z.number().int().optional(),
    /** Absolute path of the whole result when the model got a preview. */
    persistedPath: z.string().optional(),
    /** A closed set safe to export; absent on success. */
    errorKind: z.string().optional(),
  }),
  /**
   * From here on the model reads `content` in place of the call's result, which the file at `persistedPath` (absolute) holds whole.
   * At most once for each call; the file exists before the event.
   */
  'result.replaced': z.object({ callId: z.string(), content: resultContentSchema, persistedPath: z.string() }),
  /**
   * A sub-agent began; `agentId` of the envelope is its own, as in everything it does. Its system prompt is a `session.prompt` event.
   * `parentCallId`: the Agent call it runs under. `parentAgentId` is absent when the main agent started it.
   */
  'agent.started': z.object({
    parentCallId: z.string(),
    parentAgentId: z.string().optional(),
    agentType: z.string(),
    name: z.string().optional(),
    description: z.string(),
    model: z.string(),
    depth: z.number().int().positive(),
    background: z.boolean(),
  }),
  /** One that had ended goes on with a new message. */
  'agent.resumed': z.object({ background: z.boolean() }),
  /** It stopped working, for now or for good. Tokens and calls are of all its work so far. */
  'agent.ended': z.object({
    outcome: agentOutcomeSchema,
    /** Why it failed or was stopped, one sentence for people. */
    error: z.string().optional(),
    totalTokens: z.number().int(),
    toolUses: z.number().int(),
  }),
  /** Written before the hook is started, so that what it leaves behind when Gatehouse is killed can be found. */
  'hook.started': z.object({
    ...hookRunFields,
    /** What it does, in its author's words; only of a hook that the work waits for. */
    statusMessage: z.string().optional(),
  }),
  /** Settles the run: exactly one for each that started. `lost`: Gatehouse was killed meanwhile. */
  'hook.ran': hookRunSchema,
  /** The agent that started it was told how it ended; for one in the background, whose call was answered long before. */
  'agent.reported': z.object({}),
  /** The command of a call goes on in the background; the call itself is answered. */
  'task.started': z.object({
    taskId: z.string(),
    callId: z.string(),
    command: z.string(),
    description: z.string(),
    terminal: terminalRecordSchema,
    /** Absolute; the plain text of what it prints. */
    outputFile: z.string(),
    /** The model wanted it so, a person did, or the time of the call was up. */
    why: z.enum(['asked', 'person', 'timeout']),
  }),
  /** It prints nothing more and seems to wait for a person's answer to `line`. */
  'task.stalled': z.object({ taskId: z.string(), line: z.string() }),
  'task.ended': z.object({
    taskId: z.string(),
    outcome: commandTaskOutcomeSchema,
    exitCode: z.number().int().optional(),
    /** Who or what stopped it, one sentence for people. */
    why: z.string().optional(),
  }),
  /** The agent that started it knows how it ended, or that it waits. */
  'task.reported': z.object({ taskId: z.string() }),
  'todos.updated': z.object({ todos: z.array(todoSchema) }),

  /** The project's files as they are now can be brought back, as far as `leftOut` doesn't say otherwise. */
  'checkpoint.taken': checkpointSchema,
  /** A person brought files back; `undoId` is the checkpoint taken just before. Paths are bounded, `restored` counts all. */
  'files.restored': z.object({
    checkpointId: z.string(),
    undoId: z.string(),
    restored: z.number().int(),
    paths: z.array(z.string()),
    failed: z.array(z.object({ path: z.string(), why: z.string() })),
  }),
} as const;

type Body = typeof body;
export type SessionEventType = keyof Body;

const envelope = {
  id: z.string(),
  /** 1 for the first event of a session, then +1 each. */
  seq: z.number().int().positive(),
  /** Epoch milliseconds. */
  at: z.number(),
  /** The sub-agent it belongs to; absent for the main agent. */
  agentId: z.string().optional(),
};

/** Parses the body of one event type. */
export function eventBodySchema<T extends SessionEventType>(type: T): Body[T] {
  return body[type];
}

export type EventBody<T extends SessionEventType> = z.infer<Body[T]>;

/** A settled fact of a session. Discriminated by `type`; the payload stands in `data`. */
export type SessionEvent = {
  [T in SessionEventType]: { id: string; seq: number; at: number; agentId?: string | undefined; type: T; data: EventBody<T> };
}[SessionEventType];

/** What an appender supplies; id, seq and time are the log's. */
export type NewSessionEvent = { [T in SessionEventType]: { type: T; data: EventBody<T>; agentId?: string | undefined } }[SessionEventType];

export const storedEventSchema = z.object({ ...envelope, type: z.string(), data: z.unknown() });
export type StoredEvent = z.infer<typeof storedEventSchema>;

/** `undefined` for a type this version doesn't know: such events are kept on disk and skipped by every fold. */
export function parseSessionEvent(value: unknown): SessionEvent | undefined {
  const stored = storedEventSchema.parse(value);
  if (!isSessionEventType(stored.type)) return undefined;
  return { ...stored, type: stored.type, data: body[stored.type].parse(stored.data) } as SessionEvent;
}

function isSessionEventType(type: string): type is SessionEventType {
  return Object.hasOwn(body, type);
}
