import { AuditLog } from '#main/audit/audit-log.ts';
import type { AuditRecord } from '#main/audit/audit-record.ts';
import { readRecords } from '#main/audit/read-records.ts';
import { SessionAudit } from '#main/audit/session-audit.ts';
import type { AskAnswer } from '#shared/session/ask.ts';
import { fixedPermissionEngine } from '#test/support/fixed-permission-engine.ts';
import { TestSession, type TestSessionOptions } from '#test/support/test-session.ts';
import { endlessTool, testTool } from '#test/support/test-tools.ts';

const engine = fixedPermissionEngine({ Ask: 'ask', Deny: 'deny', Endless: 'ask' });

/** A session whose decisions are recorded, with tools that note that they ran. */
export function auditedSession(options: Partial<TestSessionOptions> = {}) {
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

export function answerWith(fixture: TestSession, answer: AskAnswer): void {
  fixture.session.log.subscribe((event) => {
    if (event.type !== 'call.asked') return;
    const { askId, digest } = event.data.ask;
    queueMicrotask(() => fixture.session.answer(askId, digest, answer));
  });
}

export const brief = ({ outcome, tool, by, call }: AuditRecord) => `${call} ${tool} ${outcome} ${by}`;
