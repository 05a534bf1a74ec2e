import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

describe('a question for which no rule is offered', () => {
  let engine: TestEngine;
  beforeAll(async () => {
    engine = await makeTestEngine();
  });
  afterAll(() => engine.fixture.remove());

  it.each([
    ['git diff > out.patch', 'it takes in everything in its folder'],
    ['vercel deploy', 'it takes in everything in its folder'],
    ['npm publish', 'it takes in everything in its folder'],
    ['ls src | xargs rm', 'which files it gets is only known then'],
    ['grep -rl foo src | xargs sed -i s/a/b/', 'which files it gets is only known then'],
    ['cat "$X"', 'what "$X" stands for is only known then'],
    ['rm -r lib/*', 'what matches lib/* is only known then'],
  ])('%s says why a deny rule for a file may apply: %s', (command, why) => {
    const { behavior, message } = engine.bash(command, engine.context({ deny: ['Read(**/.env)'] }));
    expect({ behavior, message }).toEqual({ behavior: 'ask', message: `The deny rule Read(**/.env) may apply when it runs: ${why}.` });
  });

  it.each([
    ['rm -rf ../outside/sub', true],
    ['git push --force', true],
    ['npm run build', true],
    // A star stands for anything.
    ['rm -r old/*', undefined],
    ['find . -name "*.map" -exec rm {} +', undefined],
    ['find . -exec rm {} +', undefined],
    ['rm -rf .', undefined],
    ['touch .git/hooks/x', undefined],
    ['ls', undefined],
  ])('%s: whether an exact rule helps: %s', (command, helps) => {
    const decision = engine.bash(command);
    expect(decision.exactRuleHelps).toBe(helps);
    const allowed = engine.bash(command, engine.context({ allow: [`Bash(${command})`] }));
    if (helps === true) expect(allowed.behavior).toBe('allow');
    else if (decision.behavior === 'ask') expect(allowed.behavior).toBe('ask');
  });

  it('none helps while a deny or ask rule stands before it', () => {
    expect(engine.bash('npm run build', engine.context({ ask: ['Bash(npm run *)'] })).exactRuleHelps).toBe(undefined);
    expect(engine.bash('git diff > x', engine.context({ deny: ['Read(./.env)'] })).exactRuleHelps).toBe(undefined);
  });
});
