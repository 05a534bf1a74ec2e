import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { explain } from '#main/cli/explain.ts';
import { UsageError } from '#main/cli/usage.ts';

describe('explain', () => {
  let root: string;
  let project: string;
  beforeAll(() => {
    root = mkdtempSync(path.join(tmpdir(), 'gatehouse-explain-'));
    project = path.join(root, 'project');
    mkdirSync(path.join(project, '.claude'), { recursive: true });
    mkdirSync(path.join(root, 'home/.claude'), { recursive: true });
    writeFileSync(path.join(root, 'home/.claude/settings.json'), JSON.stringify({ permissions: { allow: ['Bash(make *)'] } }));
    writeFileSync(
      path.join(project, '.claude/settings.json'),
      JSON.stringify({ permissions: { allow: ['Bash(npm *)'], deny: ['Bash(make bad)'] } }),
    );
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const run = async (lines: readonly string[]): Promise<{ code: number; rows: unknown[]; errors: string }> => {
    const io = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
    io.stdin.end(lines.join('\n'));
    const [out, errors] = [text(io.stdout), text(io.stderr)];
    const code = await explain(['--project', project, '--home', path.join(root, 'home')], io);
    io.stdout.end();
    io.stderr.end();
    return {
      code,
      rows: (await out)
        .trim()
        .split('\n')
        .map((line): unknown => JSON.parse(line)),
      errors: await errors,
    };
  };

  it.each(['\u2028', '\u2029', '\u0085'])('decides a command with the separator %j in it as one row', async (separator) => {
    const call = { id: 'a', permissions: {}, tool: 'Bash', input: { command: `ls ${separator}touch x` } };
    const { code, rows } = await run([JSON.stringify(call), JSON.stringify({ ...call, id: 'b', input: { command: 'ls' } })]);
    expect(code).toBe(0);
    expect(rows).toEqual([expect.objectContaining({ id: 'a', decision: 'ask' }), expect.objectContaining({ id: 'b', decision: 'allow' })]);
  });

  it('says where a command would run by the settings, and decides accordingly', async () => {
    const local = path.join(project, '.claude/settings.local.json');
    const place = { type: 'ssh', host: 'build1', folder: '/srv/app' };
    writeFileSync(local, JSON.stringify({ gatehouse: { commandPlace: place } }));
    try {
      const { rows } = await run(['{"tool":"Bash","input":{"command":"ls"}}', '{"tool":"Bash","input":{"command":"make x"}}']);
      expect(rows).toMatchObject([
        { decision: 'ask', place: 'ssh host build1 in /srv/app' },
        { decision: 'allow', place: 'ssh host build1 in /srv/app' },
      ]);
    } finally {
      rmSync(local);
    }
  });

  it('answers rows in order, each with a decision, a reason and a trace', async () => {
    const { code, rows } = await run([
      '{"id":"a","permissions":{},"tool":"Bash","input":{"command":"ls"}}',
      '{"id":"b","permissions":{"deny":["Read"]},"tool":"Read","input":{"file_path":"x"}}',
      '{"id":"c","permissions":{},"tool":"Nope","input":{}}',
      '{"id":"d","permissions":{},"tool":"Read","input":{}}',
      '{"id":"e","permissions":{},"tool":"Read","input":{"file_path":"x","limit":"5"}}',
      '{"id":"f","permissions":{},"tool":"Read","input":{"file_path":"x","other":1}}',
    ]);
    expect(code).toBe(0);
    expect(rows).toEqual([
      expect.objectContaining({ id: 'a', decision: 'allow', reason: 'readOnly' }),
      expect.objectContaining({ id: 'b', decision: 'deny', hidden: true }),
      expect.objectContaining({ id: 'c', decision: 'deny', reason: 'unknownTool' }),
      expect.objectContaining({ id: 'd', decision: 'deny', reason: 'invalidInput' }),
      expect.objectContaining({ id: 'e', decision: 'allow' }),
      expect.objectContaining({ id: 'f', decision: 'deny', reason: 'invalidInput' }),
    ]);
    expect(
      rows.every((row) => typeof row === 'object' && row !== null && 'trace' in row && Array.isArray(row.trace) && row.trace.length > 0),
    ).toBe(true);
  });

  it('continues after an unreadable line, reports it, and exits with 2', async () => {
    const { code, rows, errors } = await run([
      'garbage',
      '{"id":7,"tool":5}',
      '{"id":"x","permissions":{},"tool":"Bash","input":{"command":"ls"}}',
    ]);
    expect(code).toBe(2);
    expect(rows).toEqual([
      expect.objectContaining({ id: null, decision: 'deny', error: expect.stringContaining('not JSON') }),
      expect.objectContaining({ id: 7, decision: 'deny', error: expect.stringContaining('tool') }),
      expect.objectContaining({ id: 'x', decision: 'allow' }),
    ]);
    expect(errors).toMatch(/^gatehouse: Line 1 is not JSON: .*\ngatehouse: Line 2 is not a call: /u);
  });

  it("uses the project's real settings where a row brings none, without trusting the folder", async () => {
    const { rows } = await run(
      ['make good', 'make bad', 'npm test'].map((command) => JSON.stringify({ id: command, tool: 'Bash', input: { command } })),
    );
    expect(rows).toEqual([
      expect.objectContaining({ id: 'make good', decision: 'allow' }),
      expect.objectContaining({ id: 'make bad', decision: 'deny' }),
      expect.objectContaining({ id: 'npm test', decision: 'ask' }),
    ]);
  });

  it('treats a project source as untrusted unless the row says otherwise', async () => {
    const row = { permissions: { allow: ['Bash(foo *)'], deny: ['Bash(bar *)'] }, source: 'project', tool: 'Bash' };
    const { rows } = await run([
      JSON.stringify({ ...row, id: 1, input: { command: 'foo x' } }),
      JSON.stringify({ ...row, id: 2, trust: true, input: { command: 'foo x' } }),
      JSON.stringify({ ...row, id: 3, input: { command: 'bar x' } }),
    ]);
    expect(rows.map((item) => (typeof item === 'object' && item !== null && 'decision' in item ? item.decision : undefined))).toEqual([
      'ask',
      'allow',
      'deny',
    ]);
  });

  it('requires an existing project folder', async () => {
    const io = { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
    await expect(explain([], io)).rejects.toThrow(UsageError);
    await expect(explain(['--project', path.join(root, 'missing')], io)).rejects.toThrow('there is no folder');
    await expect(explain(['--unknown'], io)).rejects.toThrow(UsageError);
  });
});
