import { z } from 'zod';
import { ruleRefSchema } from '#shared/permission/decision.ts';
import { callOutcomeSchema, spanSchema } from '#shared/session/call-record.ts';

export const AUDIT_FORMAT = 'gatehouse-audit';
/** 2: records of ended calls. 3: of refused messages. Older versions are read as they are. */
export const AUDIT_FORMAT_VERSION = 3;

/**
 * `ask`: a person was asked; the outcome is a record of its own. `cancelled`: the call ended before it was decided, or while it waited.
 * `ended`: a decided call has ended. `refused`: a message of a window wasn't carried out.
 */
export const AUDIT_OUTCOMES = ['allow', 'deny', 'ask', 'cancelled', 'ended', 'refused'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** `gatehouse`: built-in behaviour, such as protected paths or reading inside the project. */
export const DECIDERS = ['rule', 'mode', 'person', 'dispatcher', 'hook', 'classifier', 'interrupt', 'gatehouse'] as const;
export type Decider = (typeof DECIDERS)[number];

/** A person's answer, and what it changed beyond this call. */
const auditAnswerSchema = z.object({
  type: z.string(),
  by: z.string(),
  rules: z.array(z.string()).optional(),
  directories: z.array(z.string()).optional(),
  destination: z.string().optional(),
  mode: z.string().optional(),
  /** What the answer of a hook changed. */
  updates: z.array(z.looseObject({ type: z.string() })).optional(),
});
export type AuditAnswer = z.infer<typeof auditAnswerSchema>;

/** Names may come from a model; longer ones are cut. */
export const MAX_NAME_CHARS = 256;

/** Steps kept of one call; only endless edits of its input would make more. */
export const MAX_AUDIT_SPANS = 200;

/** One step of a call. */
const auditSpanSchema = z.object({
  step: z.string(),
  /** When it began: ISO 8601, UTC, milliseconds. */
  start: z.string(),
  /** How long it took. Milliseconds. */
  ms: z.number(),
  outcome: spanSchema.shape.outcome,
});
export type AuditSpan = z.infer<typeof auditSpanSchema>;

/** How a call ended, and the steps it took. */
const auditEndSchema = z.object({ outcome: callOutcomeSchema, spans: z.array(auditSpanSchema) });
export type AuditEnd = z.infer<typeof auditEndSchema>;

/** A message of a window that was refused. */
const auditRefusalSchema = z.object({
  /** `null`: it named none of the contract. */
  command: z.string().nullable(),
  /** SHA-256 of the command, its whole input and what was shown outside the page; `null` when nothing was. */
  digest: z.string().nullable(),
  /** Refusals before this one that have no record, as there were too many. */
  leftOut: z.number().int().nonnegative(),
});

/** One decision, the end of a decided call, or a refused message. Contains the digest of the call's input, never the input itself, which may contain secrets. */
export const auditRecordSchema = z.object({
  /** Position in the chain, from 1. */
  n: z.number().int().positive(),
  /** ISO 8601, UTC, milliseconds. */
  at: z.string(),
  session: z.string(),
  project: z.string(),
  /** The sub-agent; absent for the main agent. */
  agent: z.string().optional(),
  call: z.string(),
  tool: z.string(),
  /** SHA-256 of tool name and input as in the session log; `null` when the call ended before its input was read. */
  inputDigest: z.string().nullable(),
  outcome: z.enum(AUDIT_OUTCOMES),
  /** The layer of the permission engine that decided. */
  layer: z.string().nullable(),
  reason: z.string(),
  /** The rules that decided, with file and position; one for each part of a compound command line. */
  rules: z.array(ruleRefSchema),
  by: z.enum(DECIDERS),
  /** Where the command was to run, of a decision about a command that runs elsewhere than on this machine. */
  place: z.string().optional(),
  answer: auditAnswerSchema.nullable(),
  /** Milliseconds the call waited for a person; `null` when nobody was asked. */
  waitedMs: z.number().nullable(),
  /** Of the record that is written when the call has ended; absent in all others. */
  end: auditEndSchema.optional(),
  /** Of a refused message; absent in all others. There, session, project, call and tool are empty where it names none. */
  refused: auditRefusalSchema.optional(),
  /** The permission mode at the time. */
  mode: z.string().nullable(),
  /** Gatehouse's version. */
  gatehouse: z.string(),
});
export type AuditRecord = z.infer<typeof auditRecordSchema>;

/** What a recorder provides; the log adds the position in the chain and the version. */
export type NewAuditRecord = Omit<AuditRecord, 'n' | 'gatehouse'>;

/** First line of every file. `prev` is random in a chain's first file, and the last hash of the previous part in later ones. */
export const auditHeaderSchema = z.object({
  format: z.literal(AUDIT_FORMAT),
  version: z.number().int().positive(),
  chain: z.string(),
  part: z.number().int().positive(),
  /** `n` of the next record. */
  from: z.number().int().positive(),
  at: z.string(),
  pid: z.number().int(),
  gatehouse: z.string(),
});
export type AuditHeader = z.infer<typeof auditHeaderSchema>;
