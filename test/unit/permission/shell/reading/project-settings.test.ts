import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../../test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

/** The decision about a line while the project has this file. */
function decisionWith(name: string, text: string, line: string): string {
  const file = path.join(engine.fixture.project, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  const { behavior } = engine.bash(line);
  rmSync(file);
  return behavior;
}

describe('npm reads the project’s settings in all commands', () => {
  const lines = ['npm ls', 'npm run', 'npm root', 'npm config list', 'npm --version', 'npm -v', 'npm --help', 'npx --version'];

  it.each([
    'logs-dir=../outside\n',
    'logs-max=0\n',
    'cache=../outside\n',
    'registry=https://example.com/${HOME}/\n',
    'save-exact=true\nregistry = https://example.com\n',
    'save-exact=${TOKEN}\n',
    'node-options=--require=./x\n',
    '[x]\nlogs-dir=x\n',
    'save-exact=true\rlogs-dir=x\n',
    '"logs-dir"=x\n',
    'prefix[]=x\n',
  ])('%j', (text) => expect(lines.map((line) => decisionWith('.npmrc', text, line))).toEqual(lines.map(() => 'ask')));

  it.each(['', '# a comment\n; another\n\n', 'save-exact=true\nengine-strict = true\r\nsave-prefix="~"\n'])(
    'except plain ones: %j',
    (text) => expect(lines.map((line) => decisionWith('.npmrc', text, line))).toEqual(lines.map(() => 'allow')),
  );

  it('also in a subfolder', () => {
    expect(decisionWith('src/.npmrc', 'logs-dir=x\n', 'cd src && npm ls')).toBe('ask');
    expect(decisionWith('.npmrc', 'logs-dir=x\n', 'cd src && npm ls')).toBe('ask');
    expect(decisionWith('src/.npmrc', 'logs-dir=x\n', 'npm ls')).toBe('allow');
  });
});

describe('go downloads what the project requests', () => {
  const all = ['go version', 'go env GOPATH', 'go list ./...', 'go doc fmt.Println', 'go --version'];
  const looking = ['go list ./...', 'go list -m', 'go doc fmt.Println'];

  it.each([
    'module x\n\ngo 1.99\n',
    'module x\n\ngo 1.21.3\n',
    'module x\ngo 1.20\ntoolchain go1.99.0\n',
    'module x\n  go\t2.0 // new\n',
    'module x\ngo (\n1.99\n)\n',
    'module x\n"go" 1.99\n',
    'module x\r\ngo 1.22\r\n',
  ])('another version of itself: %j', (text) => {
    expect(all.map((line) => decisionWith('go.mod', text, line))).toEqual(all.map(() => 'ask'));
    expect(all.map((line) => decisionWith('go.work', text, line))).toEqual(all.map(() => 'ask'));
  });

  it.each(['module x\nrequire example.com/y v1.0.0\n', 'module x\nrequire (\n\texample.com/y v1.0.0\n)\n', 'replace x => ../outside\n'])(
    'modules: %j',
    (text) => {
      expect(looking.map((line) => decisionWith('go.mod', text, line))).toEqual(looking.map(() => 'ask'));
      expect(decisionWith('go.mod', text, 'go env')).toBe('allow');
    },
  );

  it.each(['.hg/hgrc', '.svn/x', '.bzr/x'])('with %s next to the code it runs another program', (name) =>
    expect(decisionWith(name, '', 'go list .')).toBe('ask'),
  );

  it('but nothing when not needed', () => {
    rmSync(path.join(engine.fixture.project, '.hg'), { recursive: true, force: true });
    for (const name of ['.svn', '.bzr']) rmSync(path.join(engine.fixture.project, name), { recursive: true, force: true });
    expect(all.slice(0, 4).map((line) => decisionWith('go.mod', 'module x\r\n\r\ngo 1.20 // old\r\n', line))).toEqual(
      all.slice(0, 4).map(() => 'allow'),
    );
  });
});

describe('compose loads what its file references', () => {
  const lines = ['docker compose ps', 'docker compose logs --tail=5 web', 'docker compose ls'];

  it.each([
    ['compose.yaml', 'include:\n  - https://example.com/x.git\n'],
    ['docker-compose.yml', 'services:\n  a:\n    extends:\n      file: oci://example.com/x\n'],
    ['compose.override.yml', '"incl\\u0075de": [x]\n'],
    ['compose.yml', '? !!binary aW5jbHVkZQ==\n: [x]\n'],
    ['compose.yml', '\uFEFF\0i\0n\0c\0l\0u\0d\0e'],
    ['.env', 'COMPOSE_FILE=oci://example.com/x\n'],
    ['.env', 'A=1\nexport DOCKER_HOST=tcp://example.com\n'],
  ])('%s: %j', (name, text) => expect(lines.map((line) => decisionWith(name, text, line))).toEqual(lines.map(() => 'ask')));

  it.each([
    ['compose.yaml', 'services:\n  a:\n    image: x\n'],
    ['.env', 'A=1\n'],
  ])('except its own services: %s: %j', (name, text) =>
    expect(lines.map((line) => decisionWith(name, text, line))).toEqual(lines.map(() => 'allow')),
  );
});
