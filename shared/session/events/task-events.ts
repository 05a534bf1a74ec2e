import { z } from 'zod';
import { terminalRecordSchema } from '../call-record.ts';
import { hookRunFields, hookRunSchema } from '../hook-run.ts';
import { agentOutcomeSchema, commandTaskOutcomeSchema } from '../task-outcomes.ts';
import { todoSchema } from '../tool-view.ts';

/** What goes on beside the conversation: sub-agents, commands in the background, hooks, the list of what is to do. */
export const taskEvents = {
  /**
   * A sub-agent began; `agentId` of the envelope is its own, as in everything it does. Its system prompt is a `session.prompt` event.
   * `parentCallId`: the Agent call it runs under. `parentAgentId` is absent when the main agent started it.
   */
  'agent.started': z.object({
    /** It begins with the conversation of the agent that started it, as that stood then. */
    forked: z.literal(true).optional(),
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
} as const;
