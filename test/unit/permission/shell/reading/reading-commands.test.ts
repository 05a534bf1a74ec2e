import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../../test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

const TABLE: readonly (readonly [what: string, allowed: readonly string[], asked: readonly string[]])[] = [
  [
    'archives',
    [
      'tar tf a.tar',
      'tar tzvf a.tgz src',
      'tar -tf a.tar',
      'tar --list --file=a.tar',
      'zcat a.gz',
      'gzip -dc a.gz',
      'gzip -l a.gz',
      'xz -dc a.xz',
      'bzip2 -t a.bz2',
      'zstd -l a.zst',
      'unzip -l a.zip',
    ],
    [
      'tar xf a.tar',
      'tar cf a.tar src',
      'tar tf a.tar --to-command=./x',
      'tar tf host:a.tar',
      'tar -tIf ./x a.tar',
      'tar tf a.tar -I ./x',
      'tar tf ../outside/a.tar',
      'tar tf a.tar --checkpoint-action=exec=x',
      'tar tf *',
      'tar tf $X',
      'gzip a.gz',
      'gzip -d a.gz',
      'gzip -dc a',
      'gunzip a.gz',
      'zcat a',
      'zcat ../outside/a.gz',
      'unzip a.zip',
      'unzip -l a',
      "unzip -l '*.zip'",
      'unzip -l ../outside/a.zip',
      'unzip -d out a.zip',
      'xz -d a.xz',
      'xz -t -d a.xz',
      'xz -ld a.xz',
      'bzip2 -t -d a.bz2',
      'bzip2 --test --decompress a.bz2',
      'zstd -t -d a.zst',
      'zstd --list --uncompress a.zst',
    ],
  ],
  [
    'developer tools',
    [
      'gofmt -l .',
      'gofmt -d src',
      'bash -n a.sh',
      'go doc fmt.Println',
      'go list ./...',
      'go env GOPATH',
      'npm ls --depth=0',
      'npm run',
      'pip list',
      'pip show x',
    ],
    [
      'gofmt -w .',
      'gofmt -l ../outside',
      'gofmt -cpuprofile x -l .',
      'bash a.sh',
      'bash -n a.sh b.sh',
      "bash -n -c 'ls'",
      'bash -nc ls',
      'bash -n $X',
      'go env -w GOFLAGS=-toolexec=./x',
      'go env -u X',
      'go doc -http',
      'go list -toolexec=./x ./...',
      'go list -export ./...',
      'go list -json ./...',
      'go -C .. list ./...',
      'go run .',
      'npm ls --prefix ../outside',
      'npm ls --script-shell=./x',
      'npm run test',
      'npm run $X',
      'npm config set script-shell ./x',
      'npm config get x y',
      'npm view react',
      'npm outdated',
      'pip install x',
      'pip list --outdated',
    ],
  ],
  [
    'version and help of a program',
    ['gh --version', 'docker --version', 'make --help', 'openssl version', 'node -v', 'python3 -V', 'java -version'],
    [
      'yarn --version',
      'cargo --help',
      'pytest --help',
      'hg --version',
      'rustup --version',
      'poetry --version',
      'valgrind --version',
      'mvn --version',
      'unknown --help',
      './make --help',
      'make --help x',
      'make x --help',
      'node -V x.js',
      'python3 -v',
      'perl -V',
      'npx x --help',
      'make $X',
    ],
  ],
  [
    'the machine',
    ['date -Iseconds', 'lsof -ti:3000', 'lsof -i :3000', 'hash git', 'tmux ls', 'top -bn1', 'mount', 'lscpu', 'ifconfig', 'bc <<< 1+1'],
    [
      'date -s now',
      'hash -p ./x git',
      'hash -r git -p ./x ls',
      "tmux ls -F '#(./x)'",
      'tmux kill-server',
      'top',
      'mount /dev/sda x',
      'ifconfig eth0 down',
      'mount -a',
      'lsblk ../outside $X',
      'shuf -o x a.txt',
    ],
  ],
  [
    'git behind an output-shortening wrapper',
    ['rtk git status', 'rtk git log --oneline -5 -- src', 'rtk git diff a.txt && rtk git show HEAD', 'timeout 5 rtk git status'],
    [
      'rtk git add a.txt',
      'rtk git push',
      'rtk git log --output=x',
      'rtk git log -- --output=x',
      'rtk git diff -- *',
      'rtk git log -- $X',
      'rtk git -c core.fsmonitor=./x status',
      'rtk git -C sub status',
      'rtk --verbose git status',
      'mv src .git2 && mv .git2 .git && rtk git status',
      'rtk ls',
      'rtk test git status',
      'rtk proxy git status',
      './rtk git status',
      'cd sub && rtk git status',
    ],
  ],
  [
    'tmux windows',
    [
      'tmux ls',
      'tmux list-sessions -F "#{session_name}"',
      'tmux list-windows -a | grep x',
      'tmux list-windows -a -F "#{session_name}:#{window_name}"',
      'tmux list-panes -s -t x:1',
      'tmux list-clients',
      'tmux has-session -t x && echo yes',
    ],
    [
      "tmux list-windows -F '#(./x)'",
      "tmux list-windows -F'#(./x)'",
      "tmux list-windows -F '#{E:pane_title}'",
      "tmux list-windows -F '#{?a,#(./x),b}'",
      "tmux list-windows -F '##(./x)'",
      "tmux list-windows -f '#(./x)'",
      'tmux -f x.conf list-windows',
      'tmux -S ./x list-windows',
      'tmux -L x list-windows',
      'tmux list-windows -a kill-server',
      "tmux list-windows -a ';' kill-server",
      "tmux list-windows -t 'x;' kill-server",
      "tmux list-windows -t 'x;'",
      'tmux list-windows -t "$X"',
      'tmux list-keys',
      'tmux list-windows > x',
      'tmux capture-pane -p',
      'tmux kill-session -t x',
      'tmux new-session -d x',
    ],
  ],
  [
    'a script’s own variables',
    ['TODO_COUNT=$(ls src | wc -l) && echo "$TODO_COUNT"', 'SHA=$(git rev-parse HEAD); echo "$SHA"', 'ROOT=src; ls "$ROOT"'],
    [
      'GIT_CONFIG_COUNT=1; git status',
      'GIT_DIR=sub; git status',
      'LINES=5; ls',
      'ROOT=/etc; ls "$ROOT"',
      'TODO_COUNT=1 ls',
      'RIPGREP_CONFIG_PATH=a.txt; rg x',
    ],
  ],
  [
    'docker compose',
    ['docker compose ps', 'docker compose ps -a --format json', 'docker compose logs --tail=5 web'],
    [
      'docker compose -f x.yml ps',
      'docker compose up',
      'docker compose exec web ps',
      'docker compose run ps',
      'docker compose --file=x ps',
    ],
  ],
  [
    'git',
    [
      'git shortlog',
      'git shortlog -sn',
      'git help log',
      'git help -m log',
      'cd src && git status',
      'cd src && git log --oneline',
      'cd src && git diff && ls',
      'git cat-file --batch-check',
    ],
    [
      'git help --web log',
      'git bisect view',
      'git help -w log',
      'git help ../x',
      'git shortlog --output=x',
      'cd ../outside && git status',
      'cd src && git push',
      'cd src && git -c core.pager=x log',
      'cd "$X" && git status',
      'cd - && git status',
      'git cat-file --batch --filters',
      'git cat-file --batch --textconv',
    ],
  ],
  [
    'find -exec',
    [
      "find src -name '*.ts' -exec cat {} +",
      "find src -name '*.ts' -exec grep -n x {} \\;",
      "find src -type f -exec sed -n 1p {} ';'",
      'find src -exec basename {} \\;',
      'find src -exec diff {} a.txt \\;',
    ],
    [
      'find src -exec rm {} \\;',
      "find src -exec sh -c 'cat {}' \\;",
      'find src -exec cat {} \\; -exec rm {} \\;',
      'find src -exec cat {} \\; -exec cat {} \\;',
      'find src -exec cat {} \\; -delete',
      'find src -exec uniq {} +',
      'find src -exec awk {} \\;',
      'find src -exec sed {} a.txt \\;',
      'find src -exec printf {} \\;',
      'find src -exec rg --pre={} x \\;',
      'find src -exec cat x{} \\;',
      'find src -exec cat ../outside/o.txt {} \\;',
      'find ../outside -exec cat {} \\;',
      'find src -exec {} \\;',
      'find src -exec cat $X {} \\;',
      'find src -exec timeout 5 cat {} \\;',
      'find src -exec find {} -delete \\;',
      'find src -ok cat {} \\;',
      'find src -execdir ./x {} \\;',
    ],
  ],
  ['grep -R', ['grep -R x src', 'grep -Rn x src lib'], ['grep -R x ../outside', 'grep -R x link-out', 'grep -R x .']],
];

describe.each(TABLE)('%s', (_what, allowed, asked) => {
  it('allows what only reads', () => expect(allowed.filter((line) => engine.bash(line).behavior !== 'allow')).toEqual([]));
  it('asks for similar commands that do more', () => expect(asked.filter((line) => engine.bash(line).behavior === 'allow')).toEqual([]));
});

describe('links inside a folder', () => {
  const link = (): string => path.join(engine.fixture.project, 'src/out');
  it.each(['grep -R x src', 'find src -type f -exec cat {} +', 'find -P src -exec head {} \\;'])('are followed by %s', (line) => {
    expect(engine.bash(line).behavior).toBe('allow');
    symlinkSync(path.join(engine.fixture.outside, 'o.txt'), link());
    expect(engine.bash(line).behavior).toBe('ask');
    rmSync(link());
  });
});

it.each([
  ['cp -r lib/deep src/y && grep -R x src', 'ask'],
  ['cp -r lib/deep src/y && find src -type f -exec cat {} +', 'ask'],
  ['cp -r lib/deep src/y && grep -r x src', 'allow'],
  ['cp -r lib/deep src/y && find src -type f', 'allow'],
])('links that an earlier part of the line adds count: %s', (line, behavior) => {
  const folder = path.join(engine.fixture.project, 'lib/deep');
  mkdirSync(folder);
  symlinkSync('../../a.txt', path.join(folder, 'up'));
  expect(engine.bash(line, engine.context({}, { mode: 'acceptEdits' })).behavior).toBe(behavior);
  rmSync(folder, { recursive: true });
});

describe('deny rules apply to what find runs', () => {
  it.each([
    ['find src -exec cat {} +', 'Bash(cat *)', 'deny'],
    ['find . -exec cat {} +', 'Read(.env)', 'ask'],
    ['grep -R x .', 'Read(.env)', 'ask'],
    ['cd secrets && git diff', 'Read(secrets/k.env)', 'ask'],
  ])('%s under %s', (line, deny, behavior) => expect(engine.bash(line, engine.context({ deny: [deny] })).behavior).toBe(behavior));
});

it('applies git rules behind a wrapper', () => {
  expect(engine.bash('rtk git add a.txt', engine.context({ allow: ['Bash(rtk git add:*)'] })).behavior).toBe('allow');
  expect(engine.bash('rtk git log', engine.context({ deny: ['Bash(git log:*)'] })).behavior).not.toBe('allow');
  expect(engine.bash('rtk git log', engine.context({ deny: ['Bash(rtk *)'] })).behavior).toBe('deny');
});
