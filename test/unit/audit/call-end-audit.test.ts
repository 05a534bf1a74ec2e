import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { auditDir } from '#main/audit/audit-files.ts';
import type { NewAuditRecord } from '#main/audit/audit-record.ts';
import { SessionAudit } from '#main/audit/session-audit.ts';
import { isWhole, verifyAudit } from '#main/audit/verify.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { testTool } from '#test/support/test-tools.ts';
import { answerWith, auditedSession, brief } from './audited-session.ts';

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
