import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { auditDir, INDEX_FILE, listChainFiles, type ChainFileName } from './audit-files.ts';
import { readIndex, type AuditIndex } from './audit-index.ts';
import type { ChainEnd } from './chain-head.ts';
import { checkChainFile, type Finding, type PartBefore } from './verify-file.ts';

export interface AuditProblem extends Finding {
  /** Absolute path. */
  readonly file: string;
}

export interface AuditReport {
  readonly files: number;
  readonly records: number;
  /** Files without an end in the index: being written, or left by a killed program. */
  readonly open: number;
  readonly problems: readonly AuditProblem[];
  /** Hash of the index's last line, which covers all files that have ended. */
  readonly fingerprint: string | undefined;
}

/** Whether nothing was changed or removed. A torn end is left by a kill, not by tampering. */
export function isWhole({ problems }: AuditReport): boolean {
  return problems.every(({ torn }) => torn);
}

/**
 * Checks every line of every file against its chain, and the files against the index. Other processes may write meanwhile. `expected`: an
 * earlier fingerprint, which must still be in the index.
 * @throws the system's error when a file can't be read.
 */
export function verifyAudit(stateDir: string, expected?: string): AuditReport {
  const dir = auditDir(stateDir);
  const names = listChainFiles(dir);
  const problems: AuditProblem[] = [];
  const index = readIndex(dir);
  for (const problem of index?.problems ?? []) problems.push({ file: join(dir, INDEX_FILE), ...problem });
  if (expected !== undefined && index?.hashes.has(expected) !== true) {
    problems.push({
      file: join(dir, INDEX_FILE),
      message: 'the line with that fingerprint is not there: the log was replaced',
      torn: false,
    });
  }

  let records = 0;
  let open = 0;
  const before = new Map<string, PartBefore>();
  for (const name of names) {
    const checked = checkNamed(dir, name, index, before.get(name.chain));
    for (const finding of checked.findings) problems.push({ file: join(dir, name.name), ...finding });
    before.set(name.chain, { part: name.part, end: checked.end, next: checked.next });
    records += checked.records;
    if (checked.open) open += 1;
  }
  // Files without a record may be older than the index.
  if (!index && records > 0 && !existsSync(join(dir, INDEX_FILE))) {
    problems.push({ file: join(dir, INDEX_FILE), message: 'the index is missing', torn: false });
  }
  const present = new Set(names.map(({ name }) => name));
  for (const file of index?.files.keys() ?? []) {
    // A file that was created after the listing exists now.
    if (!present.has(file) && !existsSync(join(dir, file)))
      problems.push({ file: join(dir, file), message: 'the file is missing', torn: false });
  }
  return { files: names.length, records, open, problems, fingerprint: index?.last };
}

interface CheckedFile {
  readonly findings: readonly Finding[];
  readonly end: ChainEnd;
  readonly next: number;
  readonly records: number;
  readonly open: boolean;
}

function checkNamed(dir: string, name: ChainFileName, index: AuditIndex | undefined, before: PartBefore | undefined): CheckedFile {
  const known = index?.files.get(name.name);
  const checked = checkChainFile(dir, name, known, before);
  // Its process may have created or ended the file after the index was read, so the index is read again.
  const doubtful = known?.end === undefined && checked.findings.some(({ torn }) => !torn);
  const now = doubtful ? readIndex(dir)?.files.get(name.name) : undefined;
  const final =
    now && (now.end !== undefined || !known) ? { known: now, ...checkChainFile(dir, name, now, before) } : { known, ...checked };
  return { ...final, open: final.known !== undefined && final.known.end === undefined };
}
