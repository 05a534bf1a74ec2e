import { z } from 'zod';
import { ruleRefSchema } from '#shared/permission/decision.ts';

export const AUDIT_FORMAT = 'gatehouse-audit';
export const AUDIT_FORMAT_VERSION = 1;

/** `ask`: a question was put to a person; what came of it is a record of its own. `cancelled`: the call ended before it was decided, or while it waited. */
export const AUDIT_OUTCOMES = ['allow', 'deny', 'ask', 'cancelled'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** `gatehouse`: built-in behaviour, such as protected places or reading inside the project. */
export const DECIDERS = ['rule', 'mode', 'person', 'dispatcher', 'hook', 'classifier', 'interrupt', 'gatehouse'] as const;
export type Decider = (typeof DECIDERS)[number];

/** What a person answered to the question, and what the answer changed beyond this call. */
const auditAnswerSchema = z.object({
  type: z.string(),
  by: z.string(),
  rules: z.array(z.string()).optional(),
  directories: z.array(z.string()).optional(),
  destination: z.string().optional(),
  mode: z.string().optional(),
  /** What a hook changed with its answer. */
  updates: z.array(z.looseObject({ type: z.string() })).optional(),
});
export type AuditAnswer = z.infer<typeof auditAnswerSchema>;

/** One decision. Never holds the call's input, only its digest: inputs may hold secrets. */
export const auditRecordSchema = z.object({
  /** Place in the chain, from 1. */
  n: z.number().int().positive(),
  /** ISO 8601, UTC, milliseconds. */
  at: z.string(),
  session: z.string(),
  project: z.string(),
  /** The sub-agent; absent for the main agent. */
  agent: z.string().optional(),
  call: z.string(),
  tool: z.string(),
  /** SHA-256 of tool name and input as the session log has it; `null` when the call ended before its input was looked at. */
  inputDigest: z.string().nullable(),
  outcome: z.enum(AUDIT_OUTCOMES),
  /** The layer of the permission engine that had the last word. */
  layer: z.string().nullable(),
  reason: z.string(),
  /** The rules that decided, with file and position; one for each part of a command line that has several. */
  rules: z.array(ruleRefSchema),
  by: z.enum(DECIDERS),
  answer: auditAnswerSchema.nullable(),
  /** Milliseconds that the call waited for a person; `null` when nobody was asked. */
  waitedMs: z.number().nullable(),
  /** The permission mode in force. */
  mode: z.string().nullable(),
  /** Version of Gatehouse. */
  gatehouse: z.string(),
});
export type AuditRecord = z.infer<typeof auditRecordSchema>;

/** What a recorder supplies; the place in the chain and the version are the log's. */
export type NewAuditRecord = Omit<AuditRecord, 'n' | 'gatehouse'>;

/** First line of every file. `prev` of the chain's first file is random; of a later part, the last hash of the part before. */
export const auditHeaderSchema = z.object({
  format: z.literal(AUDIT_FORMAT),
  version: z.number().int().positive(),
  chain: z.string(),
  part: z.number().int().positive(),
  /** `n` of the first record that follows. */
  from: z.number().int().positive(),
  at: z.string(),
  pid: z.number().int(),
  gatehouse: z.string(),
});
export type AuditHeader = z.infer<typeof auditHeaderSchema>;
