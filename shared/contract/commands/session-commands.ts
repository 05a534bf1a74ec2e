import { z } from 'zod';
import { permissionModeSchema } from '../../permission/mode.ts';
import { messageExtrasSchema } from '../../session/content.ts';
import { instructionSourceSchema } from '../../session/events/session-events.ts';
import { overviewProjectSchema, sessionSummarySchema } from '../project.ts';
import type { PackedView } from '../../session/pack-view.ts';
import { nothing, projectDir, savedTextSchema, sessionId } from './fields.ts';
import { effortChoiceSchema } from '../../model/effort-schemas.ts';

/** Built by the shared fold and unpacked by `unpackView`. Only the envelope is validated, not the packed view. */
export const sessionSnapshotSchema = z.object({
  /** The session's log can't be written, so the session has stopped. */
  halted: z.boolean(),
  packed: z.custom<PackedView>((value) => typeof value === 'object' && value !== null && 'seq' in value && 'rows' in value),
});
export type SessionSnapshot = z.infer<typeof sessionSnapshotSchema>;

/** The parts of a request to the model. `calls`: tool inputs and results. */
const CONTEXT_PARTS = ['prompt', 'instructions', 'tools', 'mcp_tools', 'summary', 'messages', 'answers', 'thinking', 'calls'] as const;

const contextPartSchema = z.object({ part: z.enum(CONTEXT_PARTS), tokens: z.number() });
export type ContextPart = z.infer<typeof contextPartSchema>;

const contextSchema = z.object({
  /** The model's context window in tokens. */
  window: z.number(),
  /** Tokens at which the conversation is compacted automatically; `null`: never. */
  compactsAt: z.number().nullable(),
  /** Estimated tokens of each part, largest first. */
  parts: z.array(contextPartSchema),
  /** Instruction files that the model has, in the order it read them. */
  instructions: z.array(instructionSourceSchema),
});
export type ContextUsage = z.infer<typeof contextSchema>;

/** Sessions: messages, settings and lifecycle. */
export const sessionCommands = {
  'session.list': { input: z.strictObject({ projectDir }), output: z.object({ sessions: z.array(sessionSummarySchema) }) },
  /** The sessions of all known projects, with what each does now. */
  'session.overview': { input: z.strictObject({}), output: z.object({ projects: z.array(overviewProjectSchema) }) },
  /** Sessions whose messages contain `query`. `incomplete`: there may be more. */
  'session.search': {
    input: z.strictObject({ projectDir, query: z.string().min(1).max(200) }),
    output: z.object({
      sessions: z.array(z.object({ sessionId, snippet: z.string(), count: z.number() })),
      incomplete: z.boolean(),
    }),
  },
  'session.rename': { input: z.strictObject({ projectDir, sessionId, title: z.string().trim().min(1).max(200) }), output: nothing },
  /** Puts a session aside, or takes it back. `conflict` while its agent is running. A message takes it back too. */
  'session.archive': { input: z.strictObject({ projectDir, sessionId, archived: z.boolean() }), output: nothing },
  /** Deletes a session with its log, tool results and checkpoints. Decisions stay in the audit log. */
  'session.delete': { input: z.strictObject({ projectDir, sessionId }), output: nothing },
  'session.create': { input: z.strictObject({ projectDir }), output: z.object({ sessionId }) },
  /** Returns the view so far; events after `view.seq` follow as `session.events`. Opening a stored session resumes it. */
  'session.open': {
    input: z.strictObject({ sessionId, projectDir }),
    /** `asking`: running calls whose commands last said that they wait for input, as progress that no event keeps. */
    output: sessionSnapshotSchema.extend({ asking: z.array(z.string()) }),
  },
  /** Starts a turn. During a turn the message is queued, or with `now` sent as soon as no running call may be changing something. */
  'session.send': {
    input: z
      .strictObject({ sessionId, text: z.string().max(1_000_000), extras: messageExtrasSchema.optional(), now: z.literal(true).optional() })
      .refine(({ text, extras }) => text !== '' || (extras && extras.images.length + extras.texts.length > 0), 'says nothing'),
    output: z.object({ queued: z.boolean() }),
  },
  /** Skills, slash commands and prompts of MCP servers that a person may call as `/name`, by name. */
  'session.skills': {
    input: z.strictObject({ sessionId }),
    output: z.object({
      skills: z.array(
        z.object({
          name: z.string(),
          kind: z.enum(['skill', 'command', 'prompt']),
          /** `server`: an MCP server, whose prompt it is. */
          source: z.enum(['managed', 'user', 'project', 'plugin', 'server']),
          description: z.string(),
          argumentHint: z.string().optional(),
        }),
      ),
    }),
  },
  /** The first line that the command of `statusLine` prints; `null` without such a command. Runs at most every 300 ms. */
  'session.statusLine': { input: z.strictObject({ sessionId }), output: z.object({ text: z.string().nullable() }) },
  /** Project files for “@” completion, best match first. `incomplete`: not all files were searched. */
  'session.files': {
    input: z.strictObject({ sessionId, query: z.string().max(500) }),
    output: z.object({ files: z.array(z.string()), incomplete: z.boolean() }),
  },
  /** Resources of MCP servers for “@” completion, best match first. All texts are untrusted. */
  'session.resources': {
    input: z.strictObject({ sessionId, query: z.string().max(500) }),
    output: z.object({ resources: z.array(z.object({ server: z.string(), uri: z.string(), name: z.string() })) }),
  },
  /** Removes work that the agent scheduled for later. */
  'session.unschedule': { input: z.strictObject({ sessionId, scheduleId: z.string() }), output: nothing },
  /** Sends one queued message; the others stay queued, also after its turn. `conflict` while a turn runs. */
  'session.sendQueued': { input: z.strictObject({ sessionId, messageId: z.string() }), output: nothing },
  'session.unqueue': { input: z.strictObject({ sessionId, messageId: z.string() }), output: nothing },
  'session.interrupt': { input: z.strictObject({ sessionId }), output: nothing },
  /** Resends the last request after a failed turn. */
  'session.retry': { input: z.strictObject({ sessionId }), output: nothing },
  /** Compacts the conversation, as a turn of its own. */
  'session.compact': { input: z.strictObject({ sessionId, instructions: z.string().max(10_000).optional() }), output: nothing },
  /** The model's context window and how the conversation uses it. */
  'session.context': { input: z.strictObject({ sessionId }), output: contextSchema },
  /** Removes a user message and everything after it from the conversation. `text`: the message, for editing. */
  'session.rewind': { input: z.strictObject({ sessionId, messageId: z.string().max(100) }), output: z.object({ text: z.string() }) },
  /** Forks a session: with its whole history, or with what came before `messageId`, whose text is returned as `text`. */
  'session.fork': {
    input: z.strictObject({ projectDir, sessionId, messageId: z.string().max(100).optional() }),
    output: z.object({ sessionId, text: z.string().optional() }),
  },
  /** Permission modes this session can't use now, and why, as text. */
  'session.modes': {
    input: z.strictObject({ sessionId }),
    output: z.object({ unavailable: z.array(z.object({ mode: permissionModeSchema, why: z.string() })) }),
  },
  'session.setMode': { input: z.strictObject({ sessionId, mode: permissionModeSchema }), output: nothing },
  /**
   * A working directory for as long as the session lives: from the project, from home with `~/`, or absolute. `invalid_input` where there is
   * no such folder to add.
   */
  'session.setDirectory': {
    input: z.strictObject({ sessionId, change: z.enum(['add', 'remove']), path: z.string().min(1).max(4096) }),
    output: nothing,
  },
  /** US dollars for the whole session; `null`: no limit. Rejected if requests are free or the limit was given at startup. */
  'session.setBudget': { input: z.strictObject({ sessionId, usd: z.number().positive().max(1_000_000).nullable() }), output: nothing },
  /** Takes effect with the next request; rejected in a scripted session. */
  'session.setModel': { input: z.strictObject({ sessionId, model: z.string().min(1).max(200) }), output: nothing },
  /** Takes effect with the next request; rejected in a scripted session. */
  'session.setEffort': { input: z.strictObject({ sessionId, effort: effortChoiceSchema }), output: nothing },
  /**
   * The session as a trace for Perfetto, saved by the host; `text` where the window has to save it. Commands, paths and inputs are
   * left out unless `texts`.
   */
  'session.exportTrace': {
    input: z.strictObject({ sessionId, texts: z.boolean() }),
    output: savedTextSchema,
  },
} as const;
