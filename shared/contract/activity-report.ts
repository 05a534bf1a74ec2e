import { z } from 'zod';
import { riskSchema } from '../permission/decision.ts';

/** Longest list of each kind in a report. */
export const MAX_REPORT_ROWS = 500;

const countsSchema = z.object({
  /** Decided calls. */
  calls: z.number().int(),
  allowed: z.number().int(),
  /** How often a person was asked. */
  asked: z.number().int(),
  denied: z.number().int(),
});
export type ReportCounts = z.infer<typeof countsSchema>;

const groupSchema = countsSchema.extend({
  /** Of a session its title, of a sub-agent what it was started for. */
  name: z.string(),
  /** Of a session or agent. */
  project: z.string().optional(),
  /** Of a session or sub-agent, while the session exists. */
  session: z.string().optional(),
});
export type ReportGroup = z.infer<typeof groupSchema>;

const itemSchema = z.object({
  /** A path, a command, a host, or what a call was about. */
  what: z.string(),
  /** What decided, for denied and asked calls: a rule, the person. */
  by: z.string().optional(),
  project: z.string(),
  count: z.number().int(),
  /** ISO time. */
  last: z.string(),
  /** The last such call. */
  call: z.object({ session: z.string(), callId: z.string() }),
  /** The greatest of a command or call: those with a greater one come first. */
  risk: riskSchema.optional(),
});
export type ReportItem = z.infer<typeof itemSchema>;

const listSchema = <T extends z.ZodType>(row: T) => z.object({ rows: z.array(row), /** Not listed. */ more: z.number().int() });

/** What agents did in a period, from the audit log. Secrets are replaced. */
export const activityReportSchema = z.object({
  /** ISO times; `null`: from the beginning, until now. */
  since: z.string().nullable(),
  until: z.string().nullable(),
  at: z.string(),
  totals: countsSchema.extend({ cancelled: z.number().int(), allowedByPerson: z.number().int() }),
  projects: listSchema(groupSchema),
  sessions: listSchema(groupSchema),
  agents: listSchema(groupSchema),
  tools: listSchema(groupSchema),
  written: listSchema(itemSchema),
  commands: listSchema(itemSchema),
  hosts: listSchema(itemSchema),
  denied: listSchema(itemSchema),
  asked: listSchema(itemSchema),
  /** Calls of which only is known that they were decided or asked about. The rest were too many to look up. */
  unknown: z.number().int(),
  unknownBecause: z.object({
    /** Their session was deleted, or can't be read. */
    deleted: z.number().int(),
    /** They were asked about and cancelled before their turn, by a version that didn't record what they were. */
    cancelled: z.number().int(),
    /** Another version recorded them in a form that isn't known. */
    otherVersion: z.number().int(),
  }),
  /** Lines of the audit log that could not be read. */
  damaged: z.number().int(),
});
export type ActivityReport = z.infer<typeof activityReportSchema>;
