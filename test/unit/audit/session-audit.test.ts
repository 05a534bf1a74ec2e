import { describe, expect, it } from 'vitest';
import { AuditLog } from '#main/audit/audit-log.ts';
import { SessionAudit } from '#main/audit/session-audit.ts';
import { SessionLog } from '#main/session/log.ts';
import { recoverSession } from '#main/session/recover.ts';
import type { AskAnswer } from '#shared/session/ask.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { answerWith, auditedSession, brief } from './audited-session.ts';

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
    // It ended when the process last gave a sign of life, which may be the moment of the question.
    expect(records().map(brief).toSorted()).toEqual(['1 Ask ask gatehouse', '1 Ask cancelled interrupt']);
    expect(records().find(({ outcome }) => outcome === 'cancelled')).toMatchObject({ answer: { type: 'withdrawn', by: 'interrupt' } });

    // Only once: earlier decisions of the session are in the log already.
    await found.session.dispose();
    const log = SessionLog.open(found.sessionDir);
    recoverSession(log);
    replay(log);
    log.close();
    expect(records()).toHaveLength(2);
  });
});
