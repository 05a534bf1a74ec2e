import { z } from 'zod';
import { terminalRecordSchema } from '../call-record.ts';
import { hookRunFields, hookRunSchema } from '../hook-run.ts';
import { agentOutcomeSchema, commandTaskOutcomeSchema } from '../task-outcomes.ts';
import { listedTaskSchema } from '../task-list.ts';
import { worktreeSchema } from '../worktree.ts';
import { silentMsSchema, todoSchema } from '../tool-view.ts';
import { effortSchema } from '../../model/effort-schemas.ts';

/** Work beside the conversation: sub-agents, background commands, hooks, the task list. */
export const taskEvents = {
  /**
   * A sub-agent started; `agentId` of the envelope is its own, as in all its events. Its system prompt is a `session.prompt` event.
   * `parentCallId`: the Agent call it runs under. `parentAgentId` is absent when the main agent started it.
   */
  'agent.started': z.object({
    /** It starts with a copy of the conversation of the agent that started it. */
    forked: z.literal(true).optional(),
    parentCallId: z.string(),
    parentAgentId: z.string().optional(),
    agentType: z.string(),
    name: z.string().optional(),
    description: z.string(),
    model: z.string(),
    /** Of its type, or of the skill that it was started for; absent: as the agent that started it. */
    effort: effortSchema.optional(),
    depth: z.number().int().positive(),
    background: z.boolean(),
    /** The team that it is a member of. */
    team: z.string().optional(),
    /** It works in a worktree of its own. */
    worktree: worktreeSchema.optional(),
    /** The script of a workflow started it, and gets its report. */
    workflow: z.object({ runId: z.string(), phase: z.string().optional() }).optional(),
  }),
  /** The main agent leads a team: agents that it starts with a name are its members, until the team is deleted. */
  'team.created': z.object({ name: z.string(), description: z.string().optional() }),
  'team.deleted': z.object({}),
  /** An agent that had ended continues with a new message. */
  'agent.resumed': z.object({ background: z.boolean() }),
  /** It stopped working, for now or for good. Tokens and calls include all its work so far. */
  'agent.ended': z.object({
    outcome: agentOutcomeSchema,
    /** Why it failed or was stopped, one sentence for people. */
    error: z.string().optional(),
    totalTokens: z.number().int(),
    toolUses: z.number().int(),
    /** Nothing had changed in its worktree, which was removed. */
    worktreeRemoved: z.literal(true).optional(),
  }),
  /** Written before the hook is started, so that the processes it leaves when Gatehouse is killed can be found. */
  'hook.started': z.object({
    ...hookRunFields,
    /** A description by its author; only for a hook that is waited for. */
    statusMessage: z.string().optional(),
  }),
  /** Settles the run: exactly one for each that started. `lost`: Gatehouse was killed meanwhile. */
  'hook.ran': hookRunSchema,
  /** The agent that started it was informed of the end; for an agent in the background, whose call was answered long before. */
  'agent.reported': z.object({}),
  /** The command of a call continues in the background; the call itself is answered. */
  'task.started': z.object({
    taskId: z.string(),
    callId: z.string(),
    command: z.string(),
    description: z.string(),
    terminal: terminalRecordSchema,
    /** Absolute path of its output as plain text. */
    outputFile: z.string(),
    /** The model requested it, a person did, or the call timed out. */
    why: z.enum(['asked', 'person', 'timeout']),
    /** Its lines are reported to the agent as they are printed. */
    watches: z.literal(true).optional(),
  }),
  /** Lines of a watched command for its agent, bounded; `dropped` more were printed. */
  'task.printed': z.object({ taskId: z.string(), lines: z.array(z.string()), dropped: z.number().int().nonnegative() }),
  /** It has printed nothing for `silentMs` and seems to wait for a person's answer to `line`. `again`: the agent isn't informed once more. */
  'task.stalled': z.object({ taskId: z.string(), line: z.string(), again: z.literal(true).optional(), silentMs: silentMsSchema }),
  /** It prints again. */
  'task.continued': z.object({ taskId: z.string() }),
  'task.ended': z.object({
    taskId: z.string(),
    outcome: commandTaskOutcomeSchema,
    exitCode: z.number().int().optional(),
    /** Who or what stopped it, one sentence for people. */
    why: z.string().optional(),
  }),
  /** The agent that started it was informed of its end, or that it waits. */
  'task.reported': z.object({ taskId: z.string() }),
  'todos.updated': z.object({ todos: z.array(todoSchema) }),
  /** Any agent changed the session's task list. `put` contains new and changed tasks completely. */
  'task_list.changed': z.object({ put: z.array(listedTaskSchema), deleted: z.array(z.string()) }),
} as const;
