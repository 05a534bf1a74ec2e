import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gone } from '#test/support/process-gone.ts';
import { controlTimeLimits } from '#test/support/time-limits.ts';
import { TerminalFixture } from './terminal-fixture.ts';

/** Finds the file that the shell writes to when it ends. */
const SHELL_FILE = `f=$(trap -p EXIT | grep -o "/[^ ']*/shells/[0-9a-f]*");`;

let fixture: TerminalFixture;
beforeEach(() => {
  fixture = new TerminalFixture();
});
afterEach(() => fixture.dispose());

describe('a command in its terminal', () => {
  it.each([
    ['echo out; echo err >&2', 'out\nerr', 0],
    ['printf x; exit 3', 'x', 3],
    ['true', '', 0],
    ['printf "a\\n\\n  \\n\\n"', 'a', 0],
    ['printf "  indented\\n"', '  indented', 0],
    ['test -t 1 && echo terminal', 'terminal', 0],
    ['echo $PAGER $GIT_PAGER $MANPAGER $TERM', 'cat cat cat xterm-256color', 0],
    ['printf "één 😀\\n"', 'één 😀', 0],
    ['# only a comment', '', 0],
  ])('%s', async (command, output, exitCode) => {
    expect(await fixture.run(command)).toMatchObject({ output, exitCode, signal: null, timedOut: false, aborted: false, truncated: false });
  });

  it('keeps its result when its output can no longer be stored', async () => {
    const dir = path.join(fixture.sessionDir, 'terminals');
    const result = await fixture.run(`echo before; until ls '${dir}' | grep -q log; do sleep 0.01; done; rm -r '${dir}'; echo after`);
    expect(result).toMatchObject({ output: 'before\nafter', exitCode: 0 });
  });

  it.each([
    ['sends all of its output elsewhere', 'exec >log 2>&1; sleep 0.3; echo kept; exit 5'],
    ['closes its output', 'exec >&- 2>&-; sleep 0.3; exit 5'],
    ['executes a program that does', "exec sh -c 'exec >&- 2>&-; sleep 0.3; exit 5'"],
    ['may open few files', `(ulimit -n 50; bash -c 'exec >log 2>&1; sleep 0.3'); exit 5`],
  ])('runs to its end when it %s', async (_, command) => {
    for (const noInput of [true, false]) {
      const { exitCode, signal, output } = await fixture.run(command, { noInput });
      expect({ exitCode, signal, output }).toEqual({ exitCode: 5, signal: null, output: '' });
    }
  });

  it('has a fixed size', async () => {
    expect((await fixture.run('stty size </dev/tty')).output).toBe('30 120');
  });

  it('reads end of file at once where nobody can type', async () => {
    expect((await fixture.run('cat; read x || echo nothing; test -t 0 || echo closed')).output).toBe('nothing\nclosed');
  });

  it('keeps the line numbers and the meaning of the command', async () => {
    expect((await fixture.run('no-such-command-here')).output).toMatch(/line 1: no-such-command-here: command not found/);
    expect((await fixture.run('set -x; echo a')).output).toBe('+ echo a\na');
    expect((await fixture.run('echo "$#"')).output).toBe('0');
    expect((await fixture.run('echo "$BASH_EXECUTION_STRING [$BASH_ENV]"')).output).toBe('echo "$BASH_EXECUTION_STRING [$BASH_ENV]" []');
  });

  it.each(['if then', '&& ls', 'echo "unfinished', 'echo )'])('a mistake is reported as bash does: %s', async (command) => {
    const plain = spawnSync('/bin/bash', ['-c', command], { encoding: 'utf8' });
    expect(await fixture.run(command)).toMatchObject({ output: plain.stderr.trimEnd(), exitCode: plain.status });
  });

  it('reports the signal that ended it', async () => {
    expect(await fixture.run('kill -9 $$')).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  });

  it('keeps everything printed on disk, as printed', async () => {
    const result = await fixture.run('printf "\\033[31mred\\033[0m\\n"');
    expect(readFileSync(result.outputPath, 'utf8')).toBe('\x1b[31mred\x1b[0m\r\n');
    expect(result.output).toBe('red');
    expect(statSync(result.outputPath).mode & 0o777).toBe(0o600);
    expect(statSync(path.dirname(result.outputPath)).mode & 0o777).toBe(0o700);
  });

  it('keeps start and end of a large output for the model and all of it on disk', async () => {
    const result = await fixture.run('seq 1 200000');
    expect(result.truncated).toBe(true);
    expect(result.output.startsWith('1\n2\n3\n')).toBe(true);
    expect(result.output.endsWith('199999\n200000')).toBe(true);
    expect(result.output).toMatch(/\n\.\.\. \[\d+ characters truncated\] \.\.\.\n/);
    expect(result.output.length).toBeLessThan(600_000);
    const expected = Array.from({ length: 200_000 }, (_, index) => `${String(index + 1)}\r\n`).join('');
    expect(readFileSync(result.outputPath, 'utf8') === expected).toBe(true);
  });

  it('keeps output on disk that follows after a pause', async () => {
    const { outputPath } = await fixture.run('seq 30000; sleep 0.2; echo one; sleep 0.2; echo two');
    expect(readFileSync(outputPath, 'utf8').endsWith('29999\r\n30000\r\none\r\ntwo\r\n')).toBe(true);
  });

  it('reports progress', async () => {
    const seen: number[] = [];
    const onOutput = ({ lines }: { readonly lines: number }): void => {
      seen.push(lines);
      if (seen.length === 2) writeFileSync(path.join(fixture.cwd, 'seen'), '');
    };
    await fixture.run('until [ -e seen ]; do echo more; sleep 0.05; done', { onOutput });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('runs many at once, each in its own terminal', async () => {
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, index) => fixture.run(`sleep 0.1; echo ${String(index)}; tty </dev/tty`)),
    );
    expect(results.map((result) => result.output.split('\n')[0])).toEqual(results.map((_, index) => String(index)));
    expect(new Set(results.map((result) => result.outputPath)).size).toBe(12);
  });

  it('finds system programs before relative PATH entries', async () => {
    const other = new TerminalFixture({ PATH: `.:./bin::${process.env['PATH'] ?? ''}` });
    try {
      mkdirSync(path.join(other.cwd, 'bin'));
      for (const name of ['ls', 'bin/cat', 'bin/only-here'])
        writeFileSync(path.join(other.cwd, name), '#!/bin/sh\necho the project’s\n', { mode: 0o755 });
      const { output } = await other.run('ls; cat /dev/null; only-here');
      expect(output).toBe('bin  ls\nthe project’s');
    } finally {
      await other.dispose();
    }
  });

  it('rejects a folder that does not exist', async () => {
    await expect(fixture.run('true', { cwd: path.join(fixture.root, 'nowhere') })).rejects.toThrow(/does not exist/);
  });
});

describe('the working directory after a command', () => {
  it.each([
    ['true', ''],
    ['cd sub', 'sub'],
    ['cd sub; exit 4', 'sub'],
    ['cd sub && false', 'sub'],
    ['(cd sub)', ''],
    ['cd link', 'sub'],
    ['set -euo pipefail; set -C; cd sub', 'sub'],
    [`cd "it's \\$HOME"`, "it's $HOME"],
  ])('%s', async (command, ends) => {
    for (const name of ['sub', "it's $HOME"]) mkdirSync(path.join(fixture.cwd, name));
    await fixture.run('ln -s sub link');
    expect((await fixture.run(command)).cwd).toBe(path.join(fixture.cwd, ends));
  });

  it('is unknown when the command replaces the shell or its traps', async () => {
    expect((await fixture.run('exec true')).cwd).toBeUndefined();
    expect((await fixture.run("trap 'echo bye' EXIT")).output).toBe('bye');
  });

  it('leaves no trace in the session folder', async () => {
    await fixture.run('true');
    await fixture.service.dispose();
    expect(existsSync(path.join(fixture.sessionDir, 'shells'))).toBe(false);
  });

  it('is reported in a file that the next command reuses, each reading its own', async () => {
    const used = (): string[] => readdirSync(path.join(fixture.sessionDir, 'shells'));
    for (const command of ['cd /', 'true', 'exit 3']) await fixture.run(command);
    expect(used()).toHaveLength(1);
    const names = ['one', 'two', 'three'];
    for (const name of names) mkdirSync(path.join(fixture.cwd, name));
    const results = await Promise.all(names.map((name) => fixture.run(`cd ${name}; sleep 0.2`)));
    expect(results.map(({ cwd }) => cwd)).toEqual(names.map((name) => path.join(fixture.cwd, name)));
    expect(used()).toHaveLength(3);
  });

  it('is read from a file of bounded size', async () => {
    const deep = path.join(fixture.cwd, ...Array.from({ length: 15 }, (_, at) => String(at).repeat(100)));
    mkdirSync(deep, { recursive: true });
    for (let count = 0; count < 20; count += 1) expect((await fixture.run(`cd '${deep}'`)).cwd).toBe(deep);
    const [file = ''] = readdirSync(path.join(fixture.sessionDir, 'shells'));
    expect(statSync(path.join(fixture.sessionDir, 'shells', file)).size).toBeLessThan(40 * 1024);
  });

  it('is known whatever the session folder is called', async () => {
    const odd = new TerminalFixture(process.env, 'a $(touch x) `y` "z" \\ \'');
    try {
      expect((await odd.run('mkdir sub; cd sub')).cwd).toBe(path.join(odd.cwd, 'sub'));
    } finally {
      await odd.dispose();
    }
  });

  it('is ignored when the command writes something else there', async () => {
    const forged = await fixture.run(`${SHELL_FILE} exec bash -c 'ln -sf /etc/passwd "$1"' x "$f"`);
    expect(forged.cwd).toBeUndefined();
    expect(existsSync('/etc/passwd')).toBe(true);
  });

  it.each([
    ['a link', 'trap - EXIT; ln -sf "$PWD/mine" "$f"; true'],
    ['a hard link to another file', 'trap - EXIT; ln -f "$PWD/mine" "$f"; true'],
    ['a hard link to it elsewhere', 'ln "$f" "$PWD/again"'],
    ['another file', 'rm "$f"; echo "echo not asked for" > "$f"'],
    ['a folder', 'rm "$f"; mkdir "$f"'],
    ['nothing', 'rm "$f"'],
    ['other text', 'trap - EXIT; echo "echo not asked for" > "$f"'],
  ])('does not affect the next command when a command puts %s there', async (_, command) => {
    const mine = path.join(fixture.cwd, 'mine');
    writeFileSync(mine, 'echo not asked for');
    expect((await fixture.run(`${SHELL_FILE} ${command}`)).exitCode).toBe(0);
    expect(await fixture.run('cd /; echo next')).toMatchObject({ output: 'next', cwd: '/' });
    expect(readFileSync(mine, 'utf8')).toBe('echo not asked for');
  });
});

describe('the environment', () => {
  it('drops variables that would change how a line is parsed', async () => {
    const startup = path.join(fixture.root, 'startup.sh');
    writeFileSync(startup, 'echo sourced; ls() { echo fake; }');
    const other = new TerminalFixture({
      PATH: process.env['PATH'],
      KEPT: 'yes',
      BASH_ENV: startup,
      ENV: startup,
      CDPATH: '/usr',
      'BASH_FUNC_ls%%': '() { echo fake; }',
      SHELLOPTS: 'noexec',
    });
    try {
      expect((await other.run('ls; cd bin 2>/dev/null || echo stays; echo $KEPT')).output).toBe('stays\nyes');
    } finally {
      await other.dispose();
    }
  });
});

describe('the locale', () => {
  it.each([
    [{}, process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'],
    [{ LANG: 'C' }, ''],
    [{ LC_CTYPE: 'en_US.UTF-8' }, 'en_US.UTF-8'],
  ])('with %j', async (env, expected) => {
    const other = new TerminalFixture({ PATH: process.env['PATH'], ...env });
    try {
      expect((await other.run('echo "[$LC_CTYPE]"')).output).toContain(`[${expected}]`);
    } finally {
      await other.dispose();
    }
  });
});

describe('ending a command', () => {
  it('sends SIGTERM, then SIGKILL, at the timeout', async () => {
    const time = controlTimeLimits();
    const { finished } = await fixture.watched("trap '' TERM; echo up; while true; do sleep 0.05; done", { timeoutMs: 600_000 });
    await fixture.shown('up');
    time.passed(600_000);
    const result = await finished;
    expect(result).toMatchObject({ timedOut: true, aborted: false, exitCode: null, signal: 'SIGKILL' });
    expect(result.output).toContain('up');
  });

  it.each([
    ['its children', 'sleep 300 & echo pid $!; wait'],
    ['jobs with a group of their own', 'set -m; sleep 300 & echo pid $!; wait'],
    ['daemons in a session of their own', "setsid bash -c 'echo pid $$; exec sleep 300' & sleep 300"],
    ['children that ignore SIGTERM', 'bash -c \'trap "" TERM HUP; sleep 300\' & echo pid $!; wait'],
  ])('ends %s too', async (_name, command) => {
    const controller = new AbortController();
    const { finished } = await fixture.watched(command, { signal: controller.signal });
    await fixture.shown('pid ');
    await fixture.shown('\n');
    const pid = Number(/pid (\d+)/.exec(fixture.frames.map((frame) => frame.data).join(''))?.[1]);
    controller.abort();
    expect(await finished).toMatchObject({ aborted: true, timedOut: false });
    await gone(pid);
  });

  it('an interrupt before the start ends it at once', async () => {
    expect(await fixture.run('sleep 300', { signal: AbortSignal.abort() })).toMatchObject({ aborted: true });
  });

  it.each([
    ['in its group', 'nohup sleep 300 >/dev/null 2>&1 </dev/null & echo $!'],
    ['as a job with a group of its own', 'set -m; nohup sleep 300 >/dev/null 2>&1 </dev/null & echo $!'],
    ['as a daemon', "setsid bash -c 'echo $$; touch up; exec sleep 300 >/dev/null 2>&1 </dev/null' & until [ -e up ]; do sleep 0.05; done"],
  ])('disposing ends processes a finished command left: %s', async (_name, command) => {
    const { output } = await fixture.run(command);
    const pid = Number(output);
    expect(() => process.kill(pid, 0)).not.toThrow();
    await fixture.service.dispose();
    await gone(pid);
  });

  it('disposing ends running commands', async () => {
    const running = fixture.run('sleep 300');
    await fixture.service.dispose();
    expect(await running).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
  });
});
