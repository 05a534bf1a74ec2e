import type { Writable } from 'node:stream';
import { stateDirPath } from '#main/engine/state-dir.ts';
import { auditDir } from '#main/audit/audit-files.ts';
import { readRecords, type StoredRecord } from '#main/audit/read-records.ts';
import { isWhole, verifyAudit } from '#main/audit/verify.ts';
import { collectReport } from '#main/report/collect-report.ts';
import { formatReport } from '#main/report/format-report.ts';
import { printableLine } from '#shared/printable.ts';
import { FORMAT_HEADERS, formatRecord } from './audit-format.ts';
import { parseAuditOptions, type AuditCommand } from './audit-options.ts';
import { EXIT } from './usage.ts';

export interface AuditIo {
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: Writable;
  readonly stderr: Writable;
}

/** `audit`: shows, exports and checks the audit log. Changes nothing. */
export async function audit(args: readonly string[], io: AuditIo): Promise<number> {
  const options = parseAuditOptions(args, new Date());
  const stateDir = stateDirPath(io.env);
  switch (options.command) {
    case 'verify':
      return verify(stateDir, options.fingerprint, io);
    case 'report':
      return report(stateDir, options, io);
    case 'list':
      return list(stateDir, options, io);
  }
}

async function report(
  stateDir: string,
  { filter, format }: Extract<AuditCommand, { command: 'report' }>,
  { stdout, stderr }: AuditIo,
): Promise<number> {
  const made = collectReport({ stateDir, filter, now: new Date() });
  await write(stdout, formatReport(made, format));
  if (made.damaged > 0) stderr.write('Some lines could not be read. “gatehouse audit verify” says what is wrong.\n');
  return made.damaged > 0 ? EXIT.failed : EXIT.success;
}

type ListOptions = Extract<AuditCommand, { command: 'list' }>;

async function list(stateDir: string, { filter, format, limit }: ListOptions, { stdout, stderr }: AuditIo): Promise<number> {
  let damaged = 0;
  const onDamage = (file: string, line: number, message: string) => {
    damaged += 1;
    stderr.write(printableLine(`gatehouse audit: ${file}:${line}: ${message}`) + '\n');
  };
  const found = readRecords(stateDir, { filter, onDamage });
  const { records, left } = limit === undefined ? { records: found, left: () => 0 } : newest(found, limit);
  await write(stdout, FORMAT_HEADERS[format]);
  let shown = 0;
  for (const record of records) {
    shown += 1;
    await write(stdout, formatRecord(record, format));
  }
  if (shown === 0) stderr.write(emptyText(stateDir, filter));
  if (left() > 0) stderr.write(`The ${shown} newest of ${shown + left()} records; --limit 0 shows all.\n`);
  if (damaged > 0) stderr.write('Some lines could not be read. “gatehouse audit verify” says what is wrong.\n');
  return damaged > 0 ? EXIT.failed : EXIT.success;
}

/** The last `limit` items of an iterable. */
function newest(found: Iterable<StoredRecord>, limit: number): { readonly records: StoredRecord[]; readonly left: () => number } {
  const kept: StoredRecord[] = [];
  let seen = 0;
  for (const record of found) {
    kept[seen % limit] = record;
    seen += 1;
  }
  const turn = seen % limit;
  const records = seen <= limit ? kept : [...kept.slice(turn), ...kept.slice(0, turn)];
  return { records, left: () => seen - records.length };
}

function emptyText(stateDir: string, filter: ListOptions['filter']): string {
  const filtered = Object.values(filter).some((value) => value !== undefined);
  return filtered
    ? 'No record matches these filters.\n'
    : `No decision has been recorded yet. They are kept in ${printableLine(auditDir(stateDir))} from the first session on.\n`;
}

function verify(stateDir: string, expected: string | undefined, { stdout }: AuditIo): number {
  const report = verifyAudit(stateDir, expected);
  const { files, records, open, problems, fingerprint } = report;
  for (const { file, line, message, torn } of problems) {
    const position = line === undefined ? file : `${file}:${line}`;
    stdout.write(`${printableLine(`${torn ? 'TORN  ' : 'BROKEN'}  ${position}: ${message}`)}\n`);
  }
  if (files === 0 && problems.length === 0) {
    stdout.write(`There is no audit log yet in ${printableLine(auditDir(stateDir))}.\n`);
    return EXIT.success;
  }
  const whole = isWhole(report);
  const what = `${count(records, 'record')} in ${count(files, 'file')}${open > 0 ? `, ${open} of them without an end (being written, or stopped by force)` : ''}`;
  stdout.write(whole ? `Intact: ${what}.\n` : `Not intact: something was changed or removed. What could be checked: ${what}.\n`);
  if (whole && problems.length > 0)
    stdout.write('A torn line is what a program that is stopped by force leaves behind; the call it was about to allow did not run.\n');
  if (fingerprint !== undefined) stdout.write(`Fingerprint: ${fingerprint}\n`);
  return whole ? EXIT.success : EXIT.failed;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

async function write(stream: Writable, text: string): Promise<void> {
  if (stream.write(text)) return;
  await new Promise<void>((resolve) => stream.once('drain', resolve));
}
