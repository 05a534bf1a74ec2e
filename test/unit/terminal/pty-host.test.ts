import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { appRoot } from '#main/app-root.ts';
import { handleOfChild } from '#main/terminal/pty/pty-host-handle.ts';
import { PtyHost } from '#main/terminal/pty/pty-host.ts';
import type { PtyLaunch } from '#main/terminal/pty/pty.ts';
import { gone } from '#test/support/process-gone.ts';
import { TempProject } from '#test/support/temp-project.ts';
import { controlTimeLimits } from '#test/support/time-limits.ts';
import { TerminalFixture } from './terminal-fixture.ts';

function fixtureWith(start?: () => ChildProcess): TerminalFixture {
  const host = new PtyHost(start && (() => handleOfChild(start())));
  const fixture = new TerminalFixture(process.env, 'session', host);
  onTestFinished(async () => {
    await fixture.dispose();
    host.dispose();
  });
  return fixture;
}

const HOST_PROGRAM = join(appRoot, 'main/terminal/pty/pty-host-process.ts');

const hostOf = async (fixture: TerminalFixture): Promise<number> => Number((await fixture.run('echo $PPID')).output);

function shell(command: string): PtyLaunch {
  return { file: '/bin/bash', args: ['-c', command], cwd: '/', env: { PATH: process.env['PATH'] ?? '' }, cols: 80, rows: 24 };
}

describe('the terminal host process', () => {
  it('is shared by all commands, and separate from this process', async () => {
    const fixture = fixtureWith();
    const pids = await Promise.all([hostOf(fixture), hostOf(fixture)]);
    expect(pids).toEqual([await hostOf(fixture), pids[0]]);
    expect(pids[0]).not.toBe(process.pid);
  });

  it.runIf(process.platform === 'linux')('keeps terminal handles from other child processes', async () => {
    const before = openTerminals();
    const fixture = fixtureWith();
    const { finished } = await fixture.watched('echo up; read -r line', { noInput: false });
    await fixture.shown('up');
    expect(openTerminals().filter((file) => !before.includes(file))).toEqual([]);
    await fixture.service.dispose();
    await finished;
  });

  it('keeps the output of terminals apart and in order, however much they print', async () => {
    const fixture = fixtureWith();
    const results = await Promise.all(['a', 'b', 'c'].map((name) => fixture.run(`seq -f '${name}%g' 30000`)));
    const printed = results.map(({ outputPath }) => readFileSync(outputPath, 'utf8'));
    const expected = ['a', 'b', 'c'].map((name) => Array.from({ length: 30_000 }, (_, at) => `${name}${at + 1}\r\n`).join(''));
    expect(printed.map((text, at) => text === expected[at])).toEqual([true, true, true]);
  });

  it('ends its commands when killed, and is replaced', async () => {
    const fixture = fixtureWith();
    const before = await hostOf(fixture);
    const other = await fixture.watched('setsid sleep 300 & echo pid $!; wait');
    await fixture.shown('pid ');
    await fixture.shown('\n');
    const pid = Number(/pid (\d+)/.exec(fixture.frames.map(({ data }) => data).join(''))?.[1]);
    const killer = await fixture.watched('echo up; until [ -e go ]; do sleep 0.05; done; kill -9 $PPID; sleep 300');
    await fixture.shown('up');
    writeFileSync(join(fixture.cwd, 'go'), '');
    for (const result of [await killer.finished, await other.finished]) {
      expect(result).toMatchObject({ exitCode: null, signal: 'SIGKILL', aborted: false });
      expect(result.output).toMatch(/\[Stopped: the process that held its terminal has ended\]$/);
    }
    await gone(pid);
    expect(await hostOf(fixture)).not.toBe(before);
  });

  it.runIf(process.platform === 'linux')('ends a command that was suspended', async () => {
    const fixture = fixtureWith();
    const controller = new AbortController();
    const before = await hostOf(fixture);
    const { finished } = await fixture.watched('echo up; until [ -e go ]; do sleep 0.05; done; kill -STOP $PPID; sleep 300', {
      signal: controller.signal,
    });
    await fixture.shown('up');
    writeFileSync(join(fixture.cwd, 'go'), '');
    await stopped(before);
    const time = controlTimeLimits();
    controller.abort();
    time.passed(2_000);
    time.passed(30_000);
    time.passed(5_000);
    expect(await finished).toMatchObject({ aborted: true, signal: 'SIGKILL' });
    await gone(before);
    expect((await fixture.run('echo next')).output).toBe('next');
  });

  it('is not used where it can’t be started', async () => {
    const odd = new TempProject({
      'odd.mjs': "process.send('what another version says'); process.on('disconnect', () => process.exit());",
    });
    onTestFinished(() => odd[Symbol.dispose]());
    for (const program of ['/no/such/program.js', '/dev/null', odd.path('odd.mjs')]) {
      const fixture = fixtureWith(() => forkProgram(program));
      expect(await hostOf(fixture)).toBe(process.pid);
    }
    const fixture = fixtureWith(() => fork('x', [], { execPath: '/no/such/node', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }));
    expect(await hostOf(fixture)).toBe(process.pid);
  });

  it('is started again for the next terminal after a failed start', async () => {
    let starts = 0;
    const host = new PtyHost(() => handleOfChild(forkProgram((starts += 1) === 1 ? '/dev/null' : HOST_PROGRAM)));
    onTestFinished(() => host.dispose());
    expect(await Promise.all([holderOf(host), holderOf(host)])).toEqual([process.pid, process.pid]);
    expect(starts).toBe(1);
    const holder = await holderOf(host);
    expect(holder).not.toBe(process.pid);
    expect([await holderOf(host), starts]).toEqual([holder, 2]);
  });

  it('is not started again after three consecutive failures', async () => {
    let starts = 0;
    const host = new PtyHost(() => handleOfChild(forkProgram((starts += 1) === 2 ? HOST_PROGRAM : '/dev/null')));
    onTestFinished(() => host.dispose());
    expect(await holderOf(host)).toBe(process.pid);
    const worked = await holderOf(host);
    process.kill(worked);
    await gone(worked);
    // Requests may still be sent until the engine notices its exit; they fail.
    let holder = worked;
    while (holder === worked) holder = await holderOf(host).catch(() => worked);
    expect(holder).toBe(process.pid);
    for (let terminal = 1; terminal <= 4; terminal += 1) expect(await holderOf(host)).toBe(process.pid);
    expect(starts).toBe(5);
  });

  it('exits when unused for long, and starts again', async () => {
    const host = new PtyHost();
    onTestFinished(() => host.dispose());
    const time = controlTimeLimits();
    const first = await host.spawn(shell('echo $PPID; sleep 300'));
    const pid = await new Promise<number>((resolve) => first.onData((bytes) => resolve(Number(bytes.toString()))));
    time.passed(10 * 60_000);
    process.kill(first.pid, 'SIGTERM');
    expect(await first.exited).toMatchObject({ signal: 15 });
    time.passed(10 * 60_000);
    await gone(pid);
    expect(await (await host.spawn(shell('exit 3'))).exited).toEqual({ exitCode: 3, signal: 0 });
  });

  it('accepts nothing once disposed', async () => {
    const host = new PtyHost();
    host.dispose();
    host.warmUp();
    await expect(host.spawn(shell('true'))).rejects.toThrow('Gatehouse is closing');
  });

  it('exits with its parent process, and hangs up on its commands', async () => {
    const program = `
      import { handleOfChild } from '#main/terminal/pty/pty-host-handle.ts';
import { PtyHost } from '#main/terminal/pty/pty-host.ts';
      const pty = await new PtyHost().spawn(${JSON.stringify(shell('echo $PPID $$; exec sleep 300'))});
      pty.onData((bytes) => process.stdout.write(bytes));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [pids] = await once(child.stdout, 'data');
    child.kill('SIGKILL');
    for (const pid of String(pids).trim().split(' ')) await gone(Number(pid));
  });
});

function forkProgram(program: string): ChildProcess {
  return fork(program, [], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced' });
}

/** The parent process of a new terminal. */
async function holderOf(host: PtyHost): Promise<number> {
  const pty = await host.spawn(shell('echo $PPID'));
  const chunks: Buffer[] = [];
  pty.onData((bytes) => chunks.push(bytes));
  await pty.exited;
  return Number(Buffer.concat(chunks).toString());
}

/** Terminals this process has open, each as `number file`. */
function openTerminals(): string[] {
  return readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${fd}`);
      return /^\/dev\/(?:ptmx|pts)/.test(file) ? [`${fd} ${file}`] : [];
    } catch {
      // The folder being read.
      return [];
    }
  });
}

/** A stopped process stops a little after the signal. */
async function stopped(pid: number): Promise<void> {
  while (!/\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) await sleep(5);
}
