import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

/** Spellings of options: joined with their value, abbreviated, letters in one word, from a file. The lines are decided, never run. */
describe('a rule for a build tool or a service, and', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());
  const decided = (line: string, rule = `Bash(${line.split(' ')[0] ?? ''} *)`): string =>
    engine.bash(line, engine.context({ allow: [rule] })).behavior;

  it.each([
    '-fevil.xml test',
    '-qf evil.xml test',
    '-file evil.xml test',
    '--fil=evil.xml test',
    '-sevil.xml test',
    '-gsevil.xml test',
    '-tx test',
    '-unknown test',
    '-Duser.home=x test',
    '-Dmaven.multiModuleProjectDirectory=x test',
    'wrapper:wrapper -Dx=y',
    '--define exec.x=y test',
    '--define=maven.conf=x test',
    '-D maven.ext.class.path=x test',
    'deploy:deploy-file -Durl=x',
    'deploy:deploy',
    'clean deploy',
    'site-deploy',
    'release:perform',
    'flyway:clean',
    'org.apache.maven.plugins:maven-deploy-plugin:deploy@x',
    'archetype:generate',
    'liquibase:dropAll',
    'scm:checkin',
    'gpg:sign-and-deploy-file',
  ])('Maven: mvn %s', (words) => expect(decided(`mvn ${words}`)).toBe('ask'));
  it.each([
    '-B -ntp -pl core -am test',
    '-Pprod -T1C package',
    '-P prod -DskipTests verify',
    '-U -e -X clean verify',
    '-qo test',
    'dependency:tree',
    'spring-boot:run',
    'versions:display-dependency-updates',
    'release:help',
    'flyway:info',
    '--batch-mode --fail-fast test',
  ])('not Maven: mvn %s', (words) => expect(decided(`mvn ${words}`)).toBe('allow'));

  it.each([
    'publish',
    ':app:publish',
    'pub',
    'publishAllPublicationsToCentralRepository',
    'flywayClean',
    'flyC',
    'uploadArchives',
    '-Dgradle.user.home=x test',
    '--include-build x test',
    '-qp evil test',
    '-iI x test',
    '-Ix test',
    '--init-s=x test',
    '-Dorg.gradle.projectcachedir=x test',
  ])('Gradle: gradle %s', (words) => expect(decided(`gradle ${words}`)).toBe('ask'));
  it.each([
    'publishToMavenLocal',
    '-q dependencies',
    'check --continue',
    ':app:assembleDebug -Pbeta=1',
    'clean build -x lint',
    '-is test',
    'run',
  ])('not Gradle: gradle %s', (words) => expect(decided(`gradle ${words}`)).toBe('allow'));

  it.each(['npm run -sC evil test', 'npm run -qC evil test', 'npm run test -Cevil', 'pnpm -wC evil test', 'pnpm -rC evil test'])(
    'another folder: %s',
    (line) => expect(decided(line)).toBe('ask'),
  );
  it.each(['npm run test -- -C x', 'npm i -D typescript', 'npm run -sw core test', 'pnpm -r test'])('not another folder: %s', (line) =>
    expect(decided(line)).toBe('allow'),
  );

  it.each([
    'compose --file=oci://x/y up',
    'compose -fhttps://x/y up',
    'compose -f=https://x/y up',
    'compose --file=https://x/y up',
    'compose -pxfgit@x:y up',
    'build -f- .',
    'build -qf- .',
    'build --builder x .',
    'build --builder=x .',
    'buildx create --use ssh://x',
    'build --build-context x=https://y .',
    'build --build-context=x=git@y:z .',
    'buildx create --name x',
    'buildx use x',
  ])('Docker: docker %s', (words) => expect(decided(`docker ${words}`)).toBe('ask'));
  it.each([
    'compose up --build web',
    'compose -f docker-compose.dev.yml up',
    'buildx build -t x .',
    'buildx ls',
    'build -f Dockerfile.dev .',
  ])('not Docker: docker %s', (words) => expect(decided(`docker ${words}`)).toBe('allow'));

  it.each([
    'mypy @args',
    'mypy src @args',
    'tsc @args',
    'pylint @args',
    'ruff check @args',
    'javac @args',
    'java @args',
    'java -cp x @args',
    'gcc @args',
    'gcc -Wl,@args a.c',
    'x86_64-linux-gnu-gcc-14 @args',
    'swiftc @args',
    'protoc @args',
    `pylint --init-h='import os' a.py`,
    'pylint --init-hook=x a.py',
    'mypy --python-exe ./e a.py',
    'make --temp-stdin=x',
    'make --temp-s=x',
    'gh auth git-credential get',
  ])('options from a file, abbreviated ones: %s', (line) => expect(decided(line)).toBe('ask'));
  it.each(['uv run mypy @args', `uv run pylint --init-h='import os' a.py`, 'npx tsc @args'])('behind a runner: %s', (line) =>
    expect(decided(line, line.startsWith('npx') ? 'Bash(npx tsc *)' : 'Bash(uv run *)')).toBe('ask'),
  );
  it.each([
    'java -jar x.jar @me',
    'mypy --python-version 3.12 a.py',
    'pylint --ignore-patterns=x a.py',
    'tsc --noEmit',
    'gcc -Wl,-O1 a.c',
    'eslint --ext .ts src',
  ])('none of these: %s', (line) => expect(decided(line)).toBe('allow'));

  it.each(
    [
      'PYTEST_PLUGINS RUBYOPT PERL5OPT LUA_INIT LUA_INIT_5_4 DOTNET_STARTUP_HOOKS PHPRC PHP_INI_SCAN_DIR ERL_FLAGS R_PROFILE_USER GCC_EXEC_PREFIX',
      'COMPILER_PATH CCACHE_PREFIX ESBUILD_BINARY_PATH LESSOPEN HOME XDG_CONFIG_HOME CARGO_HOME KUBECONFIG OPENSSL_CONF npm_config_script_shell',
    ].flatMap((line) => line.split(' ')),
  )('a variable that names code: make %s=x', (name) => {
    expect(decided(`make ${name}=x test`)).toBe('ask');
    expect(decided(`${name}=x make test`, 'Bash(make *)')).toBe('ask');
  });
  it.each(['HOMEPAGE=x', 'ENV=prod', 'ROOT=x', 'GIT_SHA=abc', 'KUBE_CONTEXT=x', 'R_VERSION=4'])('another variable: make %s', (setting) =>
    expect(decided(`make ${setting} test`)).toBe('allow'),
  );

  it.each([
    'pre-commit install',
    'pre-commit install --hook-type pre-push',
    'pre-commit init-templatedir x',
    'husky',
    'husky init',
    'lefthook install',
    'pre-commit run -c x',
    'tox -c x',
    'tox -rc x',
    'nox -f x',
    'nox --noxfile=x',
    'eslint --init',
    'eslint --inspect-config',
    'eslint --mcp',
    'git pull --rebase=interactive',
    'git pull --rebase=i',
    'git pull -ri',
    'git submodule set-url a b',
    'git config core.hooksPath x',
  ])('what git or another file runs later: %s', (line) => expect(decided(line)).toBe('ask'));
  it.each(['uv run pre-commit install', 'npx husky init'])('the same behind a runner: %s', (line) =>
    expect(decided(line, line.startsWith('npx') ? 'Bash(npx husky *)' : 'Bash(uv run *)')).toBe('ask'),
  );
  it.each([
    'pre-commit run --all-files',
    'pre-commit autoupdate',
    'pre-commit run -c .pre-commit-config.yaml -a',
    'gh run list --workflow=.github/workflows/ci.yml',
    'tox -e py',
    'nox -s tests',
    'lefthook run pre-commit',
    'git pull --rebase',
  ])('everyday use of them: %s', (line) => expect(decided(line)).toBe('allow'));
});
