import type { AuditOutcome, AuditRecord } from './audit-record.ts';

/** What to leave in. An absent field lets everything pass. */
export interface RecordFilter {
  /** Real path. */
  readonly project?: string | undefined;
  /** A session's id or its beginning. */
  readonly session?: string | undefined;
  /** Any case. */
  readonly tool?: string | undefined;
  readonly outcomes?: readonly AuditOutcome[] | undefined;
  /** From this moment on. */
  readonly since?: Date | undefined;
  /** Before this moment. */
  readonly until?: Date | undefined;
}

export function matchesFilter(record: AuditRecord, { project, session, tool, outcomes, since, until }: RecordFilter): boolean {
  if (project !== undefined && record.project !== project) return false;
  if (session !== undefined && !record.session.startsWith(session)) return false;
  if (tool !== undefined && record.tool.toLowerCase() !== tool.toLowerCase()) return false;
  if (outcomes !== undefined && !outcomes.includes(record.outcome)) return false;
  const at = Date.parse(record.at);
  return (since === undefined || at >= since.getTime()) && (until === undefined || at < until.getTime());
}
