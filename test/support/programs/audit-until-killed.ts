import { writeSync } from 'node:fs';
import { AuditLog } from '#main/audit/audit-log.ts';
import { auditRecord } from '../audit-records.ts';

/** Writes audit records into the given state folder and prints which are reported as stored, until it is killed. */
const [stateDir = '', maxFileBytes = '16000000'] = process.argv.slice(2);
const log = new AuditLog({ stateDir, version: '1.2.3', maxFileBytes: Number(maxFileBytes) });
for (let number = 1; ; number += 1) {
  log.write(auditRecord({ call: `call ${number}`, project: '/p/'.padEnd(number % 3000, 'x') }));
  writeSync(1, `${number}\n`);
}
