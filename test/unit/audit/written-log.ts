import { auditDir } from '#main/audit/audit-files.ts';
import { AuditLog } from '#main/audit/audit-log.ts';
import { auditRecord } from '#test/support/audit-records.ts';
import { TempProject } from '#test/support/temp-project.ts';

/** Logs of two processes: one of three files that has ended, one still being written. */
export function writtenLog(): { temp: TempProject; dir: string; live: AuditLog } {
  const temp = new TempProject();
  const ended = new AuditLog({ stateDir: temp.stateDir, version: '1.2.3', maxFileBytes: 3000 });
  for (let count = 0; count < 12; count += 1) ended.write(auditRecord());
  ended.close();
  const live = new AuditLog({ stateDir: temp.stateDir, version: '1.2.3' });
  for (let count = 0; count < 4; count += 1) live.write(auditRecord({ outcome: 'deny' }));
  return { temp, dir: auditDir(temp.stateDir), live };
}
