import { mkdirSync, readFileSync, rmSync, statSync, chmodSync, symlinkSync, writeFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPermissionEngine } from '#main/permission/create-permission-engine.ts';
import type { Tool } from '#main/tool/tool.ts';
import { createBashTool } from '#main/tools/bash/bash-tool.ts';
import { SessionFixture } from '../session-fixture.ts';

const engine = await createPermissionEngine();
const message = { messageId: 'm', requestId: 'r', blocks: [] };
let session: SessionFixture;
let tool: Tool;
beforeEach(() => {
  session = new SessionFixture();
  tool = createBashTool({
    projectDir: session.project,
    isReadOnlyCommand: () => false,
    readCommand: (command, cwd) => engine.readCommand(command, cwd ?? session.project, session.state.permission),
  });
});
afterEach(() => session.dispose());

const file = (name: string) => path.join(session.project, name);
const run = (command: string) => tool.call({ command }, session.context, () => Promise.resolve(true), message);
const lines = async (command: string) => {
  const detail = (await tool.preview?.({ command }, session.context))?.detail;
  return detail?.type === 'command' ? detail.diff?.hunks.flatMap((hunk) => hunk.lines) : undefined;
};

describe.skipIf(process.platform !== 'linux')('sed -i on the permission card', () => {
  it('is shown as a diff beside its command, and applied as shown', async () => {
    writeFileSync(file('a.txt'), 'one\r\ntwo\nthree');
    chmodSync(file('a.txt'), 0o640);
    const command = "sed -i 's/t\\(..\\)/T<\\1>/g' a.txt";
    const view = await tool.preview?.({ command }, session.context);
    expect(view).toMatchObject({ kind: 'command', outcome: '+2 −2', detail: { type: 'command', command, diff: { path: 'a.txt' } } });
    expect(await lines(command)).toEqual([' one', '-two', '-three', '+T<wo>', '+T<hr>ee']);
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('one\r\ntwo\nthree');
    await run(command);
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('one\r\nT<wo>\nT<hr>ee');
    expect(statSync(file('a.txt')).mode & 0o777).toBe(0o640);
  });

  it('does what sed itself does', async () => {
    const before = 'aXb aXb\n/usr/lib\nÄpfel über\nx(1) x(2)\n\nlast';
    for (const command of [
      "sed -i 's/X/<&>/2' a.txt",
      "sed -i -E 's/(a|b)X?/[\\1]/g' a.txt",
      "sed -i 's#/usr#/opt#;s/x(\\([0-9]\\))/y\\1/g' a.txt",
      "sed -i '2,$s/./\\U&/' a.txt",
      "sed -n -i 's/a/b/p' a.txt",
      "sed -i 's/Ä./_/' a.txt",
    ]) {
      writeFileSync(file('a.txt'), before);
      await run(command);
      const bySed = readFileSync(file('a.txt'), 'utf8');
      writeFileSync(file('a.txt'), before);
      expect(await lines(command), command).toBeDefined();
      await run(command);
      expect(readFileSync(file('a.txt'), 'utf8'), command).toBe(bySed);
    }
  });

  it.each([
    ['the file was changed', () => writeFileSync(file('a.txt'), 'one and more\n')],
    ['the file was removed', () => rmSync(file('a.txt'))],
    [
      'the file became a link',
      () => {
        rmSync(file('a.txt'));
        writeFileSync(path.join(session.outside, 'o.txt'), 'one\n');
        symlinkSync(path.join(session.outside, 'o.txt'), file('a.txt'));
      },
    ],
  ])('is refused where %s meanwhile', async (_, change) => {
    writeFileSync(file('a.txt'), 'one\n');
    const command = "sed -i 's/one/two/' a.txt";
    expect(await lines(command)).toEqual(['-one', '+two']);
    change();
    await expect(run(command)).rejects.toThrow('has changed since the user saw the diff of this command');
    expect(existsSync(file('a.txt')) && readFileSync(file('a.txt'), 'utf8')).not.toContain('two');
  });

  it('runs a command other than the shown one unchanged', async () => {
    writeFileSync(file('a.txt'), 'one\n');
    await lines("sed -i 's/one/two/' a.txt");
    await run("sed -i 's/one/three/' a.txt");
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('three\n');
    // What was shown counts once.
    writeFileSync(file('a.txt'), 'one, one\n');
    await run("sed -i 's/one/two/' a.txt");
    expect(readFileSync(file('a.txt'), 'utf8')).toBe('two, one\n');
  });

  it('keeps the copy that a suffix asks for', async () => {
    writeFileSync(file('a.txt'), 'one\n');
    writeFileSync(file('a.txt.bak'), 'older\n');
    const command = "sed -i.bak 's/one/two/' a.txt";
    await lines(command);
    await run(command);
    expect([readFileSync(file('a.txt'), 'utf8'), readFileSync(file('a.txt.bak'), 'utf8')]).toEqual(['two\n', 'one\n']);
  });

  it('shows no diff of what it can’t predict', async () => {
    writeFileSync(file('a.bin'), Buffer.from([1, 0, 2]));
    writeFileSync(file('large.txt'), 'a\n'.repeat(600_000));
    writeFileSync(file('a.txt'), 'one\n');
    symlinkSync('a.txt', file('link.txt'));
    mkdirSync(file('folder'));
    session.denied.add(file('secret.txt'));
    writeFileSync(file('secret.txt'), 'one\n');
    for (const name of ['a.bin', 'large.txt', 'link.txt', 'folder', 'secret.txt', 'missing.txt'])
      expect(await lines(`sed -i 's/a/b/' ${name}`), name).toBeUndefined();
    expect(await lines("sed -i 's/\\(/b/' a.txt"), 'an expression that sed refuses').toBeUndefined();
  });

  it('shows a substitution without effect as no change, and leaves the file alone', async () => {
    writeFileSync(file('a.txt'), 'one\n');
    const { ino } = statSync(file('a.txt'));
    expect(await lines("sed -i 's/x/y/' a.txt")).toEqual([]);
    const { data, details } = await run("sed -i 's/x/y/' a.txt");
    expect(tool.outputSchema?.safeParse(data).success).toBe(true);
    expect(tool.present({ stage: 'result', input: {}, output: data, details })).toMatchObject({ outcome: 'no changed lines' });
    expect(statSync(file('a.txt')).ino).toBe(ino);
  });
});
