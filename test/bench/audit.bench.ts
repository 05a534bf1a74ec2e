/** What a record costs a call that waits for it, compared with writing the same bytes; and how fast a long log is verified and read. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { AuditLog } from '#main/audit/audit-log.ts';
import { readRecords } from '#main/audit/read-records.ts';
import { verifyAudit } from '#main/audit/verify.ts';
import { auditRecord } from '../support/audit-records.ts';
import { TempProject } from '../support/temp-project.ts';
import { measure, printTable } from './measure.ts';

/** Records per measured run, since a single one is too short to time. */
const REPEAT = 1000;

const place = new TempProject();
const log = new AuditLog({ stateDir: place.stateDir, version: '1.0.0' });
const record = auditRecord();
const line = Buffer.from(`${JSON.stringify({ ...record, prev: 'a'.repeat(64), hash: 'b'.repeat(64) })}\n`);
const plain = openSync(join(place.root, 'plain.jsonl'), 'a');
const repeat = (work: () => void) => (): void => {
  for (let count = 0; count < REPEAT; count += 1) work();
};

printTable(`Writing ${REPEAT} records`, [
  await measure(
    'writeSync of the same bytes',
    60,
    repeat(() => writeSync(plain, line)),
  ),
  await measure(
    'audit log',
    60,
    repeat(() => log.write(record)),
  ),
]);
log.close();
closeSync(plain);

printTable(`A log of ${verifyAudit(place.stateDir).records} records`, [
  await measure('verify', 5, () => verifyAudit(place.stateDir)),
  await measure('read all', 5, () => readRecords(place.stateDir).reduce((count) => count + 1, 0)),
]);

place[Symbol.dispose]();
