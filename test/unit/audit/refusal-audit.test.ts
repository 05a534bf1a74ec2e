import { AuditLog } from '#main/audit/audit-log.ts';
import type { NewAuditRecord } from '#main/audit/audit-record.ts';
import { readRecords } from '#main/audit/read-records.ts';
import { RefusalAudit } from '#main/audit/refusal-audit.ts';
import { isWhole, verifyAudit } from '#main/audit/verify.ts';
import { createEngine } from '#main/engine.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

const WINDOW = { windowId: 'w' };
const unconfirmed = { reason: 'unconfirmed', command: 'settings.set', digest: 'ab' } as const;

function collect() {
  const written: NewAuditRecord[] = [];
  const clock = { now: 0 };
  const audit = new RefusalAudit({ write: (record) => void written.push(record) }, () => clock.now);
  return { written, clock, audit };
}

describe('RefusalAudit', () => {
  it('says what was refused, why, and by whom', () => {
    const { written, audit } = collect();
    audit.add({ ...unconfirmed, sessionId: 's', projectDir: '/p', call: { callId: 'c', tool: 'Bash' } });
    audit.add({ reason: 'unknown_command', command: null });
    expect(written).toMatchObject([
      {
        outcome: 'refused',
        reason: 'unconfirmed',
        by: 'person',
        session: 's',
        project: '/p',
        call: 'c',
        tool: 'Bash',
        refused: { command: 'settings.set', digest: 'ab', leftOut: 0 },
      },
      { outcome: 'refused', reason: 'unknown_command', by: 'gatehouse', session: '', call: '', refused: { command: null, digest: null } },
    ]);
  });

  it('counts those beyond the limit in the next record', () => {
    const { written, clock, audit } = collect();
    for (let sent = 0; sent < 1000; sent++) audit.add(unconfirmed);
    expect(written).toHaveLength(100);
    clock.now = 10_000;
    audit.add(unconfirmed);
    audit.add(unconfirmed);
    expect(written).toHaveLength(101);
    expect(written.at(-1)?.refused?.leftOut).toBe(900);
  });

  it('records the last one at the end, with the number of those before it', () => {
    const { written, audit } = collect();
    for (let sent = 0; sent < 105; sent++) audit.add(unconfirmed);
    audit.close();
    audit.close();
    expect(written).toHaveLength(101);
    expect(written.at(-1)?.refused?.leftOut).toBe(4);
  });

  it('cuts what a page may have made long', () => {
    const { written, audit } = collect();
    audit.add({ ...unconfirmed, sessionId: 's'.repeat(10_000), projectDir: `/${'p'.repeat(10_000)}` });
    expect(written[0]?.session).toHaveLength(256);
    expect(written[0]?.project).toHaveLength(4096);
  });

  it('keeps the count while nothing can be written, and throws nothing', () => {
    const written: NewAuditRecord[] = [];
    let isFull = true;
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    const sink = {
      write: (record: NewAuditRecord) => {
        if (isFull) throw new Error('The disk is full.');
        written.push(record);
      },
    };
    const audit = new RefusalAudit(sink, () => 0);
    audit.add(unconfirmed);
    isFull = false;
    audit.add(unconfirmed);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(written.map(({ refused }) => refused?.leftOut)).toEqual([1]);
  });

  it('makes records that the log can verify', () => {
    using temp = new TempProject({});
    const log = new AuditLog({ stateDir: temp.stateDir, version: '1' });
    new RefusalAudit(log).add(unconfirmed);
    log.close();
    expect(isWhole(verifyAudit(temp.stateDir, undefined))).toBe(true);
    expect([...readRecords(temp.stateDir)].map(({ record }) => record.refused?.command)).toEqual(['settings.set']);
  });
});

it('the engine records the folder of the session that a refused command was for', async () => {
  using temp = new TempProject({ 'a.txt': 'a' });
  const { homeDir, stateDir, projectDir } = temp;
  const engine = createEngine({ host: 'web', homeDir, env: { PATH: process.env['PATH'], HOME: homeDir, GATEHOUSE_HOME: stateDir } });
  try {
    await engine.handle('project.open', { path: projectDir }, WINDOW);
    const { sessionId } = await engine.handle('session.create', { projectDir }, WINDOW);
    engine.refused({ reason: 'unconfirmed', command: 'session.setMode', sessionId });
    expect([...readRecords(stateDir)].map(({ record }) => record)).toMatchObject([
      { outcome: 'refused', session: sessionId, project: projectDir, refused: { command: 'session.setMode' } },
    ]);
  } finally {
    await engine.dispose();
  }
});
