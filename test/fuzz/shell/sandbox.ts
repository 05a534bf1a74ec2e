import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FuzzFixture } from './fixture.ts';

/** Effects of running a line. */
export interface Effects {
  /** The program `canary` ran. */
  readonly canary: boolean;
  /** Any file was created, changed or removed. */
  readonly write: boolean;
  /** `keep.txt` was changed or removed. */
  readonly keep: boolean;
  /** The secret of `secret.env` was printed. */
  readonly secret: boolean;
}

const DRIVER = fileURLToPath(new URL('driver.sh', import.meta.url));
const UNPRIVILEGED_USER = 65_534;
/** A line may take 1.5 s; the rest is copying and waiting for its leftover processes. */
const SECONDS_A_LINE = 3;

/** Why lines can't run here; undefined when the sandbox works. */
export function sandboxProblem(): string | undefined {
  if (process.platform !== 'linux') return 'bubblewrap exists on Linux only';
  try {
    execFileSync('bwrap', [...ISOLATION, '/usr/bin/true'], { ...unprivileged(), cwd: '/', stdio: 'ignore', timeout: 10_000 });
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
      ? 'bubblewrap (bwrap) is not installed'
      : 'bubblewrap can not make a sandbox here';
  }
}

/**
 * An unprivileged user outside as well, since process limits don't apply to root. Of the machine only /usr is visible, read-only; no
 * network, no other processes, no capabilities.
 */
function unprivileged(): { uid?: number; gid?: number } {
  return process.getuid?.() === 0 ? { uid: UNPRIVILEGED_USER, gid: UNPRIVILEGED_USER } : {};
}

const ISOLATION: readonly string[] = [
  ['--unshare-all', '--cap-drop', 'ALL', '--die-with-parent', '--new-session', '--as-pid-1', '--clearenv'],
  ['--ro-bind', '/usr', '/usr', '--symlink', 'usr/bin', '/bin', '--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64'],
  ['--ro-bind-try', '/etc/alternatives', '/etc/alternatives', '--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache'],
  ['--proc', '/proc', '--dev', '/dev'],
  ...['/tmp', '/mark', '/out'].map((place) => ['--size', String(32 * 1024 * 1024), '--tmpfs', place]),
  ['--setenv', 'PATH', '/usr/bin:/bin', '--setenv', 'LANG', 'C.UTF-8', '--chdir', '/'],
].flat();

/** Runs a program in a sandbox of its own. Returns what it writes to descriptor 3. */
export function runIsolated(mounts: readonly string[], program: readonly string[]): string {
  const result = spawnSync('bwrap', [...ISOLATION, ...mounts, ...program], {
    ...unprivileged(),
    cwd: '/',
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: 10_000,
  });
  return result.output[3] ?? '';
}

/** Runs lines one by one, each in a new copy of the fixture. Undefined for a line that could not be run. */
export async function runInSandbox(lines: readonly string[], fixture: FuzzFixture): Promise<(Effects | undefined)[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-fuzz-batch-'));
  try {
    chmodSync(folder, 0o755);
    const put = (name: string, text: string, mode: number): void => writeFileSync(path.join(folder, name), text, { mode });
    for (const name of ['batch', 'canary']) mkdirSync(path.join(folder, name), { mode: 0o755 });
    lines.forEach((line, index) => put(`batch/${index}`, line, 0o644));
    put('canary/canary', '#!/bin/sh\n: >/mark/fired\n', 0o755);
    const mounts = [
      '--ro-bind',
      path.join(folder, 'batch'),
      '/batch',
      '--ro-bind',
      path.join(folder, 'canary'),
      '/canary',
      '--ro-bind',
      fixture.root,
      '/fixture',
      '--ro-bind',
      DRIVER,
      '/driver.sh',
    ];
    const output = await collect(
      [...ISOLATION, ...mounts, '/bin/bash', '--norc', '/driver.sh', fixture.root, String(lines.length)],
      lines.length,
    );
    return readMarks(output, lines.length);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function collect(args: readonly string[], lines: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn('bwrap', args, { ...unprivileged(), cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] });
    const timer = setTimeout(() => child.kill('SIGKILL'), (10 + lines * SECONDS_A_LINE) * 1000);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(timer);
      resolve(output);
    });
  });
}

function readMarks(output: string, count: number): (Effects | undefined)[] {
  const effects = Array.from({ length: count }, (): Effects | undefined => undefined);
  for (const [, index, marks = ''] of output.matchAll(/^(\d+) -([cskw]*)$/gmu)) {
    const has = (mark: string): boolean => marks.includes(mark);
    effects[Number(index)] = { canary: has('c'), secret: has('s'), keep: has('k'), write: has('w') };
  }
  return effects;
}
