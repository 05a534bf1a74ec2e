import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

/** Programs whose options aren't listed, under a rule for the program: a protected path named for output asks. */
describe('protected paths named as outputs', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());
  const underRule = (line: string, rule: string): string => engine.bash(line, engine.context({ allow: [`Bash(${rule})`] })).behavior;

  it.each([
    ['npx eslint:*', 'npx eslint --cache-location .husky/x .'],
    ['npx prettier:*', 'npx prettier --cache-location=.bashrc .'],
    ['npx tsc:*', 'npx tsc --tsBuildInfoFile .bashrc'],
    ['npx vitest:*', 'npx vitest run --coverage.reportsDirectory=.husky'],
    ['npm run:*', 'npm run build --cache=.husky'],
    ['python3 -m pytest:*', 'python3 -m pytest --cov-report=html:.husky'],
    ['python3 -m pytest:*', 'python3 -m pytest --cov-report xml:.vscode/tasks.json'],
    ['python3 -m pytest:*', 'python3 -m pytest --debug=.bashrc'],
    ['python3 -m pytest:*', 'python3 -m pytest --html=.bashrc'],
    ['go:*', 'go build --o=.husky/x .'],
    ['go:*', 'go test -args -test.cpuprofile=.bashrc'],
    ['docker:*', 'docker build --output=type=local,dest=.husky .'],
    ['docker:*', 'docker build --iidfile .bashrc .'],
    ['tsc:*', 'tsc --declarationDir .husky'],
    ['cargo:*', 'cargo build --target-dir .git'],
    ['cargo:*', 'cargo build --artifact-dir=.husky'],
    ['psql:*', `psql -L .husky/x -c 'select 1'`],
    ['psql:*', `psql -qo.husky/x -c 'select 1'`],
    ['mysql:*', 'mysql --tee=.husky/x db'],
    ['mvn:*', 'mvn -l.husky/x test'],
    ['mvn:*', 'mvn -DoutputDirectory=.husky test'],
    ['node:*', 'node --redirect-warnings .husky/x a.js'],
    ['node:*', 'node --cpu-prof-name=.husky/x a.js'],
    ['node:*', 'node --localstorage-file=.husky/x a.js'],
    ['node:*', 'node --snapshot-blob .husky/x a.js'],
    ['pytest:*', 'pytest --benchmark-json=.husky/x'],
    ['coverage:*', 'coverage html -d .husky'],
    ['vite:*', 'vite build --manifest .husky/x'],
    ['sphinx-build:*', 'sphinx-build . .husky'],
    ['go:*', 'go test -ldflags=-o=.husky/x'],
    ['git:*', 'git read-tree --index-o=.husky/x HEAD'],
    ['make:*', 'make PREFIX=.husky install'],
    ['gcc:*', 'gcc -MF.husky/x a.c'],
    ['javac:*', 'javac -h .husky a.java'],
    ['sphinx-build:*', 'sphinx-build -b html . .husky'],
    ['pip:*', 'pip install --tar .husky x'],
    ['cmake:*', 'cmake -S . -B .husky'],
    ['meson:*', 'meson setup .husky'],
    ['mvn:*', 'mvn -Dproject.build.directory=.husky test'],
    ['swift:*', 'swift build --scratch-path .husky'],
    ['ffmpeg:*', 'ffmpeg -i a .husky/x'],
    ['pg_dump:*', 'pg_dump --file=.husky/x'],
    ['mysqldump:*', 'mysqldump -r .husky/x db'],
    ['coverage:*', 'coverage html --directory .husky'],
    ['cargo:*', 'cargo new .vscode/x'],
    ['cargo:*', 'cargo vendor .vscode'],
    ['cargo:*', 'cargo -q new .vscode/x'],
    ['cargo:*', 'cargo --color never new .vscode/x'],
    ['cargo:*', 'cargo +nightly new .vscode/x'],
    ['django-admin:*', 'django-admin --verbosity 0 startproject x .vscode'],
    ['poetry:*', 'poetry -q new .vscode/x'],
    ['composer:*', 'composer create-project a .vscode'],
    ['uv:*', 'uv -q venv .vscode/x'],
    ['python3 -m json.tool:*', 'python3 -m json.tool a.txt .claude/settings.json'],
    ['python3 -m json.tool:*', 'python3 -m json.tool --indent 2 --sort-keys a.txt .mcp.json'],
    ['python3:*', 'python3 -I -mjson.tool a.txt .mcp.json'],
    ['gunzip:*', 'gunzip .envrc.gz'],
    ['gzip:*', 'gzip -dkf .envrc.gz'],
    ['unxz:*', 'unxz src/.envrc.xz'],
    ['bunzip2:*', 'bunzip2 .vscode/tasks.json.bz2'],
    ['zstd:*', 'zstd -d .envrc.zst'],
  ])('%s does not cover %s', (rule, line) => expect(underRule(line, rule)).toBe('ask'));

  it.each([
    'mytool --config=.vscode/settings.json',
    'mytool -c.vscode/x',
    'mytool -x .husky/pre-commit',
    'mytool --check .github/workflows/ci.yml',
    'mytool --exclude-dir .git',
    'mytool --exclude-dir=.git',
    'mytool --ignore=.husky',
    'make CONFIG=.vscode/x',
    'git add -f .vscode/x',
    'mvn -Dmaven.repo.local=.m2/repository test',
    'git commit -F.husky/x',
    'eslint --fix .vscode/x.js',
    'javac -sourcepath .vscode a.java',
    'cmake --build .husky',
    'mytool host:.bashrc x',
  ])('covers reading them: %s', (line) => expect(underRule(line, `${line.split(' ')[0] ?? ''}:*`)).toBe('allow'));

  it.each([
    '.github/hooks/x.json',
    '.lazy.lua',
    '.sbtrc',
    '.byebugrc',
    '.octaverc',
    '.luarc.jsonc',
    '.opencode.json',
    '.grok/settings.json',
    '.pi/x',
  ])('writing %s asks in every folder', (file) => {
    for (const folder of ['', 'src/'])
      expect(engine.bash(`touch ${folder}${file}`, engine.context({}, { mode: 'acceptEdits' })).behavior).toBe('ask');
  });

  it.each([
    ['npx prettier:*', 'npx prettier --check .vscode/settings.json'],
    ['npx eslint:*', 'npx eslint --cache-location .cache/eslint .'],
    ['python3 -m pytest:*', 'python3 -m pytest --cov-report=html:coverage'],
    ['docker:*', 'docker build --output=type=local,dest=out .'],
    ['cargo:*', 'cargo new crates/x'],
    ['cargo:*', 'cargo -q +nightly new crates/x'],
    ['python3 -m json.tool:*', 'python3 -m json.tool .vscode/settings.json'],
    ['python3 -m json.tool:*', 'python3 -m json.tool --indent 2 .vscode/settings.json'],
    ['python3 -m json.tool:*', 'python3 -m json.tool a.txt out.json'],
    ['gunzip:*', 'gunzip -c .envrc.gz'],
    ['gunzip:*', 'gunzip data.csv.gz'],
  ])('%s covers %s', (rule, line) => expect(underRule(line, rule)).toBe('allow'));
});
