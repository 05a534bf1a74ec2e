import { existsSync, readdirSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { MAX_SHELLS, UserShells } from '#main/terminal/user-shells.ts';
import type { TerminalState } from '#shared/session/frame.ts';
import { ptyHost } from './terminal-fixture.ts';
import { TempProject } from '#test/support/temp-project.ts';

const LONG = { timeout: 100_000 };

function open(temp: TempProject, env: Readonly<Record<string, string>> = {}) {
  const states: TerminalState[] = [];
  const onChange = vi.fn<() => void>();
  const shells = new UserShells({
    ptys: ptyHost,
    projectDir: temp.projectDir,
    env: { PATH: process.env['PATH'], HOME: temp.homeDir, SHELL: '/bin/bash', PS1: '$ ', ...env },
    onData: () => undefined,
    onState: (_, state) => states.push(state),
    onChange,
  });
  const text = (id: string) => shells.open(id, 'w').data;
  return { shells, states, onChange, text, [Symbol.dispose]: () => shells.dispose() };
}

it('a user shell starts in the project folder, accepts input and a size, and reports how it ended', async () => {
  using temp = new TempProject({ 'a.txt': 'hello\n' });
  using mine = open(temp);
  const { shells, text } = mine;
  const id = await shells.start();
  expect(shells.list()).toMatchObject([{ terminalId: id, title: 'bash', endedAt: null }]);
  shells.resize(id, { cols: 91, rows: 17 }, 'w');
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
  expect(() => shells.open(id, 'w')).toThrow('no longer exists');
  expect(mine.onChange).toHaveBeenCalledTimes(3);
  // None of it is in a file that a tool could read.
  expect([readdirSync(temp.stateDir), existsSync(temp.path('terminals'))]).toEqual([[], false]);
});

it('tells its programs a new size while they run: the smallest of all windows that show it', async () => {
  using temp = new TempProject();
  using mine = open(temp);
  const { shells, states, text } = mine;
  const id = await shells.start();
  shells.open(id, 'wide');
  expect(shells.resize(id, { cols: 100, rows: 30 }, 'wide')).toEqual({ cols: 100, rows: 30 });
  shells.write(id, `bash -c 'trap "stty size" WINCH; stty size; echo re""ady; while read -r -t 100 _ || (( $? > 128 )); do :; done'\n`);
  await vi.waitFor(() => expect(text(id)).toMatch(/30 100\s+ready/), LONG);
  // The pane gets narrower.
  shells.resize(id, { cols: 72, rows: 30 }, 'wide');
  await vi.waitFor(() => expect(text(id)).toContain('30 72'), LONG);
  // A narrower, higher window.
  shells.open(id, 'narrow');
  expect(shells.resize(id, { cols: 41, rows: 50 }, 'narrow')).toEqual({ cols: 41, rows: 30 });
  await vi.waitFor(() => expect(text(id)).toContain('30 41'), LONG);
  expect(states.at(-1)).toMatchObject({ size: { cols: 41, rows: 30 } });
  // The wide one grows, which changes nothing.
  expect(shells.resize(id, { cols: 133, rows: 28 }, 'wide')).toEqual({ cols: 41, rows: 28 });
  await vi.waitFor(() => expect(text(id)).toContain('28 41'), LONG);
  shells.close(id, 'narrow');
  await vi.waitFor(() => expect(text(id)).toContain('28 133'), LONG);
  // Nobody watches: it stays, until a window opens it again.
  shells.detach('wide');
  expect(shells.open(id, 'wide')).toMatchObject({ cols: 133, rows: 28, state: { size: { cols: 133, rows: 28 } } });
  shells.resize(id, { cols: 55, rows: 20 }, 'wide');
  await vi.waitFor(() => expect(text(id)).toContain('20 55'), LONG);
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
