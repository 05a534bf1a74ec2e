import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AuditLog } from '#main/audit/audit-log.ts';
import { SessionAudit } from '#main/audit/session-audit.ts';
import { collectReport, type ReportRequest } from '#main/report/collect-report.ts';
import { formatReport } from '#main/report/format-report.ts';
import { SessionLog } from '#main/session/log.ts';
import { giveTitle } from '#main/session/session-title.ts';
import { projectSlug } from '#main/session/store.ts';
import { auditRecord } from '#test/support/audit-records.ts';
import { bash, PastSessions, rule, type MadeCall } from '#test/support/past-sessions.ts';
import { TempProject } from '#test/support/temp-project.ts';

const once = { type: 'allow_once' } as const;

/** Sessions whose events were also audited, as those of a running engine are. */
class Recorded {
  readonly #temp: TempProject;
  readonly #audit: AuditLog;
  readonly sessionsDir: string;

  constructor(temp: TempProject) {
    this.#temp = temp;
    this.#audit = new AuditLog({ stateDir: temp.stateDir, version: '1' });
    this.sessionsDir = join(temp.stateDir, 'sessions', projectSlug(temp.projectDir));
  }

  session(...calls: readonly MadeCall[]): string {
    const past = new PastSessions(this.sessionsDir, this.#temp.projectDir, [rule('Bash(git push *)', 'deny')]);
    const session = past.session(...calls);
    session.close();
    const log = SessionLog.open(join(this.sessionsDir, session.sessionId));
    const audit = new SessionAudit(this.#audit, []);
    for (const event of log.events) audit.before(event);
    log.close();
    return session.sessionId;
  }

  report(filter: ReportRequest['filter'] = {}) {
    return collectReport({ stateDir: this.#temp.stateDir, filter, now: new Date() });
  }
}

const names = (list: { readonly rows: readonly { readonly what: string; readonly count: number }[] }) =>
  list.rows.map(({ what, count }) => `${count} ${what}`);

describe('the report of what agents touched', () => {
  it('names files, commands and hosts of allowed calls, and what was denied and asked, with the rule', () => {
    using temp = new TempProject();
    const recorded = new Recorded(temp);
    recorded.session(
      bash('ls'),
      bash('echo a > notes.txt', once),
      bash('curl https://user:pw123456@example.com/x', once),
      { toolName: 'WebFetch', input: { url: 'https://docs.example.org/a' }, answer: once },
      bash('git push origin main'),
      bash('rm -rf dist', { type: 'deny' }),
    );
    const report = recorded.report();
    expect(report.totals).toEqual({ calls: 6, allowed: 4, asked: 4, denied: 2, cancelled: 0, allowedByPerson: 3 });
    expect(names(report.written)).toEqual([`1 ${join(temp.projectDir, 'notes.txt')}`]);
    expect(names(report.hosts).toSorted()).toEqual(['1 docs.example.org', '1 example.com']);
    expect(names(report.commands)).toContain('1 ls');
    expect(report.denied.rows.map(({ what, by }) => `${what}, by ${by ?? '?'}`).toSorted()).toEqual([
      'git push origin main, by Bash(git push *)',
      'rm -rf dist, by person',
    ]);
    expect(report.asked.rows).toHaveLength(4);
    expect(report.unknown).toBe(0);
    expect(report.projects.rows).toEqual([{ name: temp.projectDir, calls: 6, allowed: 4, asked: 4, denied: 2 }]);
    expect(JSON.stringify(report)).not.toContain('pw123456');
  });

  it('replaces secrets on command lines', () => {
    using temp = new TempProject();
    const recorded = new Recorded(temp);
    const lines = [
      'curl -H "Authorization: Basic aGVsbG86d29ybGQ=" https://a.example',
      'deploy --api-key 0123456789 --password "my pass" --token=tok_4242424242',
      'curl -u ada:hunter2hunter2 https://a.example',
      'API_TOKEN=abcdef0123456789 deploy',
      'echo sk-ant-0123456789abcdef',
      'curl -H "X-Api-Key: 99887766554433" https://a.example',
    ];
    recorded.session(...lines.map((line) => bash(line, once)));
    const text = formatReport(recorded.report(), 'json');
    for (const secret of ['aGVsbG8', '0123456789', 'my pass', 'tok_4242', 'hunter2', 'abcdef', '99887766'])
      expect(text).not.toContain(secret);
  });

  it('counts only inputs whose digest was recorded, and says what is no longer known', () => {
    using temp = new TempProject();
    const recorded = new Recorded(temp);
    const kept = recorded.session(bash('make', once));
    const gone = recorded.session(bash('make test', once));
    const line = { at: 1, id: 'x', seq: 99, type: 'call.decided', data: { callId: 'forged', inputDigest: 'd', facts: {}, decision: {} } };
    appendFileSync(join(recorded.sessionsDir, kept, 'events.jsonl'), `${JSON.stringify(line)}\n`);
    rmSync(join(recorded.sessionsDir, gone), { recursive: true });
    const report = recorded.report();
    expect(report.totals.calls).toBe(2);
    expect(names(report.commands)).toEqual(['1 make']);
    expect(report).toMatchObject({ unknown: 1, unknownBecause: { deleted: 1, cancelled: 0, otherVersion: 0 } });
    // One that was deleted can't be opened.
    expect(report.sessions.rows.flatMap(({ session }) => session ?? [])).toEqual([kept]);
  });

  it('names what was asked about and cancelled before its turn', () => {
    using temp = new TempProject();
    const recorded = new Recorded(temp);
    const sessionId = recorded.session({ ...bash('npm test'), cancelled: true }, bash('make', once));
    const report = recorded.report();
    expect(names(report.asked).toSorted()).toEqual(['1 make', '1 npm test']);
    expect(names(report.commands)).toEqual(['1 make']);
    expect(report).toMatchObject({ unknown: 0, totals: { calls: 1, asked: 2, cancelled: 1 } });
    expect(report.asked.rows.map(({ call }) => call)).toContainEqual({ session: sessionId, callId: `${sessionId}-0` });
  });

  it('says of calls that an earlier Gatehouse asked about, and recorded nothing of, that they were cancelled', () => {
    using temp = new TempProject();
    const recorded = new Recorded(temp);
    const sessionId = recorded.session({ ...bash('npm test'), cancelled: true }, bash('make', once));
    const file = join(recorded.sessionsDir, sessionId, 'events.jsonl');
    const events = readFileSync(file, 'utf8').trimEnd().split('\n');
    const old = events.map((line) => (line.includes('"call.asked"') ? line.replace('"facts":', '"was":') : line));
    writeFileSync(file, `${old.join('\n')}\n`);
    const report = recorded.report();
    expect(report).toMatchObject({ unknown: 1, unknownBecause: { deleted: 0, cancelled: 1, otherVersion: 0 } });
    expect(formatReport(report, 'markdown')).toContain('Counted, but not listed: 1 call asked about, then cancelled before the answer.');
  });

  it('lists whole command lines, those that can do most first, and says which host isn’t known', () => {
    using temp = new TempProject();
    const recorded = new Recorded(temp);
    const loop = 'for i in $(seq 1 200); do echo "tick $i"; sleep 1; done';
    recorded.session(bash('ls'), bash('ls'), bash(loop, once), bash('git fetch origin', once), bash('rm -rf src', once));
    const report = recorded.report();
    expect(names(report.commands)[0]).toBe('1 rm -rf src');
    expect(names(report.commands).toSorted()).toEqual([`1 ${loop}`, '1 git fetch origin', '1 rm -rf src', '2 ls'].toSorted());
    expect(report.commands.rows.at(-1)).toMatchObject({ what: 'ls', risk: 'read' });
    expect(names(report.hosts)).toEqual(['1 not named in “git fetch origin”']);
  });

  it('names sessions by their titles, sub-agents by their tasks, and calls that nobody could be asked about', () => {
    using temp = new TempProject();
    const recorded = new Recorded(temp);
    const sessionId = recorded.session(
      { ...bash('make', once) },
      { ...bash('make test'), unasked: true },
      { ...bash('ls'), agent: { id: 'a1', agentType: 'explore', description: 'Find callers' } },
    );
    giveTitle(join(recorded.sessionsDir, sessionId), 'Tidy the token ghp_0123456789abcdefghijklmnopqrstuvwxyz');
    const report = recorded.report();
    expect(report.sessions.rows).toMatchObject([{ name: 'Tidy the token [secret]', project: temp.projectDir, session: sessionId }]);
    expect(report.agents.rows).toMatchObject([
      { name: 'main agent', project: temp.projectDir, calls: 2 },
      { name: 'explore: Find callers', project: temp.projectDir, session: sessionId, calls: 1 },
    ]);
    expect(report.denied.rows).toMatchObject([{ what: 'make test', by: 'nobody to ask' }]);
  });

  it('covers a period and one project, and is empty without an audit log', () => {
    using temp = new TempProject();
    const recorded = new Recorded(temp);
    expect(recorded.report().totals.calls).toBe(0);
    recorded.session(bash('make', once));
    expect(recorded.report({ since: new Date(Date.now() + 60_000) }).totals.calls).toBe(0);
    expect(recorded.report({ project: '/elsewhere' }).totals.calls).toBe(0);
    expect(recorded.report({ project: temp.projectDir, since: new Date(0) }).totals.calls).toBe(1);
    expect(formatReport(recorded.report({ project: '/elsewhere' }), 'markdown')).toContain('None.');
  });

  it('skips and counts damaged lines', () => {
    using temp = new TempProject();
    const recorded = new Recorded(temp);
    recorded.session(bash('make', once));
    const dir = join(temp.stateDir, 'audit');
    const file = readdirSync(dir).find((name) => /^\d.*\.jsonl$/u.test(name)) ?? '';
    appendFileSync(join(dir, file), '{"broken\n');
    expect(recorded.report()).toMatchObject({ damaged: 1, totals: { calls: 1 } });
  });

  it('writes hostile names so that they are no formula, link, HTML or table cell', () => {
    using temp = new TempProject();
    mkdirSync(temp.stateDir, { recursive: true });
    const log = new AuditLog({ stateDir: temp.stateDir, version: '1' });
    const tool = '=HYPERLINK("https://evil.example")|</td><script>`\n# Title\u202e';
    log.write(auditRecord({ tool, rules: [], outcome: 'deny' }));
    log.write(auditRecord({ tool: '+cmd|x', project: '@SUM(1)', rules: [], outcome: 'deny' }));
    log.close();
    const report = collectReport({ stateDir: temp.stateDir, filter: {}, now: new Date() });
    const csv = formatReport(report, 'csv');
    for (const cell of csv.split('\r\n').flatMap((line) => line.split(','))) expect(cell).not.toMatch(/^"?[=+@-]/u);
    const markdown = formatReport(report, 'markdown');
    expect(markdown.split('\n').filter((line) => line.startsWith('# '))).toEqual(['# What agents touched']);
    expect(markdown).toContain(String.raw`\|</td><script>`);
    const rows = markdown.split('\n').filter((line) => line.includes('HYPERLINK'));
    for (const row of rows) expect(row).toMatch(/^\| ``=HYPERLINK.*`` \|/u);
    expect(markdown).not.toContain('\u202e');
    expect(JSON.parse(formatReport(report, 'json'))).toEqual(report);
  });
});
