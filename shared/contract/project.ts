import { z } from 'zod';
import { permissionModeSchema } from '../permission/mode.ts';
import { ruleDestinationSchema, ruleEntrySchema } from '../permission/rule.ts';
import { preferencesSchema } from './preferences.ts';

export const projectSchema = z.object({
  /** The folder's real, absolute path; also the project's id. */
  projectDir: z.string(),
  name: z.string(),
  trusted: z.boolean(),
  /** What the repository contains that has no effect until the folder is trusted, as text. */
  untrustedItems: z.array(z.string()),
  /** The same list as of when the user last trusted the folder, if ever. */
  trustedBefore: z.array(z.string()).optional(),
  gitBranch: z.string().nullable(),
  /** Set while the folder is a copy of the demo project. */
  demo: z.boolean(),
  /** The folder is missing: renamed, deleted or unmounted. Its sessions continue when it is back. */
  gone: z.boolean(),
});
export type Project = z.infer<typeof projectSchema>;

export const sessionSummarySchema = z.object({
  sessionId: z.string(),
  projectDir: z.string(),
  title: z.string(),
  createdAt: z.number(),
  updatedAt: z.number(),
  live: z.boolean(),
  /** A person put it aside: lists hide it until it is looked for or used again. */
  archived: z.boolean(),
});
export type SessionSummary = z.infer<typeof sessionSummarySchema>;

/** What a session does now, the most urgent first. `failed`: its last turn. `background`: only background commands run. */
const SESSION_STATES = ['waiting', 'running', 'failed', 'background', 'idle'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** A session in the list of all. `idle` for those that aren't open in this process. */
export const overviewSessionSchema = sessionSummarySchema.extend({
  state: z.enum(SESSION_STATES),
  /** How many requests, and commands that need input, wait for a person in it. */
  waiting: z.number().int(),
  /** When its last turn ended; `null` while one runs, or where that isn't known. */
  endedAt: z.number().nullable(),
});
export type OverviewSession = z.infer<typeof overviewSessionSchema>;

export const overviewProjectSchema = z.object({
  projectDir: z.string(),
  name: z.string(),
  /** The last used first. */
  sessions: z.array(overviewSessionSchema),
  /** Number of all sessions with a message that aren't archived; `sessions` is bounded. */
  total: z.number().int(),
  /** Archived ones, the last used first; bounded too. */
  archived: z.array(overviewSessionSchema),
});
export type OverviewProject = z.infer<typeof overviewProjectSchema>;

export const recentProjectSchema = z.object({ projectDir: z.string(), name: z.string(), openedAt: z.number() });

/** How many requests wait for a person in a project. */
export const waitingCountSchema = z.object({
  projectDir: z.string(),
  /** Requests and commands. */
  count: z.number().int().positive(),
  /** How many commands wait for input, by session. */
  commands: z.array(z.object({ sessionId: z.string(), count: z.number().int().positive() })),
});
export type WaitingCount = z.infer<typeof waitingCountSchema>;

/** What a failed list of models says about other requests: they fail too, because of the key or the server, or it says nothing. */
export const listFailureSchema = z.enum(['key', 'server', 'other']);
export type ListFailure = z.infer<typeof listFailureSchema>;

/** How the model is reached. The key itself never leaves the main process. */
export const modelAccessSchema = z.object({
  ready: z.boolean(),
  source: z.enum(['environment', 'entered', 'helper', 'none']),
  /** Where the key comes from, which `source` doesn’t tell if only an address is set. */
  keySource: z.enum(['environment', 'entered', 'helper', 'none']),
  baseUrl: z.string().nullable(),
  model: z.string(),
  /** The source of `model`. For new sessions, a model entered by hand or set in the environment overrides the settings. */
  modelSource: z.enum(['environment', 'entered', 'none']),
  /** How often it was entered since the start. The key itself isn't sent, so this tells one from another. */
  changes: z.number(),
  /** Whether the entered key and address are still known after a restart. */
  isRemembered: z.boolean(),
  /** Where they are stored if they are: encrypted by the system's keychain, or with a key in a file beside them. `none`: nowhere. */
  storage: z.enum(['keychain', 'key_file', 'none']),
});
export type ModelAccess = z.infer<typeof modelAccessSchema>;

export const appStateSchema = z.object({
  version: z.string(),
  host: z.enum(['electron', 'web']),
  platform: z.string(),
  homeDir: z.string(),
  access: modelAccessSchema,
  preferences: preferencesSchema,
  recent: z.array(recentProjectSchema),
  /** As `waiting.changed` last said. */
  waiting: z.array(waitingCountSchema),
  /** The folder given on the command line, or the demo, already open. */
  openProject: projectSchema.nullable(),
  /** Session to show first, if the host started one (demo). */
  openSessionId: z.string().nullable(),
});
export type AppState = z.infer<typeof appStateSchema>;

/** One rule with what a person needs to read it. */
export const ruleRowSchema = ruleEntrySchema.extend({
  /** As a sentence: "Allow running commands that start with npm test". */
  sentence: z.string(),
  /** Errors and warnings, as text. */
  diagnostics: z.array(
    z.object({
      severity: z.enum(['error', 'warning', 'info']),
      message: z.string(),
      /** A problem with other rules rather than the text itself. */
      kind: z.enum(['duplicate', 'shadowed', 'broad', 'still asks']).optional(),
      /** Id of the other rule. */
      by: z.string().optional(),
    }),
  ),
  /** Whether it can be deleted here (managed and command-line rules can't be changed). */
  editable: z.boolean(),
  /** Kept in its file, but switched off. */
  disabled: z.boolean(),
});
export type RuleRow = z.infer<typeof ruleRowSchema>;

export const ruleListSchema = z.object({
  rules: z.array(ruleRowSchema),
  defaultMode: permissionModeSchema,
  /** Settings files that could not be read; the messages include line and column. They have no effect. */
  problems: z.array(z.object({ file: z.string(), message: z.string() })),
  destinations: z.array(z.object({ destination: ruleDestinationSchema, file: z.string().nullable() })),
});
export type RuleList = z.infer<typeof ruleListSchema>;

export const folderListingSchema = z.object({
  path: z.string(),
  parent: z.string().nullable(),
  folders: z.array(z.object({ name: z.string(), path: z.string(), isGit: z.boolean() })),
});
export type FolderListing = z.infer<typeof folderListingSchema>;
