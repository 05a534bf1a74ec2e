import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { auditDir, listChainFiles } from '#main/audit/audit-files.ts';
import { AuditLog } from '#main/audit/audit-log.ts';
import { readRecords } from '#main/audit/read-records.ts';
import { isWhole, verifyAudit } from '#main/audit/verify.ts';
import { auditRecord } from '#test/support/audit-records.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { writtenLog } from './written-log.ts';

const SCRIPT = fileURLToPath(new URL('../../support/programs/audit-until-killed.ts', import.meta.url));

/** @returns the number of records reported as stored when the process was killed. */
async function writeAndKill(stateDir: string, count: number, maxFileBytes: number): Promise<number> {
  const child = spawn(process.execPath, [SCRIPT, stateDir, String(maxFileBytes)], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.split('\n').length > count) child.kill('SIGKILL');
  });
  await once(child, 'close');
  expect(child.signalCode).toBe('SIGKILL');
  return Number(output.split('\n').at(-2));
}

describe('a killed program', () => {
  it.each([
    [1, 16_000_000],
    [60, 16_000_000],
    [400, 40_000],
  ])('leaves a valid log after %d records', async (count, maxFileBytes) => {
    using temp = new TempProject();
    const stored = await writeAndKill(temp.stateDir, count, maxFileBytes);
    const report = verifyAudit(temp.stateDir);
    expect(isWhole(report), JSON.stringify(report.problems)).toBe(true);
    expect(report.records).toBeGreaterThanOrEqual(stored);
  });

  it('may leave a torn line, which is reported as such and hides nothing', () => {
    const { temp, dir } = writtenLog();
    using _ = temp;
    const name = readdirSync(dir).find((file) => file.endsWith('.head')) ?? '';
    const file = join(dir, name.slice(0, -'.head'.length));
    appendFileSync(file, '{"n":5,"at":"2026');
    const report = verifyAudit(temp.stateDir);
    expect(report.problems).toMatchObject([{ file, line: 6, torn: true }]);
    expect(isWhole(report)).toBe(true);

    // The same fragment in place of an earlier line is not a kill.
    truncateSync(file, readFileSync(file).lastIndexOf(0x0a) - 20);
    expect(isWhole(verifyAudit(temp.stateDir))).toBe(false);
  });

  it('may leave a torn index, after which the next process continues', () => {
    const { temp, dir, live } = writtenLog();
    using _ = temp;
    appendFileSync(join(dir, 'index.jsonl'), '{"type":"st');
    live.close();
    new AuditLog({ stateDir: temp.stateDir, version: '2' }).write(auditRecord());
    const report = verifyAudit(temp.stateDir);
    expect(report.problems).toMatchObject([{ file: join(dir, 'index.jsonl'), torn: true }]);
    expect(isWhole(report)).toBe(true);
    expect(report.records).toBe(17);
  });
});

it('two processes write separate valid chains at the same time', async () => {
  using temp = new TempProject();
  const counts = await Promise.all([writeAndKill(temp.stateDir, 300, 30_000), writeAndKill(temp.stateDir, 300, 30_000)]);
  const report = verifyAudit(temp.stateDir);
  expect(isWhole(report), JSON.stringify(report.problems)).toBe(true);
  expect(report.records).toBeGreaterThanOrEqual(counts.reduce((sum, count) => sum + count));
  expect(new Set(listChainFiles(auditDir(temp.stateDir)).map(({ chain }) => chain)).size).toBe(2);
  const times = [...readRecords(temp.stateDir)].map(({ record }) => record.at);
  expect(times).toEqual(times.toSorted());
});

it('concurrent writes and rotation raise no alarm', async () => {
  using temp = new TempProject();
  const reports: string[] = [];
  const written = writeAndKill(temp.stateDir, 1500, 6000);
  const over = new AbortController();
  void written.finally(() => over.abort());
  while (!over.signal.aborted) {
    const report = verifyAudit(temp.stateDir);
    if (!isWhole(report)) reports.push(JSON.stringify(report.problems));
    // Lets the writer's output arrive.
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await written).toBeGreaterThanOrEqual(1500);
  expect(reports).toEqual([]);
});

it('a log can be verified and read while it is written', () => {
  const { temp, live } = writtenLog();
  using _ = temp;
  const reading = readRecords(temp.stateDir);
  reading.next();
  live.write(auditRecord());
  expect(isWhole(verifyAudit(temp.stateDir))).toBe(true);
  expect([...reading]).toHaveLength(16);
});
