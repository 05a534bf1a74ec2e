import { join } from 'node:path';
import type { ChainFileName } from './audit-files.ts';
import type { IndexedFile } from './audit-index.ts';
import { AUDIT_FORMAT_VERSION, auditHeaderSchema, auditRecordSchema } from './audit-record.ts';
import { readHead, type ChainEnd } from './chain-head.ts';
import { readLines } from './read-lines.ts';
import { openLine } from './sealed-line.ts';

export interface Finding {
  readonly line?: number;
  readonly message: string;
  /** A line that was being written when the program was killed; not tampering. */
  readonly torn: boolean;
}

/** Where the previous part ended. */
export interface PartBefore {
  readonly part: number;
  readonly end: ChainEnd;
  readonly next: number;
}

export interface FileCheck {
  readonly findings: readonly Finding[];
  /** End of the last valid line. */
  readonly end: ChainEnd;
  /** Number of the next record. */
  readonly next: number;
  readonly records: number;
}

/** Checks one file: against the previous part, and against its end in the index and in the head. */
export function checkChainFile(
  dir: string,
  name: ChainFileName,
  known: IndexedFile | undefined,
  before: PartBefore | undefined,
): FileCheck {
  const path = join(dir, name.name);
  // Read first: the file may grow meanwhile, and must never be shorter than the head says.
  const head = readHead(path);
  const { findings, end, next, headHash, headerHash } = checkLines(path, name, before, head === 'damaged' ? undefined : head);
  const records = Math.max(0, end.lines - 1);
  const found = [...findings];
  const broken = (message: string, line?: number) => found.push({ ...(line !== undefined && { line }), message, torn: false });
  const wholeSoFar = findings.every(({ torn }) => torn);

  if (!known) {
    // A program that was killed between creating the file and adding it to the index has written no record yet.
    if (records > 0) broken('the file is not in the index');
    return { findings: found, end, next, records };
  }
  if (headerHash !== undefined && headerHash !== known.header) broken('it is not the file that the index names', 1);
  if (!wholeSoFar) return { findings: found, end, next, records };
  if (known.end) {
    if (findings.length > 0) broken('the end of the file is missing', end.lines + 1);
    else if (end.lines < known.end.lines) broken(`the file ended with ${known.end.lines} lines, now there are ${end.lines}`, end.lines);
    else if (end.lines > known.end.lines || end.hash !== known.end.hash) broken('lines were added after its end', known.end.lines + 1);
  } else if (head === undefined) {
    broken('neither the index nor a .head file says where it ends');
  } else if (head === 'damaged') {
    broken('its .head file was changed');
  } else if (end.lines < head.lines) {
    broken(`it had ${head.lines} lines, now there are ${end.lines}`, end.lines);
  } else if (headHash !== head.hash) {
    broken('its .head file was changed or is of another file');
  }
  return { findings: found, end, next, records };
}

interface LineCheck extends Omit<FileCheck, 'records'> {
  readonly headerHash: string | undefined;
  /** Hash of the line that the head refers to. */
  readonly headHash: string | undefined;
}

/** Follows the chain and stops where it breaks: nothing can be said of the lines after that. */
function checkLines(path: string, name: ChainFileName, before: PartBefore | undefined, head: ChainEnd | undefined): LineCheck {
  let end: ChainEnd = { lines: 0, hash: before?.end.hash ?? '' };
  let next = before?.next ?? 1;
  let headerHash: string | undefined;
  let headHash: string | undefined;
  const stop = (line: number, message: string, torn = false): LineCheck => ({
    findings: [{ line, message, torn }],
    end,
    next,
    headerHash,
    headHash,
  });
  if (name.part !== (before?.part ?? 0) + 1) return stop(1, `part ${(before?.part ?? 0) + 1} of this chain is missing`);

  for (const { number, bytes, whole } of readLines(path)) {
    if (!whole) return stop(number, 'the last line was cut off while it was written', true);
    const line = openLine(bytes);
    if (!line.ok) return stop(number, line.message);
    const first = number === 1;
    if ((!first || before) && line.prev !== end.hash)
      return stop(number, first ? 'it does not continue the part before it' : 'a line before it is missing or out of place');
    const wrong = first ? wrongHeader(line.body, name, next) : wrongRecord(line.body, next);
    if (wrong !== undefined) return stop(number, wrong);
    if (first) headerHash = line.hash;
    else next += 1;
    end = { lines: number, hash: line.hash };
    if (number === head?.lines) headHash = line.hash;
  }
  // Created by a program that was killed before it wrote the first line.
  if (end.lines === 0) return stop(1, 'the file is empty', head === undefined);
  return { findings: [], end, next, headerHash, headHash };
}

function wrongHeader(body: unknown, name: ChainFileName, next: number): string | undefined {
  const header = auditHeaderSchema.safeParse(body);
  if (!header.success) return 'it is no header of an audit log';
  const { version, chain, part, from } = header.data;
  if (version > AUDIT_FORMAT_VERSION) return 'it was written by a newer Gatehouse; update to check it';
  return chain === name.chain && part === name.part && from === next ? undefined : 'the file does not belong under this name';
}

function wrongRecord(body: unknown, next: number): string | undefined {
  const record = auditRecordSchema.safeParse(body);
  if (!record.success) return 'it is no record of an audit log';
  return record.data.n === next ? undefined : `record ${next} was expected, not ${record.data.n}`;
}
