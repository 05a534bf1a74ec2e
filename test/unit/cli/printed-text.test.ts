import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { AuditLog } from '#main/audit/audit-log.ts';
import { auditDir } from '#main/audit/audit-files.ts';
import { formatRecord } from '#main/cli/audit-format.ts';
import { printError } from '#main/cli/usage.ts';
import { escapeInJson, printableJson, printableLine, printableText } from '#shared/printable.ts';
import { auditRecord } from '#test/support/audit-records.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { CliFixture, type CliResult } from './run-cli.ts';

/** Controls a terminal in both encodings, reverses a line, and starts new lines. */
const HOSTILE = 'x\u001B]0;t\u0007\u001B[2J\u009B2J\u202E\u2066\u2028\r\nforged: y';
/** The same for a file name. */
const HOSTILE_NAME = HOSTILE.replaceAll('/', '');

function expectPrintable({ stdout, stderr }: Pick<CliResult, 'stdout' | 'stderr'>): void {
  for (const printed of [stdout, stderr]) {
    expect(printed.match(/(?![\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu)).toBeNull();
  }
  expect(stderr).not.toMatch(/^forged/mu);
}

const access = (server: MessagesServer) => ({ ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'k' });

it.each<[string, (cli: CliFixture) => readonly string[]]>([
  ['an unknown command', () => [HOSTILE]],
  ['an unknown option', (cli) => ['run', '--project', cli.projectDir, '--prompt', 'go', `--${HOSTILE}`]],
  ['a missing folder', () => ['run', '--project', HOSTILE, '--prompt', 'go']],
  ['an unknown tool', (cli) => ['run', '--project', cli.projectDir, '--prompt', 'go', '--tools', HOSTILE]],
  ['an unknown session', (cli) => ['run', '--project', cli.projectDir, '--prompt', 'go', '--resume', HOSTILE]],
  ['a missing script', (cli) => ['run', '--project', cli.projectDir, '--prompt', 'go', '--script', HOSTILE]],
  ['malformed settings', (cli) => ['run', '--project', cli.projectDir, '--prompt', 'go', '--settings', `{"${HOSTILE}"`]],
  ['malformed servers', (cli) => ['run', '--project', cli.projectDir, '--prompt', 'go', '--mcp-config', `{"${HOSTILE}"`]],
  ['an unknown mode', (cli) => ['run', '--project', cli.projectDir, '--prompt', 'go', '--permission-mode', HOSTILE]],
  ['no folder to explain', () => ['explain', '--project', HOSTILE]],
  ['no folder to serve', () => ['serve', '--project', HOSTILE]],
  ['an invalid port', () => ['serve', '--port', HOSTILE]],
  ['an unknown audit command', () => ['audit', HOSTILE]],
  ['an unknown audit format', () => ['audit', '--format', HOSTILE]],
  ['an invalid time', () => ['audit', '--since', HOSTILE]],
  ['an invalid fingerprint', () => ['audit', 'verify', '--fingerprint', HOSTILE]],
])('answers a command line with %s in printable text', async (_, args) => {
  using cli = new CliFixture();
  const result = await cli.run(args(cli));
  expect(result.code).not.toBe(0);
  expect(result.stderr).not.toBe('');
  expectPrintable(result);
});

it.each(['text', 'stream-json'])(
  'prints only printable text for hostile settings, folders, servers, answers and errors: %s',
  async (format) => {
    await using server = await MessagesServer.start(
      {
        blocks: [
          text(HOSTILE),
          toolUse('t1', 'Bash', { command: HOSTILE }),
          toolUse('t2', HOSTILE, {}),
          toolUse('t3', 'Read', { file_path: HOSTILE }),
        ],
      },
      { blocks: [text(HOSTILE)] },
      { status: 400, error: HOSTILE },
    );
    using cli = new CliFixture();
    const projectDir = join(cli.projectDir, HOSTILE_NAME);
    mkdirSync(join(projectDir, '.claude'), { recursive: true });
    const settings = {
      permissions: { allow: [HOSTILE, 7], defaultMode: HOSTILE, [HOSTILE]: 1 },
      hooks: { [HOSTILE]: HOSTILE },
      [HOSTILE]: 3,
    };
    writeFileSync(join(projectDir, '.claude/settings.json'), JSON.stringify(settings));
    writeFileSync(join(projectDir, '.claude/settings.local.json'), `{"${HOSTILE}`);
    const servers = { mcpServers: { [HOSTILE]: { command: 'true' }, lost: { command: `/nowhere/${HOSTILE}` }, odd: { type: HOSTILE } } };
    writeFileSync(join(projectDir, '.mcp.json'), JSON.stringify(servers));
    const args = ['run', '--project', projectDir, '--output-format', format, '--prompt', 'go'];
    const untrusted = await cli.run(args, access(server));
    expectPrintable(untrusted);
    expect(untrusted.code).toBe(0);
    if (format === 'text') expect(untrusted.stdout).toBe(`${printableText(HOSTILE)}\n`);
    else expect(untrusted.lines.at(-1)).toMatchObject({ result: HOSTILE });
    const trusted = await cli.run([...args, '--trust'], access(server));
    expectPrintable(trusted);
    expect(trusted.code).toBe(1);
  },
);

it('audit prints only printable text', async () => {
  using cli = new CliFixture();
  const stateDir = join(cli.root, 'state');
  const log = new AuditLog({ stateDir, version: HOSTILE });
  const rule = { text: HOSTILE, behavior: 'allow', source: 'user', file: HOSTILE } as const;
  log.write(auditRecord({ tool: HOSTILE, project: HOSTILE, call: HOSTILE, agent: HOSTILE, reason: HOSTILE, rules: [rule], mode: HOSTILE }));
  log.close();
  for (const args of [[], ['--format', 'csv'], ['--format', 'jsonl'], ['verify'], ['--tool', HOSTILE]]) {
    const result = await cli.run(['audit', ...args]);
    expect(result.code).toBe(0);
    expectPrintable({ ...result, stdout: result.stdout.replaceAll('\r\n', '\n') });
  }
  writeFileSync(join(auditDir(stateDir), `2026-01-01-1-${HOSTILE_NAME}.jsonl`), HOSTILE);
  for (const name of readdirSync(auditDir(stateDir))) appendFileSync(join(auditDir(stateDir), name), `${HOSTILE}\n`);
  for (const args of [[], ['verify']]) {
    const result = await cli.run(['audit', ...args]);
    expect(result.code).toBe(1);
    expectPrintable(result);
  }
});

it('audit names the state folder in printable text', async () => {
  using cli = new CliFixture();
  const env = { GATEHOUSE_HOME: join(cli.root, HOSTILE_NAME) };
  for (const args of [[], ['verify']]) expectPrintable(await cli.run(['audit', ...args], env));
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '\u00A0=1', '＝1', '＋1', '－1', '＠x'])(
  'no cell is a spreadsheet formula: %j',
  (tool) => {
    const line = formatRecord({ record: { n: 1, gatehouse: '1', ...auditRecord({ tool }) }, line: '' }, 'csv');
    expect(line).toContain(`,'${printableLine(tool)},`);
  },
);

it('escapes every field of a call in CSV', () => {
  const record = { n: 1, gatehouse: '1', ...auditRecord({ tool: 'a"b,c;d\r\n=1', project: HOSTILE }) };
  const line = formatRecord({ record, line: '' }, 'csv');
  expect(line.trimEnd()).not.toMatch(/[\r\n]/u);
  expect(line).toContain('"a""b,c;d\\u{d}\\u{a}=1"');
});

it('leaves JSON unchanged', () => {
  const value = { [HOSTILE]: [HOSTILE, '\uD800', '👩‍👩‍👧', '\u{E0041}'], plain: 'süß' };
  expect(JSON.parse(printableJson(value))).toEqual(value);
  expect(printableJson(value)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  expect(JSON.parse(escapeInJson(JSON.stringify(value, null, 2)))).toEqual(value);
  expect(printableJson({ plain: 'süß 漢字' })).toBe('{"plain":"süß 漢字"}');
});

it('multi-line text keeps its line breaks, tabs and emoji', () => {
  expect(printableText('a\tb\r\nc 👩‍👩‍👧\rd')).toBe('a\tb\nc 👩‍👩‍👧\\u{d}d');
});

it('an error stays on one line unless it has several', async () => {
  const stream = new PassThrough();
  printError(HOSTILE, { stream });
  printError('a\n  at b\u001B', { stream, lines: 'many' });
  expect(String(stream.read())).toBe(`gatehouse: ${printableLine(HOSTILE)}\ngatehouse: a\n  at b\\u{1b}\n`);
});
