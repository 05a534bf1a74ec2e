import type { NewAuditRecord } from '#main/audit/audit-record.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { auditDir, listChainFiles } from '#main/audit/audit-files.ts';
import { AuditLog } from '#main/audit/audit-log.ts';
import { auditRecord } from '#test/support/audit-records.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { formatRecord } from '#main/cli/audit-format.ts';
import { parseAuditOptions } from '#main/cli/audit-options.ts';
import { UsageError } from '#main/cli/usage.ts';
import { CliFixture, cliProgram } from './run-cli.ts';

const NOW = new Date('2026-03-10T12:00:00.000Z');

describe('options', () => {
  it.each<[string[], object]>([
    [[], { command: 'list', format: 'text', limit: 50 }],
    [['list', '--limit', '0'], { format: 'text', limit: undefined }],
    [['--format', 'csv'], { format: 'csv', limit: undefined }],
    [['export', '--format', 'jsonl'], { command: 'list', format: 'jsonl', limit: undefined }],
    [['--outcome', 'allow,deny', '--outcome', 'ask'], { filter: { outcomes: ['allow', 'deny', 'ask'] } }],
    [['--since', '2d'], { filter: { since: new Date('2026-03-08T12:00:00.000Z') } }],
    [
      ['--since', '90m', '--until', '2026-03-10T11:45Z'],
      { filter: { since: new Date('2026-03-10T10:30:00.000Z'), until: new Date('2026-03-10T11:45:00.000Z') } },
    ],
    [['--since', '2026-03-09'], { filter: { since: new Date(2026, 2, 9) } }],
    [['verify'], { command: 'verify' }],
  ])('%j', (args, expected) => {
    expect(parseAuditOptions(args, NOW)).toMatchObject(expected);
  });

  it.each([
    [['report', '--format', 'text'], /--format takes markdown, csv or json/],
    [['report', '--limit', '3'], /audit report takes no --limit/],
    [['delete'], /audit takes list, export, report or verify, not “delete”/],
    [['list', 'x'], /takes no “x”/],
    [['export'], /needs --format jsonl or csv/],
    [['export', '--format', 'text'], /takes --format jsonl or csv/],
    [['--format', 'xml'], /--format takes text, jsonl or csv, not “xml”/],
    [['--outcome', 'maybe'], /--outcome takes allow, deny, ask, cancelled, ended or refused, not “maybe”/],
    [['--since', 'yesterday'], /--since takes a date or time/],
    [['--since', '2026-02-31x'], /--since takes a date or time/],
    [['--limit', '-1'], /limit/],
    [['--tool', ''], /--tool is empty/],
    [['verify', '--tool', 'Bash'], /audit verify checks everything: it takes no --tool/],
    [['verify', '--fingerprint', 'abc'], /--fingerprint takes the 64 digits/],
    [['list', '--fingerprint', 'a'.repeat(64)], /--fingerprint is for audit verify/],
    [['--bogus'], /bogus/],
  ])('rejects %j with advice', (args, message) => {
    expect(() => parseAuditOptions(args, NOW)).toThrow(UsageError);
    expect(() => parseAuditOptions(args, NOW)).toThrow(message);
  });
});

describe('formats', () => {
  const record = { n: 1, gatehouse: '1', ...auditRecord({ tool: '=cmd("x")\u001B[2J\u202E', project: '/a,b', waitedMs: 3210 }) };
  it('a name from the model neither controls the terminal nor is a spreadsheet formula', () => {
    expect(formatRecord({ record, line: '' }, 'text')).toContain('=cmd("x")\\u{1b}[2J\\u{202e}');
    const cells = formatRecord({ record, line: '' }, 'csv');
    expect(cells).toContain(`,"/a,b",`);
    expect(cells).toContain(`,"'=cmd(""x"")\\u{1b}[2J\\u{202e}",`);
  });
  it('shows how a call ended and its steps', () => {
    const start = '2026-03-10T12:00:00.000Z';
    const end = {
      outcome: 'failed' as const,
      spans: [
        { step: 'lookup', start, ms: 0.04, outcome: 'ok' as const },
        { step: 'call\u001B[2J', start, ms: 1234.5, outcome: 'failed' as const },
      ],
    };
    const ended = { ...record, ...auditRecord({ outcome: 'ended', rules: [], by: 'gatehouse', end }) };
    expect(formatRecord({ record: ended, line: '' }, 'text')).toContain(
      'failed  steps: lookup 0.0 ms, call\\u{1b}[2J 1235 ms failed  session',
    );
    expect(formatRecord({ record: ended, line: '' }, 'csv')).toContain(',failed,"lookup 0.0 ms; call\\u{1b}[2J 1235 ms failed",\r\n');
  });
  it('shows what was refused, and how many have no record', () => {
    const of: Partial<NewAuditRecord> = { rules: [], by: 'person', session: '', project: '', call: '', tool: '', reason: 'unconfirmed' };
    const refused = { command: 'settings.set', digest: null, leftOut: 7 };
    const text = formatRecord({ record: { ...record, ...auditRecord({ ...of, outcome: 'refused', refused }) }, line: '' }, 'text');
    expect(text).toMatch(/refused {4}settings\.set {2}you did not confirm it {2}and 7 before it, without records\n$/u);
    const call = {
      session: '1a2b3c4d5e',
      call: 'c',
      tool: 'Bash\u001B[2J',
      refused: { ...refused, command: 'permission.answer', leftOut: 0 },
    };
    const other = formatRecord({ record: { ...record, ...auditRecord({ ...of, ...call, outcome: 'refused' }) }, line: '' }, 'text');
    expect(other).toContain('permission.answer  you did not confirm it  session 1a2b3c4d  call c of Bash\\u{1b}[2J\n');
    const csv = formatRecord({ record: { ...record, ...auditRecord({ ...of, outcome: 'refused', refused }) }, line: '' }, 'csv');
    expect(csv).toMatch(/,settings\.set\r\n$/u);
  });
  it('says what decided in the words of the window, and what another version recorded as it is', () => {
    const builtIn: Partial<NewAuditRecord> = { rules: [], by: 'gatehouse' };
    const words = (reason: string) => formatRecord({ record: { ...record, ...auditRecord({ ...builtIn, reason }) }, line: '' }, 'text');
    expect(words('workingDirectory')).toContain('  inside the working directories  ');
    expect(words('needsApproval')).toContain('  not allowed by any rule  ');
    expect(words('hasOwnProperty')).toContain('  hasOwnProperty  ');
    const answer = { type: 'always', by: 'person', rules: ['Read'], destination: 'local' };
    const byYou = formatRecord({ record: { ...record, ...auditRecord({ rules: [], by: 'person', answer }) }, line: '' }, 'text');
    expect(byYou).toContain('by you and saved Read (your rules for this project)');
  });
  it('shows the rule with its source, and how long it waited', () => {
    expect(formatRecord({ record, line: '' }, 'text')).toContain(
      'by rule Bash(npm test) (allow, your rules for all projects, /home/ada/.claude/settings.json:3:7)  waited 3.2 s',
    );
  });
});

describe('the command', () => {
  it('shows, filters, exports and verifies the calls of a run', async () => {
    await using server = await MessagesServer.start(
      {
        blocks: [
          toolUse('r1', 'Read', { file_path: 'a.txt' }),
          toolUse('w1', 'Write', { file_path: 'b.txt', content: 'x' }),
          toolUse('b1', 'Bash', { command: 'echo hi' }),
        ],
      },
      { blocks: [text('Done.')] },
    );
    using cli = new CliFixture({ 'a.txt': 'hello\n' });
    const access = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' };
    const ran = await cli.run(
      ['run', '--project', cli.projectDir, '--prompt', 'go', '--disallowed-tools', 'Bash(echo *)', '--output-format', 'stream-json'],
      access,
    );
    expect(ran.code).toBe(0);

    const report = await cli.run(['audit', 'report']);
    expect(report).toMatchObject({ code: 0, stderr: '' });
    expect(report.stdout).toContain('# What agents touched');
    expect(report.stdout).toContain('`echo hi` | `Bash(echo *)`');
    const json: unknown = JSON.parse((await cli.run(['audit', 'report', '--since', '1h', '--format', 'json'])).stdout);
    expect(json).toMatchObject({
      totals: { calls: 3 },
      // The greatest risk first.
      denied: { rows: [{ what: expect.stringMatching(/^Write .*b\.txt$/) }, { what: 'echo hi' }] },
    });
    expect((await cli.run(['audit', 'report', '--format', 'csv', '--project', cli.projectDir])).stdout).toContain('\r\ntotal,,,,3,');

    const list = await cli.run(['audit']);
    expect(list).toMatchObject({ code: 0, stderr: '' });
    const rows = list.stdout.trimEnd().split('\n');
    // A decision and an end for each.
    expect(rows).toHaveLength(6);
    expect(rows.filter((row) => row.includes('call r1'))[1]).toMatch(
      /^\S+ \S+  ended +Read +done  steps: lookup \d\S* ms, .*permission \d\S* ms, .*call \d\S* ms, result \d\S* ms  session /,
    );
    expect(rows.find((row) => row.includes('call b1'))).toMatch(
      /^\S+ \S+  deny +Bash +by rule Bash\(echo \*\) \(deny, the command line\)  session /,
    );

    const denied = await cli.run(['audit', '--outcome', 'deny', '--project', join(cli.projectDir, '.'), '--format', 'jsonl']);
    expect(denied.lines.map(({ call }) => String(call)).toSorted((a, b) => a.localeCompare(b))).toEqual(['b1', 'w1']);
    expect(
      (
        await cli.run([
          'audit',
          '--tool',
          'read',
          '--since',
          '1h',
          '--session',
          String(ran.lines[0]?.['session_id']).slice(0, 8),
          '--format',
          'jsonl',
        ])
      ).lines,
    ).toMatchObject([
      { call: 'r1', outcome: 'allow' },
      { call: 'r1', outcome: 'ended', end: { outcome: 'done' } },
    ]);
    expect((await cli.run(['audit', '--outcome', 'ended', '--tool', 'Bash'])).stdout).toMatch(/ ended +Bash +denied  steps: /);
    expect(await cli.run(['audit', '--limit', '1'])).toMatchObject({
      stdout: `${rows[5]}\n`,
      stderr: 'The 1 newest of 6 records; --limit 0 shows all.\n',
    });
    expect(await cli.run(['audit', '--until', '1d'])).toMatchObject({ code: 0, stdout: '', stderr: 'No record matches these filters.\n' });
    expect((await cli.run(['audit', 'export', '--format', 'csv'])).stdout.split('\r\n')).toHaveLength(8);

    expect(await cli.run(['audit', 'verify'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Intact: 6 records in 1 file\.\nFingerprint: [0-9a-f]{64}\n$/),
    });
    const dir = auditDir(join(cli.root, 'state'));
    const file = join(dir, listChainFiles(dir)[0]?.name ?? '');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"outcome":"deny"', '"outcome":"allow"'));
    const broken = await cli.run(['audit', 'verify']);
    expect(broken.code).toBe(1);
    expect(broken.stdout).toMatch(/^BROKEN  .*\.jsonl:\d: its content does not match its hash\nNot intact/);
    expect(await cli.run(['audit'])).toMatchObject({ code: 1, stderr: expect.stringContaining('could not be read') });
  });

  it('reports an empty log, and creates no folder', async () => {
    using cli = new CliFixture();
    expect(await cli.run(['audit'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/^No decision has been recorded yet\./),
    });
    expect(await cli.run(['audit', 'report'])).toMatchObject({ code: 0, stdout: expect.stringContaining('None.') });
    expect(await cli.run(['audit', 'verify'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^There is no audit log yet/) });
    expect(await cli.run(['audit', 'frobnicate'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^gatehouse: audit takes list, export, report or verify/),
    });
  });

  it('ends quietly when its output is closed', async () => {
    using cli = new CliFixture();
    const stateDir = join(cli.root, 'state');
    const log = new AuditLog({ stateDir, version: '1' });
    for (let count = 0; count < 3000; count += 1) log.write(auditRecord());
    log.close();
    const child = spawn(process.execPath, [await cliProgram(), 'audit', '--limit', '0'], {
      env: { ...process.env, GATEHOUSE_HOME: stateDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    child.stdout.once('data', () => child.stdout.destroy());
    const [code] = await once(child, 'close');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
