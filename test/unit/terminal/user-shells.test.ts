import { existsSync, readdirSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { MAX_SHELLS, UserShells } from '#main/terminal/user-shells.ts';
import { ptyHost } from './terminal-fixture.ts';
import { TempProject } from '#test/support/temp-project.ts';

const LONG = { timeout: 100_000 };

function open(temp: TempProject, env: Readonly<Record<string, string>> = {}) {
  const onChange = vi.fn<() => void>();
  const shells = new UserShells({
    ptys: ptyHost,
    projectDir: temp.projectDir,
    env: { PATH: process.env['PATH'], HOME: temp.homeDir, SHELL: '/bin/bash', PS1: '$ ', ...env },
    onData: () => undefined,
    onState: () => undefined,
    onChange,
  });
  const text = (id: string) => shells.open(id, 'w').data;
  return { shells, onChange, text, [Symbol.dispose]: () => shells.dispose() };
}

it('a user shell starts in the project folder, accepts input and a size, and reports how it ended', async () => {
  using temp = new TempProject({ 'a.txt': 'hello\n' });
  using mine = open(temp);
  const { shells, text } = mine;
  const id = await shells.start();
  expect(shells.list()).toMatchObject([{ terminalId: id, title: 'bash', endedAt: null }]);
  shells.resize(id, 91, 17);
  shells.write(id, 'pwd; cat a.txt; stty size\n');
  await vi.waitFor(() => expect(text(id)).toMatch(/hello[\s\S]*17 91/), LONG);
  expect(text(id)).toContain(temp.projectDir);
  shells.write(id, 'exit 3\n');
  await vi.waitFor(() => expect(shells.list()).toMatchObject([{ exitCode: 3 }]), LONG);
  expect(() => shells.write(id, 'x')).toThrow('has ended');
  // Its content can be read until it is removed from the list.
  expect(text(id)).toContain('hello');
  shells.end(id);
  expect(shells.list()).toEqual([]);
  expect(() => shells.open(id, 'w')).toThrow('isn’t there');
  expect(mine.onChange).toHaveBeenCalledTimes(3);
  // None of it is in a file that a tool could read.
  expect([readdirSync(temp.stateDir), existsSync(temp.path('terminals'))]).toEqual([[], false]);
});

it('closing a user shell hangs up on its processes', async () => {
  using temp = new TempProject();
  using mine = open(temp);
  const id = await mine.shells.start();
  mine.shells.write(id, 'trap "" HUP; echo re""ady; sleep 100\n');
  await vi.waitFor(() => expect(mine.text(id)).toContain('ready'), LONG);
  mine.shells.end(id);
  await vi.waitFor(() => expect(mine.shells.list()[0]?.endedAt).toEqual(expect.any(Number)), LONG);
});

it('falls back to bash for a shell that can’t run, and allows at most a dozen', async () => {
  using temp = new TempProject();
  using mine = open(temp, { SHELL: '/no/such/shell' });
  for (let count = 0; count < MAX_SHELLS; count += 1) await mine.shells.start();
  expect(mine.shells.list()[0]?.title).toBe('bash');
  await expect(mine.shells.start()).rejects.toThrow('Close one first');
});
