import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ContainerPlace } from '#main/terminal/place/container-place.ts';
import { findProgram } from '#main/tool/start-process.ts';
import { TerminalFixture, ptyHost } from '../terminal-fixture.ts';

const IMAGE = 'localhost/gatehouse-test';
const podman = process.platform === 'linux' ? findProgram('podman', process.env, process.cwd()) : undefined;

/** An image of this machine’s own programs, so that nothing is downloaded. Returns whether podman can run it. */
function makeImage(): boolean {
  if (podman === undefined) return false;
  const root = mkdtempSync(path.join(tmpdir(), 'image-'));
  try {
    for (const folder of ['bin', 'etc', 'proc', 'sys', 'dev']) mkdirSync(path.join(root, folder));
    mkdirSync(path.join(root, 'tmp'), { mode: 0o1777 });
    for (const name of ['bash', 'cat', 'sleep', 'id']) {
      const program = realpathSync(findProgram(name, process.env, root) ?? '');
      copyFileSync(program, path.join(root, 'bin', name));
      const libraries = execFileSync('ldd', [program], { encoding: 'utf8' }).match(/\/[^\s()]+/gu) ?? [];
      for (const library of libraries) {
        mkdirSync(path.dirname(path.join(root, library)), { recursive: true });
        copyFileSync(library, path.join(root, library));
      }
    }
    const image = execFileSync('tar', ['-C', root, '-c', '.'], { maxBuffer: 64 * 1024 * 1024 });
    execFileSync(podman, ['import', '-', IMAGE], { input: image, stdio: ['pipe', 'ignore', 'ignore'] });
    return spawnSync(podman, ['run', '--rm', '-i', '--init', IMAGE, 'cat'], { input: '' }).status === 0;
  } catch {
    // No podman that works here: the tests are skipped.
    return false;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Needs a podman that can run containers. */
describe.skipIf(!makeImage())('a command in a container of podman', () => {
  const opened: TerminalFixture[] = [];
  let fixture: TerminalFixture;
  beforeAll(() => {
    fixture = new TerminalFixture(process.env, 'state/session', ptyHost, async ({ root, cwd, sessionDir }) => {
      return new ContainerPlace({
        engine: 'podman',
        client: { file: podman ?? '', env: { PATH: process.env['PATH'] ?? '', ...containersConf(), HOME: userInfo().homedir }, cwd: root },
        image: IMAGE,
        howToBuild: () => 'Build it.',
        variables: { FROM_FILE: 'yes' },
        sessionId: 'session',
        sessionDir,
        folders: () => [cwd],
        homeDir: path.join(root, 'home'),
        stateDir: path.join(root, 'state'),
        env: () => ({ FROM_SETTINGS: 'a b' }),
      });
    });
    opened.push(fixture);
  });
  afterEach(() => expect(containers()).toHaveLength(1));
  afterAll(async () => {
    for (const one of opened) await one.dispose();
    expect(containers()).toEqual([]);
  });

  const containers = (): string[] =>
    execFileSync(podman ?? '', ['ps', '--quiet', '--filter', 'label=gatehouse.session=session'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '');

  it('sees the project and nothing else of this machine, and writes files that are the user’s', async () => {
    const { output, exitCode } = await fixture.run(
      `pwd; echo made >file; echo "$FROM_FILE $FROM_SETTINGS $TERM"; [[ -e ${userInfo().homedir}/.bashrc || -e /work ]] || echo alone; [[ -t 1 ]] && echo terminal; exit 5`,
    );
    expect(output.replaceAll('\r', '').split('\n')).toEqual([fixture.cwd, 'yes a b xterm-256color', 'alone', 'terminal']);
    expect(exitCode).toBe(5);
    expect(readFileSync(path.join(fixture.cwd, 'file'), 'utf8')).toBe('made\n');
    expect(statSync(path.join(fixture.cwd, 'file')).uid).toBe(userInfo().uid);
  });

  it.each([125, 126, 127, 255])('passes exit code %i through', async (code) => {
    expect(await fixture.run(`cd /tmp; exit ${code}`)).toMatchObject({ exitCode: code, output: '', cwd: '/tmp' });
  });

  it('is ended there, with what left its group', async () => {
    const { terminalId, finished } = await fixture.watched(
      'trap "echo ended >ended; exit 0" TERM; set -m; (trap "" TERM; while :; do echo still >>still; sleep 0.1; done) & echo started; wait',
    );
    await fixture.shown('started');
    fixture.service.stop(terminalId);
    expect(await finished).toMatchObject({ aborted: true });
    expect(existsSync(path.join(fixture.cwd, 'ended'))).toBe(true);
    const { output } = await fixture.run(
      'for file in /proc/[0-9]*/environ; do mapfile -d "" -t all <$file; [[ "${all[*]}" == *GATEHOUSE_TERMINAL=* ]] && echo "$file"; done 2>/dev/null; true',
    );
    // The shell that looks, alone.
    expect(output.split('\n')).toHaveLength(1);
  });
});

function containersConf(): Record<string, string> {
  const file = process.env['CONTAINERS_CONF'];
  return file === undefined ? {} : { CONTAINERS_CONF: file };
}
