import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TerminalFixture } from './terminal-fixture.ts';

/** Commands whose plain text from a terminal must equal their output on a pipe. */
const SAME = [
  'cat notes.txt',
  'cat crlf.txt | tr -d "\\r"',
  'head -2 notes.txt; tail -1 notes.txt',
  'wc -l notes.txt',
  'grep -n two notes.txt',
  'grep --color=always two notes.txt | cat -v',
  'grep -rn beta . --include=*.txt | sort',
  'sort -r notes.txt',
  'sed -n 2p notes.txt',
  'awk "{print NR, \\$0}" notes.txt',
  'cut -c1-3 notes.txt',
  'find . -name "*.txt" | sort',
  'ls -1',
  'ls -l src | tail -1 | wc -w',
  'ls | cat',
  'stat -c %s notes.txt',
  'du -b notes.txt',
  'diff notes.txt other.txt',
  'diff -u --label a --label b notes.txt other.txt',
  'cmp notes.txt other.txt',
  'git status',
  'git status --short',
  'git log --format=%s',
  'git log --oneline --no-decorate --stat',
  'git diff',
  'git diff --stat',
  'git show --no-decorate --format=%s HEAD',
  'git branch',
  'git grep -n two',
  'git blame -s notes.txt',
  "node -e \"console.log({a: 1, b: [1, 2], c: 'x'}); console.error('oops')\"",
  'node -e "console.table([{a: 1}])"',
  'node -e "throw new Error(\'no\')" 2>&1 | grep Error',
  'npm --version',
  'printf "%s\\n" a b c',
  'printf "\\tindented\\n\\n\\nspaced\\n"',
  'printf "no newline"',
  'printf "%0500d\\n" 7',
  'echo "wide: 漢字 and 😀"',
  'seq 1 200',
  'seq -s" " 1 300',
  'date -u -d @0 +%F',
  'expr 6 \\* 7',
  'basename /a/b.txt; dirname /a/b.txt',
  'env -i A=1 env',
  'tar cf - notes.txt | tar tvf - | wc -l',
  'gzip -c notes.txt | gunzip',
  'xargs -n1 echo < notes.txt',
  'for f in *.txt; do echo "$f"; done',
  'cat <<EOF\nhere $((1 + 1))\nEOF',
  'sh -c "echo out; echo err >&2" 2>&1',
  'od -c notes.txt | head -2',
  'base64 notes.txt',
  'md5sum notes.txt',
  'tput bold; echo bold; tput sgr0',
  'cd src && pwd -P | xargs basename',
  'false; echo $?',
  'test -f notes.txt && echo there',
];

/** Commands that format their output for the terminal's width: the words are the same. */
const LAID_OUT = ['ls', 'ls -a', 'ls src', 'column -c 60 notes.txt'];

describe('everyday commands', () => {
  const fixture = new TerminalFixture();

  beforeAll(() => {
    const write = (name: string, content: string): void => {
      writeFileSync(path.join(fixture.cwd, name), content);
    };
    mkdirSync(path.join(fixture.cwd, 'src'));
    write('notes.txt', 'alpha one\nbeta two\ngamma three\n');
    write('other.txt', 'alpha one\nbeta 2\ngamma three\n');
    write('crlf.txt', 'one\r\ntwo\r\n');
    write('src/deep.txt', 'beta again\n');
    const git = (...args: string[]): void => {
      execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { cwd: fixture.cwd, stdio: 'ignore' });
    };
    git('init', '-q');
    git('add', '.');
    git('commit', '-q', '-m', 'first');
    write('notes.txt', 'alpha one\nbeta two!\ngamma three\n');
  });
  afterAll(() => fixture.dispose());

  function piped(command: string): string {
    const { stdout } = spawnSync('/bin/bash', ['--noprofile', '--norc', '-c', `{ ${command}\n} 2>&1`], {
      cwd: fixture.cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, TERM: 'xterm-256color' },
    });
    // Line ends are shown as `\n`, and the output of tput is meant for a terminal in both.
    // oxlint-disable-next-line no-control-regex
    return stdout
      .replaceAll('\r\n', '\n')
      .replaceAll(/\x1b(?:\[[0-9;]*m|\(B)/g, '')
      .replace(/\n+$/, '');
  }

  it.each(SAME)('%s', async (command) => {
    const { output } = await fixture.run(command);
    expect(output).toBe(piped(command));
  });

  it.each(LAID_OUT)('%s, in columns', async (command) => {
    const { output } = await fixture.run(command);
    expect(output.split(/\s+/).toSorted()).toEqual(piped(command).split(/\s+/).toSorted());
  });

  it.each([
    ['git log', 'a pager'],
    ['git -c core.pager=less diff', 'a pager of its own'],
    ['man printf', 'manual pages'],
  ])('%s exits without waiting for a key (%s)', async (command) => {
    const { timedOut } = await fixture.run(command, { timeoutMs: 60_000, noInput: false });
    expect(timedOut).toBe(false);
  });
});
