import { z } from 'zod';
import { decisionSchema, ruleRefSchema } from '../permission/decision.ts';
import { permissionModeSchema } from '../permission/mode.ts';
import { ruleBehaviorSchema, ruleDestinationSchema, ruleEditSchema } from '../permission/rule.ts';
import { askAnswerSchema } from '../session/ask.ts';
import { messageExtrasSchema, resultContentSchema } from '../session/content.ts';
import { hookRunSchema, spanSchema, terminalRecordSchema } from '../session/event.ts';
import { terminalStateSchema } from '../session/frame.ts';
import { toolViewSchema } from '../session/tool-view.ts';
import { asksViewSchema } from './asks.ts';
import { changesSchema, changesSinceSchema, revertedFilesSchema } from './changes.ts';
import { AGENT_ITEMS, agentConversationSchema } from './agents.ts';
import { contextSchema } from './context.ts';
import { mcpServerRowSchema } from './mcp.ts';
import { appStateSchema, folderListingSchema, modelAccessSchema, projectSchema, ruleListSchema, sessionSummarySchema } from './project.ts';
import { MAX_PREVIEW_FILES, restoreDiffSchema, restorePointsSchema, restorePreviewSchema, restoreResultSchema } from './restore.ts';
import { backtestSchema, MAX_BACKTEST_LIMIT, ruleDraftSchema, ruleTextSchema, ruleUsageSchema, triedCallSchema } from './rules.ts';
import { MAX_SETTINGS_CHARS, settingsPlaceSchema, settingsTextSchema } from './settings-text.ts';
import { settingsDestinationSchema, settingsListSchema } from './settings.ts';
import { shellRowSchema } from './shells.ts';
import { sessionSnapshotSchema } from './snapshot.ts';

const nothing = z.object({}).strict();
const sessionId = z.string().min(1).max(100);
const projectDir = z.string().min(1).max(4096);

/** Every request a window can make. Both hosts parse `input` before anything else happens, and refuse unknown names. */
export const commands = {
  'app.state': { input: nothing, output: appStateSchema },
  /** Keeps a key and a server address for this run only; an absent field stays as it is, an empty one goes back to the environment's. */
  'app.setAccess': {
    input: z.strictObject({
      apiKey: z.string().max(1000).optional(),
      baseUrl: z.string().max(2000).optional(),
      model: z.string().max(200).optional(),
    }),
    output: modelAccessSchema,
  },

  /** Ids of the models that the server one talks to says it has, or why they can't be had. */
  'models.list': {
    input: nothing,
    output: z.discriminatedUnion('type', [
      z.object({ type: z.literal('listed'), models: z.array(z.string()) }),
      z.object({ type: z.literal('failed'), why: z.string() }),
    ]),
  },

  /** The host's folder dialog; `null` when cancelled. A host without dialogs answers `unsupported` and the window browses instead. */
  'project.pick': { input: nothing, output: z.object({ path: z.string().nullable(), unsupported: z.boolean() }) },
  'project.browse': { input: z.strictObject({ path: z.string().max(4096).optional() }), output: folderListingSchema },
  /** Finds a dropped folder of which only the name and some entries are known (a browser hides the path). */
  'project.locate': {
    input: z.strictObject({ name: z.string().max(255), entries: z.array(z.string().max(255)).max(200) }),
    output: z.object({ candidates: z.array(z.string()) }),
  },
  'project.open': { input: z.strictObject({ path: projectDir }), output: projectSchema },
  'project.trust': { input: z.strictObject({ projectDir }), output: projectSchema },
  /** Another window, showing that folder if one is given. A host without windows of its own opens none. */
  'window.open': { input: z.strictObject({ path: projectDir.optional() }), output: z.object({ opened: z.boolean() }) },
  /**
   * How many requests wait in a window's project, for the number on the app's icon, and what to say of a new one while the window is in the
   * background. A notice names tool and folder and nothing of what is asked. `shown`: the host has shown it.
   */
  'window.waits': {
    input: z.strictObject({
      projectDir,
      count: z.number().int().nonnegative(),
      notice: z.strictObject({ askId: z.string().max(200), title: z.string().max(200), body: z.string().max(400) }).nullable(),
    }),
    output: z.object({ shown: z.boolean() }),
  },
  /** What the window shows, told whenever that changes: where a dropped folder goes, and what closing it would mean. */
  'window.shows': {
    input: z.strictObject({
      projectDir: projectDir.nullable(),
      sessionId: sessionId.nullable(),
      title: z.string().max(1000),
      working: z.boolean(),
    }),
    output: nothing,
  },
  /** Copies the demo project to a fresh folder, opens it and starts its scripted session. */
  'demo.start': { input: nothing, output: z.object({ project: projectSchema, sessionId }) },

  'session.list': { input: z.strictObject({ projectDir }), output: z.object({ sessions: z.array(sessionSummarySchema) }) },
  /** Sessions in which people or the model said `query`. `incomplete`: there may be more. */
  'session.search': {
    input: z.strictObject({ projectDir, query: z.string().min(1).max(200) }),
    output: z.object({
      sessions: z.array(z.object({ sessionId, snippet: z.string(), count: z.number() })),
      incomplete: z.boolean(),
    }),
  },
  'session.rename': { input: z.strictObject({ projectDir, sessionId, title: z.string().trim().min(1).max(200) }), output: nothing },
  /** With its log, what tools brought back, and its checkpoints. Decisions stay in the audit log. */
  'session.delete': { input: z.strictObject({ projectDir, sessionId }), output: nothing },
  'session.create': { input: z.strictObject({ projectDir }), output: z.object({ sessionId }) },
  /** The folded view so far; events after `view.seq` follow as `session.events`. Opening a stored session resumes it. */
  'session.open': { input: z.strictObject({ sessionId, projectDir }), output: sessionSnapshotSchema },
  /** Starts a turn; while one runs the message is queued, or with `now` sent as soon as nothing is left that may be changing something. */
  'session.send': {
    input: z
      .strictObject({ sessionId, text: z.string().max(1_000_000), extras: messageExtrasSchema.optional(), now: z.literal(true).optional() })
      .refine(({ text, extras }) => text !== '' || (extras && extras.images.length + extras.texts.length > 0), 'says nothing'),
    output: z.object({ queued: z.boolean() }),
  },
  /** Files of the project for “@”, the best match first. `incomplete`: there are more files than were looked at. */
  'session.files': {
    input: z.strictObject({ sessionId, query: z.string().max(500) }),
    output: z.object({ files: z.array(z.string()), incomplete: z.boolean() }),
  },
  'session.unqueue': { input: z.strictObject({ sessionId, messageId: z.string() }), output: nothing },
  'session.interrupt': { input: z.strictObject({ sessionId }), output: nothing },
  /** Sends the last request again after a failed turn. */
  'session.retry': { input: z.strictObject({ sessionId }), output: nothing },
  /** Compacts the conversation, as a turn of its own. */
  'session.compact': { input: z.strictObject({ sessionId, instructions: z.string().max(10_000).optional() }), output: nothing },
  /** How much the model can take, and what of it the conversation takes now. */
  'session.context': { input: z.strictObject({ sessionId }), output: contextSchema },
  /** Takes back a user message and what came after it. `text`: what it said, for editing. */
  'session.rewind': { input: z.strictObject({ sessionId, messageId: z.string().max(100) }), output: z.object({ text: z.string() }) },
  /** A new session that shares the past of this one: all of it, or what came before `messageId`, whose text is then `text`. */
  'session.fork': {
    input: z.strictObject({ projectDir, sessionId, messageId: z.string().max(100).optional() }),
    output: z.object({ sessionId, text: z.string().optional() }),
  },
  /** Modes a window could offer that this session can't have now, and why, in words. */
  'session.modes': {
    input: z.strictObject({ sessionId }),
    output: z.object({ unavailable: z.array(z.object({ mode: permissionModeSchema, why: z.string() })) }),
  },
  'session.setMode': { input: z.strictObject({ sessionId, mode: permissionModeSchema }), output: nothing },
  /** US dollars, the past included; `null`: no limit. Refused where there is nothing to pay, and where the limit was given at start. */
  'session.setBudget': { input: z.strictObject({ sessionId, usd: z.number().positive().max(1_000_000).nullable() }), output: nothing },
  /** Counts from the next request on; refused in a scripted session. */
  'session.setModel': { input: z.strictObject({ sessionId, model: z.string().min(1).max(200) }), output: nothing },

  /**
   * `digest` is that of the ask as shown: an answer to anything else is refused with `stale`. An edited input that the tool can't take is
   * refused with `invalid_input`, and the question waits on.
   */
  'permission.answer': {
    input: z.strictObject({ sessionId, askId: z.string(), digest: z.string(), answer: askAnswerSchema }),
    output: z.object({ outcome: z.enum(['accepted', 'stale', 'gone']) }),
  },

  /** The questions of every open session of the project. */
  'asks.list': { input: z.strictObject({ projectDir }), output: z.object({ sessions: z.array(asksViewSchema) }) },
  /** The whole input that a question is about, as it would run. */
  'permission.input': {
    input: z.strictObject({ sessionId, askId: z.string() }),
    output: z.object({ input: z.record(z.string(), z.unknown()), digest: z.string() }),
  },

  /**
   * The session as a trace for Perfetto, saved by the host; `text` where the window has to save it. Commands, paths and inputs are
   * left out unless `texts`.
   */
  'session.exportTrace': {
    input: z.strictObject({ sessionId, texts: z.boolean() }),
    output: z.discriminatedUnion('type', [
      z.object({ type: z.literal('text'), fileName: z.string(), text: z.string() }),
      z.object({ type: z.literal('saved'), path: z.string() }),
      z.object({ type: z.literal('cancelled') }),
    ]),
  },

  /** All bodies of one call. */
  'call.detail': {
    input: z.strictObject({ sessionId, callId: z.string() }),
    output: z.object({
      input: z.unknown(),
      inputView: toolViewSchema,
      resultView: toolViewSchema.nullable(),
      content: resultContentSchema.nullable(),
      isError: z.boolean(),
      persistedPath: z.string().nullable(),
      decision: decisionSchema.nullable(),
      answeredBy: z.string().nullable(),
      spans: z.array(spanSchema),
      terminal: terminalRecordSchema.nullable(),
      /** Runs of hooks that looked at the call, in the order they ended. */
      hooks: z.array(hookRunSchema),
    }),
  },

  /** A page of a call's whole result out of the file it was saved to, from `offset` on or the last one. Offsets are bytes; `end` begins the next. */
  'call.output': {
    input: z.strictObject({ sessionId, callId: z.string(), offset: z.number().int().nonnegative(), toEnd: z.boolean() }),
    output: z.object({ text: z.string(), offset: z.number().int(), end: z.number().int(), total: z.number().int() }),
  },
  /** What a settled call would meet by the rules in force now: each rule that is about it, and why it did or didn't settle it. */
  'call.rules': {
    input: z.strictObject({ projectDir, sessionId, callId: z.string() }),
    output: z.object({
      now: decisionSchema.pick({ behavior: true, reason: true, message: true }),
      candidates: z.array(
        z.object({
          rule: ruleRefSchema,
          /** `no_match`: it speaks of something else; `lost`: it applies but something came before it, or it doesn't cover all. */
          standing: z.enum(['decided', 'lost', 'no_match', 'inert']),
          why: z.string(),
        }),
      ),
      /** Rules beyond those. */
      more: z.number().int(),
    }),
  },
  /** The end of a sub-agent's conversation: the `last` items of it, and how many stand before. */
  'agent.conversation': {
    input: z.strictObject({ sessionId, agentId: z.string().max(100), last: z.number().int().positive().max(AGENT_ITEMS.most).optional() }),
    output: agentConversationSchema,
  },
  /**
   * A person's message to a sub-agent. One that works reads it before its next request; one that has ended goes on with it in the
   * background (`resumed`).
   */
  'agent.send': {
    input: z.strictObject({ sessionId, agentId: z.string().max(100), text: z.string().trim().min(1).max(1_000_000) }),
    output: z.object({ resumed: z.boolean() }),
  },
  /** Stops one sub-agent and those it started; its parent goes on. `false`: it didn't run any more. */
  'agent.stop': { input: z.strictObject({ sessionId, agentId: z.string().max(100) }), output: z.object({ stopped: z.boolean() }) },

  /** Output so far (its last part, when huge). Live bytes follow as terminal frames from `offset + data.length`. */
  'terminal.open': {
    input: z.strictObject({ sessionId, terminalId: z.string() }),
    output: z.object({
      data: z.string(),
      offset: z.number().int(),
      cols: z.number().int(),
      rows: z.number().int(),
      live: z.boolean(),
      exitCode: z.number().int().nullable(),
      /** `null` when it has ended. */
      state: terminalStateSchema.nullable(),
    }),
  },
  'terminal.close': { input: z.strictObject({ sessionId, terminalId: z.string() }), output: nothing },
  /** Acknowledges parsed output, for flow control: the offset up to which the window has drawn. */
  'terminal.ack': { input: z.strictObject({ sessionId, terminalId: z.string(), offset: z.number().int().nonnegative() }), output: nothing },
  'terminal.input': { input: z.strictObject({ sessionId, terminalId: z.string(), data: z.string().max(100_000) }), output: nothing },
  /** Typing takes a terminal over by itself; this does it ahead, and hands it back. */
  'terminal.takeOver': { input: z.strictObject({ sessionId, terminalId: z.string(), takenOver: z.boolean() }), output: nothing },
  /** Ends its command, in the foreground or the background, and what that started. */
  'terminal.stop': { input: z.strictObject({ sessionId, terminalId: z.string() }), output: z.object({ stopped: z.boolean() }) },
  /** Shells of the person's own beside a session; `userShells.changed` says when to ask again. `allowed`: one may be opened. */
  'userShell.list': { input: z.strictObject({ sessionId }), output: z.object({ shells: z.array(shellRowSchema), allowed: z.boolean() }) },
  /** Opens one in the project folder. What stands in it is read and typed by the `terminal` commands; the agent has no part in it. */
  'userShell.start': { input: z.strictObject({ sessionId }), output: z.object({ terminalId: z.string() }) },
  /** Ends a running one; takes one that has ended off the list. */
  'userShell.end': { input: z.strictObject({ sessionId, terminalId: z.string() }), output: nothing },
  'userShell.resize': {
    input: z.strictObject({
      sessionId,
      terminalId: z.string(),
      cols: z.number().int().min(2).max(1000),
      rows: z.number().int().min(1).max(1000),
    }),
    output: nothing,
  },
  /** The call of a running command is answered now; the command goes on in the background. */
  'call.moveToBackground': { input: z.strictObject({ sessionId, callId: z.string() }), output: z.object({ moved: z.boolean() }) },

  /** What each settings file says of each setting; `rules.changed` says when to ask again. */
  'settings.list': { input: z.strictObject({ projectDir }), output: settingsListSchema },
  /** Sets one key in a file, or takes it out when `value` is absent. */
  'settings.set': {
    input: z.strictObject({
      projectDir,
      key: z.string().max(200),
      value: z.json().optional(),
      destination: settingsDestinationSchema,
    }),
    output: settingsListSchema,
  },
  'rules.list': { input: z.strictObject({ projectDir, sessionId: sessionId.optional() }), output: ruleListSchema },
  /** Adds, moves, edits, switches off and deletes rules. `undo`: the edits that take it back. */
  'rules.change': {
    input: z.strictObject({ projectDir, sessionId: sessionId.optional(), edits: z.array(ruleEditSchema).min(1).max(50) }),
    output: z.object({ list: ruleListSchema, undo: z.array(ruleEditSchema) }),
  },
  /** Checks a draft as it is typed. */
  'rules.check': {
    input: z.strictObject({ text: z.string().max(10_000), behavior: ruleBehaviorSchema }),
    output: z.object({
      sentence: z.string(),
      diagnostics: z.array(z.object({ severity: z.enum(['error', 'warning', 'info']), message: z.string() })),
    }),
  },
  /** A settings file as it is; an empty text when there is none. `digest` is of the text, for saving. */
  'settings.read': {
    input: z.strictObject({ projectDir, place: settingsPlaceSchema }),
    output: settingsTextSchema.extend({ file: z.string() }),
  },
  /** Replaces the text, if it still is the one that `basedOn` is the digest of. `changed`: it isn't, and nothing was saved. */
  'settings.save': {
    input: z.strictObject({
      projectDir,
      place: settingsPlaceSchema,
      text: z.string().max(MAX_SETTINGS_CHARS),
      basedOn: z.string().max(100),
    }),
    output: z.discriminatedUnion('outcome', [
      settingsTextSchema.extend({ outcome: z.literal('saved') }),
      settingsTextSchema.extend({ outcome: z.literal('changed') }),
    ]),
  },
  /** What a draft would have meant for the latest calls of the project. A new question of a window under the same `slot` replaces the last. */
  'rules.backtest': {
    input: z.strictObject({
      projectDir,
      sessionId: sessionId.optional(),
      draft: ruleDraftSchema,
      limit: z.number().int().min(1).max(MAX_BACKTEST_LIMIT).default(500),
      slot: z.string().max(100).default('draft'),
    }),
    output: backtestSchema,
  },
  /** Which rules had a say in past calls, where they come from, and which are worth making. */
  'rules.usage': {
    input: z.strictObject({
      projectDir,
      sessionId: sessionId.optional(),
      limit: z.number().int().min(1).max(MAX_BACKTEST_LIMIT).default(2000),
    }),
    output: ruleUsageSchema,
  },
  /** Doesn't offer these rules any more. */
  'rules.dismiss': { input: z.strictObject({ projectDir, texts: z.array(ruleTextSchema).min(1).max(20) }), output: nothing },
  /** Decides a made-up call with the rules as they are, and with a draft. Runs nothing. */
  'rules.try': {
    input: z.strictObject({ projectDir, sessionId: sessionId.optional(), call: triedCallSchema, draft: ruleDraftSchema.optional() }),
    output: z.object({ now: decisionSchema, withDraft: decisionSchema.nullable() }),
  },
  /** The rules that would let a past call run, narrowest first. */
  'rules.forCall': {
    input: z.strictObject({ projectDir, sessionId, callId: z.string().max(1000) }),
    output: z.object({ behavior: ruleBehaviorSchema, texts: z.array(z.string()), destination: ruleDestinationSchema, summary: z.string() }),
  },
  'restore.points': { input: z.strictObject({ sessionId }), output: restorePointsSchema },
  /** What bringing the files back would change; the last one made of a session is the one that counts. */
  'restore.preview': { input: z.strictObject({ sessionId, checkpointId: z.string().max(100) }), output: restorePreviewSchema },
  'restore.diff': {
    input: z.strictObject({ sessionId, previewId: z.string().max(100), path: z.string().max(4096) }),
    output: restoreDiffSchema,
  },
  /** Brings back what the preview showed, but for the files in `keep`. A checkpoint is taken before. */
  'restore.apply': {
    input: z.strictObject({ sessionId, previewId: z.string().max(100), keep: z.array(z.string().max(4096)).max(MAX_PREVIEW_FILES) }),
    output: restoreResultSchema,
  },
  /** What the agent’s work changed in the project’s files, as they are now. */
  'changes.list': { input: z.strictObject({ sessionId, since: changesSinceSchema }), output: changesSchema },
  /** One file of the list, from then to now. */
  'changes.diff': {
    input: z.strictObject({ sessionId, changesId: z.string().max(100), path: z.string().max(4096) }),
    output: restoreDiffSchema,
  },
  /** Makes files what they were. What changed since the list was made is left alone and named. A checkpoint is taken before. */
  'changes.revert': {
    input: z.strictObject({ sessionId, changesId: z.string().max(100), files: revertedFilesSchema }),
    output: restoreResultSchema,
  },
  /** All configured servers of the project; `mcp.changed` says when to ask again. */
  'mcp.list': { input: z.strictObject({ projectDir }), output: z.object({ servers: z.array(mcpServerRowSchema) }) },
  'mcp.restart': {
    input: z.strictObject({ projectDir, name: z.string().max(200) }),
    output: z.object({ servers: z.array(mcpServerRowSchema) }),
  },
  /** Switches a server off for this project, or on again. */
  'mcp.setEnabled': {
    input: z.strictObject({ projectDir, name: z.string().max(200), enabled: z.boolean() }),
    output: z.object({ servers: z.array(mcpServerRowSchema) }),
  },
  /** What the server says of its tools now has been read: allow rules count for them again. */
  'mcp.accept': {
    input: z.strictObject({ projectDir, name: z.string().max(200), definitions: z.string().max(200) }),
    output: z.object({ servers: z.array(mcpServerRowSchema) }),
  },
  /**
   * Opens a file of the project, of the session's results, or one of the settings files in the user's editor. `opened` is false where the host's screen isn't the
   * person's.
   */
  'editor.open': {
    input: z.strictObject({
      projectDir,
      sessionId: sessionId.optional(),
      path: z.string().min(1).max(4096),
      line: z.number().int().positive().optional(),
      column: z.number().int().positive().optional(),
    }),
    output: z.object({ opened: z.boolean() }),
  },
  /** Which of these texts name a file of the project or of the session's results, as `src/app.ts` or `src/app.ts:12`; `null` for the others. */
  'editor.find': {
    input: z.strictObject({ projectDir, sessionId: sessionId.optional(), texts: z.array(z.string().max(1000)).max(200) }),
    output: z.object({
      files: z.array(z.object({ path: z.string(), line: z.number().int().optional(), column: z.number().int().optional() }).nullable()),
    }),
  },
  'shell.openPath': { input: z.strictObject({ path: projectDir, projectDir }), output: z.object({ opened: z.boolean() }) },
} as const;

export type Commands = typeof commands;
export type CommandName = keyof Commands;
export type CommandInput<N extends CommandName> = z.input<Commands[N]['input']>;
export type CommandOutput<N extends CommandName> = z.output<Commands[N]['output']>;
