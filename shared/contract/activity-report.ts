import { z } from 'zod';

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

const groupSchema = countsSchema.extend({ name: z.string(), /** Of a session or agent. */ project: z.string().optional() });
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
  /** Decided calls of which only the decision is known: their session was deleted, or is of another version. */
  unknown: z.number().int(),
  /** Lines of the audit log that could not be read. */
  damaged: z.number().int(),
});
export type ActivityReport = z.infer<typeof activityReportSchema>;
