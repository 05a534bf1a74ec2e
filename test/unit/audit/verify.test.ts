import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditDir, listChainFiles } from '#main/audit/audit-files.ts';
import { AuditLog } from '#main/audit/audit-log.ts';
import { readRecords } from '#main/audit/read-records.ts';
import { sealLine } from '#main/audit/sealed-line.ts';
import { isWhole, verifyAudit } from '#main/audit/verify.ts';
import { auditRecord } from '#test/support/audit-records.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { writtenLog } from './written-log.ts';

function snapshot(dir: string): Map<string, Buffer> {
  return new Map(readdirSync(dir).map((name) => [name, readFileSync(join(dir, name))]));
}

function restore(dir: string, files: ReadonlyMap<string, Buffer>): void {
  for (const name of readdirSync(dir)) if (!files.has(name)) rmSync(join(dir, name));
  for (const [name, bytes] of files) writeFileSync(join(dir, name), bytes);
}

const linesOf = (bytes: Buffer) => bytes.toString('latin1').split('\n').slice(0, -1);
const putLines = (file: string, lines: readonly string[]) => writeFileSync(file, lines.map((line) => `${line}\n`).join(''), 'latin1');

describe('an unmodified log', () => {
  it('verifies, across files, with one chain open, readable only by its user', () => {
    const { temp, dir } = writtenLog();
    using _ = temp;
    expect(verifyAudit(temp.stateDir)).toMatchObject({ records: 16, open: 1, problems: [] });
    expect(listChainFiles(dir).filter(({ part }) => part > 1).length).toBeGreaterThan(1);
    for (const name of readdirSync(dir)) expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600);
    expect(statSync(dir).mode & 0o777).toBe(0o700);
    expect([...readRecords(temp.stateDir)].map(({ record }) => record.n)).toEqual([
      ...Array.from({ length: 12 }, (_none, n) => n + 1),
      1,
      2,
      3,
      4,
    ]);
  });

  it('reads and verifies a log of version 1, which had no ends of calls', () => {
    using temp = new TempProject();
    const chain = '2026-01-01-7-abcdef01';
    const at = '2026-01-01T00:00:00.000Z';
    const header = sealLine('5'.repeat(64), {
      format: 'gatehouse-audit',
      version: 1,
      chain,
      part: 1,
      from: 1,
      at,
      pid: 7,
      gatehouse: '0.1.0',
    });
    const record = sealLine(header.hash, { n: 1, ...auditRecord(), gatehouse: '0.1.0' });
    mkdirSync(auditDir(temp.stateDir), { recursive: true });
    writeFileSync(join(auditDir(temp.stateDir), `${chain}.jsonl`), `${header.line}\n${record.line}\n`);
    const [read] = [...readRecords(temp.stateDir)];
    expect(read?.record).toMatchObject({ n: 1, outcome: 'allow', gatehouse: '0.1.0' });
    expect(read?.record).not.toHaveProperty('end');
    // Without an index: the lines themselves are accepted.
    expect(verifyAudit(temp.stateDir).problems.map(({ message }) => message)).toEqual([
      'the file is not in the index',
      'the index is missing',
    ]);
  });

  it('is empty before the first record, and creates no file', () => {
    using temp = new TempProject();
    const log = new AuditLog({ stateDir: temp.stateDir, version: '1' });
    log.close();
    expect(readdirSync(temp.stateDir)).toEqual([]);
    expect(verifyAudit(temp.stateDir)).toMatchObject({ files: 0, records: 0, problems: [] });
  });

  it('continues in a new chain after its end', () => {
    const { temp, live } = writtenLog();
    using _ = temp;
    live.close();
    live.write(auditRecord());
    expect(verifyAudit(temp.stateDir)).toMatchObject({ records: 17, open: 1, problems: [] });
  });
});

describe('tampering is detected', () => {
  it('detects any changed byte in any file', () => {
    const { temp, dir } = writtenLog();
    using _ = temp;
    const files = snapshot(dir);
    const names = [...files.keys()];
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.nat(), fc.integer({ min: 1, max: 255 }), (name, where, change) => {
        const bytes = Buffer.from(files.get(name) ?? []);
        const at = where % bytes.length;
        bytes[at] = (bytes[at] ?? 0) ^ change;
        writeFileSync(join(dir, name), bytes);
        const report = verifyAudit(temp.stateDir);
        restore(dir, files);
        expect(isWhole(report)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it('detects another spelling of the same number in a head', () => {
    const { temp, dir } = writtenLog();
    using _ = temp;
    const head = readdirSync(dir).find((name) => name.endsWith('.head')) ?? '';
    const text = readFileSync(join(dir, head), 'latin1');
    for (const spelled of [text.replace('  ', ' 0'), text.replace(' ', '0'), text.trimStart(), ` ${text}`]) {
      expect(spelled).not.toBe(text);
      writeFileSync(join(dir, head), spelled, 'latin1');
      expect(isWhole(verifyAudit(temp.stateDir)), spelled).toBe(false);
    }
  });

  it('detects any removed, duplicated or swapped line', () => {
    const { temp, dir } = writtenLog();
    using _ = temp;
    const files = snapshot(dir);
    for (const [name, bytes] of files) {
      if (!name.endsWith('.jsonl')) continue;
      const lines = linesOf(bytes);
      const forms = lines.flatMap((line, at) => [
        lines.toSpliced(at, 1),
        lines.toSpliced(at, 0, line),
        ...(at + 1 < lines.length ? [lines.toSpliced(at, 2, lines[at + 1] ?? '', line)] : []),
      ]);
      for (const form of forms) {
        putLines(join(dir, name), form);
        expect(isWhole(verifyAudit(temp.stateDir)), `${name} with ${form.length} of ${lines.length} lines`).toBe(false);
        restore(dir, files);
      }
    }
    expect(isWhole(verifyAudit(temp.stateDir))).toBe(true);
  });

  it('detects any truncated or removed file', () => {
    const { temp, dir } = writtenLog();
    using _ = temp;
    const files = snapshot(dir);
    for (const name of files.keys()) {
      rmSync(join(dir, name));
      expect(isWhole(verifyAudit(temp.stateDir)), `${name} deleted`).toBe(false);
      restore(dir, files);
    }
    fc.assert(
      fc.property(fc.constantFrom(...files.keys()), fc.nat(), (name, where) => {
        const { length } = files.get(name) ?? Buffer.alloc(0);
        truncateSync(join(dir, name), where % length);
        const report = verifyAudit(temp.stateDir);
        restore(dir, files);
        expect(isWhole(report)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['a file in the middle', 'the last part'])('detects %s removed, also from the index', (which) => {
    const { temp, dir } = writtenLog();
    using _ = temp;
    const parts = listChainFiles(dir).filter(({ chain }) => listChainFiles(dir).some((other) => other.chain === chain && other.part > 1));
    const gone = which === 'the last part' ? parts.at(-1)?.name : parts[1]?.name;
    rmSync(join(dir, gone ?? ''));
    putLines(
      join(dir, 'index.jsonl'),
      linesOf(readFileSync(join(dir, 'index.jsonl'))).filter((line) => !line.includes(`"file":"${gone}"`)),
    );
    expect(isWhole(verifyAudit(temp.stateDir))).toBe(false);
  });

  it('detects a renamed and an added file', () => {
    const { temp, dir } = writtenLog();
    using _ = temp;
    const [first = { name: '' }, second = { name: '' }] = listChainFiles(dir);
    const files = snapshot(dir);
    renameSync(join(dir, first.name), join(dir, 'kept'));
    renameSync(join(dir, second.name), join(dir, first.name));
    renameSync(join(dir, 'kept'), join(dir, second.name));
    expect(isWhole(verifyAudit(temp.stateDir))).toBe(false);
    restore(dir, files);
    cpSync(join(dir, first.name), join(dir, '2026-01-01-1-00000000.jsonl'));
    expect(isWhole(verifyAudit(temp.stateDir))).toBe(false);
  });

  it('detects a log replaced by another valid one, given an earlier fingerprint', () => {
    const { temp, dir, live } = writtenLog();
    using _ = temp;
    live.close();
    const { fingerprint = '' } = verifyAudit(temp.stateDir);
    const more = new AuditLog({ stateDir: temp.stateDir, version: '1' });
    more.write(auditRecord());
    more.close();
    expect(isWhole(verifyAudit(temp.stateDir, fingerprint))).toBe(true);
    rmSync(dir, { recursive: true });
    const forged = new AuditLog({ stateDir: temp.stateDir, version: '1' });
    forged.write(auditRecord());
    forged.close();
    expect(isWhole(verifyAudit(temp.stateDir))).toBe(true);
    expect(isWhole(verifyAudit(temp.stateDir, fingerprint))).toBe(false);
  });

  it('reports file and line', () => {
    const { temp, dir, live } = writtenLog();
    using _ = temp;
    const [name = ''] = readdirSync(dir).flatMap((file) => (file.endsWith('.head') ? [file.slice(0, -'.head'.length)] : []));
    live.close();
    const file = join(dir, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"n":2,', '"n":3,'));
    expect(verifyAudit(temp.stateDir).problems).toEqual([{ file, line: 3, message: 'its content does not match its hash', torn: false }]);
  });
});
