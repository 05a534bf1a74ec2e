import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { auditDir } from '#main/audit/audit-files.ts';
import { AuditLog } from '#main/audit/audit-log.ts';
import type { AuditRecord, NewAuditRecord } from '#main/audit/audit-record.ts';
import { readRecords } from '#main/audit/read-records.ts';
import { SessionAudit } from '#main/audit/session-audit.ts';
import { isWhole, verifyAudit } from '#main/audit/verify.ts';
import { SessionLog } from '#main/session/log.ts';
import { recoverSession } from '#main/session/recover.ts';
import type { AskAnswer } from '#shared/session/ask.ts';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { TestSession, type TestSessionOptions } from '#test/support/test-session.ts';
import { endlessTool, testTool } from '#test/support/test-tools.ts';

const engine = fixedPermissionEngine({ Ask: 'ask', Deny: 'deny', Endless: 'ask' });

/** A session whose decisions are recorded, with tools that note that they ran. */
function auditedSession(options: Partial<TestSessionOptions> = {}) {
  const ran: string[] = [];
  const tool = (name: string) =>
    testTool(name, {
      run: ({ text: said }) => {
        ran.push(`${name} ${said}`);
        return 'done';
      },
    });
  const fixture = new TestSession({
    url: 'http://unused',
    engine,
    tools: [tool('Free'), tool('Ask'), tool('Deny'), endlessTool()],
    ...options,
  });
  const { stateDir } = fixture.project;
  const log = new AuditLog({ stateDir, version: '1.2.3' });
  const audit = new SessionAudit(log, fixture.events);
  fixture.session.log.guard((event) => audit.before(event));
  const all = () => [...readRecords(stateDir)].map(({ record }) => record);
  const isEnd = ({ outcome }: AuditRecord) => outcome === 'ended';
  return {
    session: fixture,
    ran,
    stateDir,
    /** Of decisions. */
    records: () => all().filter((record) => !isEnd(record)),
    ends: () => all().filter(isEnd),
  };
}

function answerWith(fixture: TestSession, answer: AskAnswer): void {
  fixture.session.log.subscribe((event) => {
    if (event.type !== 'call.asked') return;
    const { askId, digest } = event.data.ask;
    queueMicrotask(() => fixture.session.answer(askId, digest, answer));
  });
}

const brief = ({ outcome, tool, by, call }: AuditRecord) => `${call} ${tool} ${outcome} ${by}`;

describe('recorded decisions', () => {
  it('records rule decisions with the digest and never the input', async () => {
    const { session, records, ran } = auditedSession();
    await using _ = session;
    await using server = await MessagesServer.start(
      { blocks: [toolUse('1', 'Free', { text: 'secret-word' }), toolUse('2', 'Deny', { text: 'b' })] },
      { blocks: [text('Done.')] },
    );
    session.connect(server.url);
    await session.say('go');
    expect(ran).toEqual(['Free secret-word']);
    expect(records().map(brief)).toEqual(['1 Free allow rule', '2 Deny deny rule']);
    const decided = session.all('call.decided');
    expect(records()[0]).toMatchObject({
      session: session.all('session.created')[0]?.sessionId,
      project: session.project.projectDir,
      inputDigest: decided[0]?.inputDigest,
      layer: 'allow',
      reason: 'rule',
      answer: null,
      waitedMs: null,
      mode: 'default',
      gatehouse: '1.2.3',
      n: 1,
    });
    expect(JSON.stringify(records())).not.toContain('secret-word');
  });

  it.each<[AskAnswer, string, object]>([
    [{ type: 'allow_once' }, 'allow', { type: 'allow_once', by: 'person' }],
    [
      { type: 'allow_always', rules: ['Ask'], destination: 'local' },
      'allow',
      { type: 'allow_always', by: 'person', rules: ['Ask'], destination: 'local' },
    ],
    [{ type: 'set_mode', mode: 'acceptEdits' }, 'allow', { type: 'set_mode', by: 'person', mode: 'acceptEdits' }],
    [
      { type: 'add_directories', directories: ['/other'], destination: 'session' },
      'allow',
      { type: 'add_directories', by: 'person', directories: ['/other'], destination: 'session' },
    ],
    [{ type: 'deny', message: 'secret-word' }, 'deny', { type: 'deny', by: 'person' }],
  ])('records the ask and its answer: %j', async (answer, outcome, recorded) => {
    const { session, records } = auditedSession();
    await using _ = session;
    await using server = await MessagesServer.start({ blocks: [toolUse('1', 'Ask', { text: 'a' })] }, { blocks: [text('Done.')] });
    session.connect(server.url);
    answerWith(session, answer);
    await session.say('go');
    const [asked, decided] = records();
    expect(asked).toMatchObject({ outcome: 'ask', call: '1', waitedMs: null });
    expect(decided).toMatchObject({ outcome, by: 'person', call: '1', answer: recorded, inputDigest: asked?.inputDigest });
    const times = session.events.flatMap(({ type, at }) => (type === 'call.asked' || type === 'call.answered' ? [at] : []));
    expect(decided?.waitedMs).toBe((times[1] ?? 0) - (times[0] ?? 0));
    expect(JSON.stringify(records())).not.toContain('secret-word');
  });

  it('records an ask that a mode change settled', async () => {
    const { session, records, ran } = auditedSession();
    await using _ = session;
    await using server = await MessagesServer.start({ blocks: [toolUse('1', 'Ask', { text: 'a' })] }, { blocks: [text('Done.')] });
    session.connect(server.url);
    session.session.log.subscribe(({ type }) => {
      if (type === 'call.asked') queueMicrotask(() => session.session.choices.setMode('acceptEdits'));
    });
    await session.say('go');
    expect(ran).toEqual(['Ask a']);
    expect(records()[1]).toMatchObject({
      outcome: 'allow',
      by: 'rule',
      mode: 'acceptEdits',
      answer: { type: 'withdrawn', by: 'rules' },
      waitedMs: expect.any(Number),
    });
  });

  it('records a denial because nobody can be asked', async () => {
    const { session, records } = auditedSession({ interactive: false });
    await using _ = session;
    await using server = await MessagesServer.start({ blocks: [toolUse('1', 'Ask', { text: 'a' })] }, { blocks: [text('Done.')] });
    session.connect(server.url);
    await session.say('go');
    expect(records()).toMatchObject([{ outcome: 'deny', by: 'gatehouse', reason: 'promptsAvoided', layer: 'dialog' }]);
  });

  it('records a cancelled ask, and a call that was never asked about', async () => {
    const { session, records } = auditedSession();
    await using _ = session;
    await using server = await MessagesServer.start({
      blocks: [toolUse('1', 'Ask', { text: 'a' }), toolUse('2', 'Free', { text: 'b' })],
    });
    session.connect(server.url);
    const asked = session.seen('call.asked');
    session.session.send('go');
    await asked;
    session.session.interrupt();
    await session.session.idle();
    expect(records().map(brief).toSorted()).toEqual(['1 Ask ask gatehouse', '1 Ask cancelled interrupt', '2 Free cancelled interrupt']);
    expect(records().find(({ call }) => call === '2')).toMatchObject({ inputDigest: null, layer: null });
  });

  it('records a call left open by a killed process when the session is resumed', async () => {
    const { session, records, stateDir } = auditedSession();
    await using _ = session;
    await using server = await MessagesServer.start({ blocks: [toolUse('1', 'Ask', { text: 'a' })] });
    session.connect(server.url);
    const asked = session.seen('call.asked');
    session.session.send('go');
    await asked;
    await using found = session.asFoundOnDisk();
    const later = new AuditLog({ stateDir, version: '1.2.3' });
    const replay = (log: Pick<SessionLog, 'events'>) => new SessionAudit(later, log.events);
    replay(found);
    expect(records().map(brief)).toEqual(['1 Ask ask gatehouse', '1 Ask cancelled interrupt']);
    expect(records()[1]).toMatchObject({ answer: { type: 'withdrawn', by: 'interrupt' } });

    // Only once: earlier decisions of the session are in the log already.
    await found.session.dispose();
    const log = SessionLog.open(found.sessionDir);
    recoverSession(log);
    replay(log);
    log.close();
    expect(records()).toHaveLength(2);
  });
});

describe('the end of a call', () => {
  it('is recorded with the steps of the session’s log', async () => {
    const { session, records, ends } = auditedSession();
    await using _ = session;
    await using server = await MessagesServer.start(
      { blocks: [toolUse('1', 'Free', { text: 'secret-word' }), toolUse('2', 'Deny', { text: 'b' })] },
      { blocks: [text('Done.')] },
    );
    session.connect(server.url);
    await session.say('go');
    expect(ends().map(({ call, end }) => [call, end?.outcome])).toEqual([
      ['1', 'done'],
      ['2', 'denied'],
    ]);
    const [finished] = session.all('call.finished');
    expect(finished?.spans.length).toBeGreaterThan(3);
    expect(ends()[0]).toMatchObject({
      inputDigest: records()[0]?.inputDigest,
      layer: null,
      rules: [],
      by: 'gatehouse',
      answer: null,
      end: {
        spans: finished?.spans.map(({ step, start, end, outcome }) => ({
          step,
          start: new Date(start).toISOString(),
          ms: expect.closeTo(end - start, 2),
          outcome,
        })),
      },
    });
    expect(JSON.stringify(ends())).not.toContain('secret-word');
  });

  it('is part of the one record of a call that was never decided', async () => {
    const { session, records, ends } = auditedSession();
    await using _ = session;
    await using server = await MessagesServer.start({ blocks: [toolUse('1', 'Ask', { text: 'a' }), toolUse('2', 'Free', { text: 'b' })] });
    session.connect(server.url);
    const asked = session.seen('call.asked');
    session.session.send('go');
    await asked;
    session.session.interrupt();
    await session.session.idle();
    // The question was settled by the interruption; the other call never came to a decision.
    expect(ends().map(({ call, end }) => [call, end?.outcome])).toEqual([['1', 'cancelled']]);
    expect(records().find(({ call }) => call === '2')).toMatchObject({ outcome: 'cancelled', end: { outcome: 'cancelled', spans: [] } });
  });

  it('is not recorded for a call that failed before it was decided', async () => {
    const { session, records, ends } = auditedSession();
    await using _ = session;
    await using server = await MessagesServer.start({ blocks: [toolUse('1', 'Nothing', {})] }, { blocks: [text('Done.')] });
    session.connect(server.url);
    await session.say('go');
    expect([...records(), ...ends()]).toEqual([]);
  });

  it('is recorded with a bounded number of steps', () => {
    const written: NewAuditRecord[] = [];
    const audit = new SessionAudit({ write: (record) => written.push(record) }, []);
    const span = { step: 's'.repeat(1000), start: 0, end: 0.0004, outcome: 'ok' as const };
    const data = {
      callId: '1',
      outcome: 'cancelled' as const,
      isError: true,
      content: '',
      view: { kind: 'other' as const, title: '', summary: '' },
    };
    audit.before({ id: 'e', seq: 1, at: 0, type: 'call.finished', data: { ...data, spans: Array.from({ length: 1000 }, () => span) } });
    expect(written[0]?.end?.spans).toHaveLength(200);
    expect(written[0]?.end?.spans[0]).toEqual({ step: 's'.repeat(256), start: '1970-01-01T00:00:00.000Z', ms: 0, outcome: 'ok' });
  });
});

describe('a call that can’t be recorded', () => {
  it.each(['Free', 'Ask'])('does not run, reports why, and runs once recording works again (%s)', async (name) => {
    const { session, records, ran, stateDir } = auditedSession();
    await using _ = session;
    await using server = await MessagesServer.start(
      { blocks: [toolUse('1', name, { text: 'first' })] },
      { blocks: [toolUse('2', name, { text: 'second' })] },
      { blocks: [text('Done.')] },
    );
    session.connect(server.url);
    answerWith(session, { type: 'allow_once' });
    // A file where the folder should be, which works for root, too.
    writeFileSync(auditDir(stateDir), '');
    await session.say('go');
    expect(ran).toEqual([]);
    expect(session.all('call.decided')).toEqual([]);
    expect(session.all('call.finished')).toMatchObject([{ callId: '1', isError: true }]);
    expect(session.all('turn.ended')).toMatchObject([{ outcome: 'failed' }]);
    expect(session.all('notice').map((notice) => notice.text)).toEqual([
      expect.stringMatching(/^The audit log in .* can’t be written \(.*\)\. Nothing runs without a record.* The agent was stopped\.$/),
    ]);

    rmSync(auditDir(stateDir));
    await session.say('again');
    expect(ran).toEqual([`${name} second`]);
    expect(session.all('turn.ended').at(-1)).toMatchObject({ outcome: 'completed' });
    // The record of the stopped call is added later.
    expect(records().map(brief)).toContain('1 ' + name + ' cancelled interrupt');
    expect(records().map(brief).at(-1)).toMatch(new RegExp(`^2 ${name} allow`));
    expect(isWhole(verifyAudit(stateDir))).toBe(true);
  });

  it('writes a decision to disk before the tool runs', async () => {
    const seen: string[] = [];
    const { session, records } = auditedSession({
      tools: [
        testTool('Look', {
          run: ({ text: said }) => {
            seen.push(...records().map(brief));
            return said;
          },
        }),
      ],
    });
    await using _ = session;
    await using server = await MessagesServer.start({ blocks: [toolUse('1', 'Look', { text: 'a' })] }, { blocks: [text('Done.')] });
    session.connect(server.url);
    await session.say('go');
    expect(seen).toEqual(['1 Look allow rule']);
  });
});
