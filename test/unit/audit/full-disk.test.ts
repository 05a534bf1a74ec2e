import type * as NodeFs from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '#shared/contract/app-error.ts';
import { AuditLog } from '#main/audit/audit-log.ts';
import { readRecords } from '#main/audit/read-records.ts';
import { isWhole, verifyAudit } from '#main/audit/verify.ts';
import { auditRecord } from '#test/support/audit-records.ts';
import { TempProject } from '#test/support/temp-project.ts';

/** A disk that fills up at a chosen write isn't available to a test, so the two system calls are patched. */
const disk = vi.hoisted(() => ({ writesLeft: Infinity, canCut: true }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof NodeFs>();
  const noSpace = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
  return {
    ...fs,
    writeSync: (fd: number, bytes: Buffer | string, offset?: number) => {
      disk.writesLeft -= 1;
      if (disk.writesLeft === -1 && typeof bytes !== 'string') return fs.writeSync(fd, bytes, 0, Math.floor(bytes.length / 2));
      if (disk.writesLeft < 0) throw noSpace();
      return typeof bytes === 'string' ? fs.writeSync(fd, bytes, offset) : fs.writeSync(fd, bytes, offset);
    },
    ftruncateSync: (fd: number, length: number) => {
      if (!disk.canCut) throw noSpace();
      fs.ftruncateSync(fd, length);
    },
  };
});
const recover = () => Object.assign(disk, { writesLeft: Infinity, canCut: true });
afterEach(recover);

const CASES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].flatMap((writesLeft) => [true, false].map((canCut) => ({ writesLeft, canCut })));

it.each(CASES)(
  'reports records that couldn’t be written, and the log stays intact and continues when there is space (%j)',
  ({ writesLeft, canCut }) => {
    using temp = new TempProject();
    // Small files, so that the disk is also full at the start of one.
    const log = new AuditLog({ stateDir: temp.stateDir, version: '1', maxFileBytes: 900 });
    Object.assign(disk, { writesLeft, canCut });
    const refused = new Set<string>();
    for (const call of ['a', 'b', 'c', 'd']) {
      try {
        log.write(auditRecord({ call }));
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        expect(String(error)).toMatch(/audit log in .* can’t be written \(.*\)\. Nothing runs without a record/);
        refused.add(call);
      }
    }
    recover();
    for (const call of ['e', 'f', 'g']) log.write(auditRecord({ call }));
    const report = verifyAudit(temp.stateDir);
    expect(isWhole(report), JSON.stringify(report.problems)).toBe(true);
    const stored = [...readRecords(temp.stateDir)].map(({ record }) => record);
    expect(stored.map(({ n }) => n)).toEqual(stored.map((_record, index) => index + 1));
    // A record may exist although its write was rejected, never the other way round.
    for (const call of ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
      if (!refused.has(call)) expect(stored.map((record) => record.call)).toContain(call);
    log.close();
    expect(isWhole(verifyAudit(temp.stateDir))).toBe(true);
  },
);
