import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { signalMarked, TERMINAL_MARK } from '#main/terminal/process-group.ts';
import { TempProject } from '#test/support/temp-project.ts';

const MARK = 'fedcba9876543210-0123456789ab';

/** A process, and a folder in which the test writes its /proc files. */
function started() {
  const temp = new TempProject();
  const child = spawn('sleep', ['300'], { stdio: 'ignore' });
  const proc = join(temp.root, 'proc');
  const folder = join(proc, String(child.pid));
  mkdirSync(folder, { recursive: true });
  symlinkSync('/bin/sleep', join(folder, 'exe'));
  const writeProc = (file: 'environ' | 'cmdline', text: string): void => writeFileSync(join(folder, file), text);
  onTestFinished(() => {
    child.kill('SIGKILL');
    temp[Symbol.dispose]();
  });
  return { child, proc, folder, writeProc };
}

it.runIf(process.platform === 'linux')('waits for a process during exec, which has no environment yet', async () => {
  const { child, proc, folder, writeProc } = started();
  writeProc('environ', '');
  const cmdline = join(folder, 'cmdline');
  execFileSync('mkfifo', [cmdline]);
  const done = signalMarked(MARK, 'SIGKILL', proc);
  // Opening the pipe for writing waits for the first check, which then reads an empty command line.
  const pipe = await open(cmdline, 'w');
  rmSync(cmdline);
  writeProc('environ', `A=b\0${TERMINAL_MARK}=${MARK}\0`);
  writeProc('cmdline', 'sleep\x00300\0');
  await pipe.close();
  await done;
  if (child.signalCode === null) await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
});

it.runIf(process.platform === 'linux')('does not signal a process without an environment', async () => {
  const { child, proc, writeProc } = started();
  writeProc('environ', '');
  writeProc('cmdline', 'sleep\x00300\0');
  await signalMarked(MARK, 'SIGKILL', proc);
  writeProc('environ', `${TERMINAL_MARK}=${MARK}\0`);
  expect(child.killed || child.signalCode !== null).toBe(false);
});
