import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTestEngine, type TestEngine } from './test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

it.each(['npm test', 'npm run build', 'python x.py', 'git commit -m x', 'npm test && npm run lint', 'curl https://example.com/a'])(
  'beside wider rules for %s, one for exactly it is offered, which allows it',
  (command) => {
    const { exactRule, suggestions } = engine.bash(command);
    expect(exactRule).toMatchObject({ type: 'addRules', rules: [`Bash(${command})`], destination: 'local' });
    expect(suggestions).not.toContainEqual(exactRule);
    expect(engine.bash(command, engine.context({ allow: exactRule?.rules ?? [] })).behavior).toBe('allow');
  },
);

it.each([
  'git push',
  'kill 48213',
  'ls',
  'sudo npm test',
  'cat .env',
  'npm test *',
  'git push --force',
  'cat /etc/hosts',
  'echo x > a.txt',
])('none is offered for %s: it is among the suggestions, or no rule for a command is suggested', (command) =>
  expect(engine.bash(command).exactRule).toBeUndefined(),
);

it.each([
  ['sudo npm test', 'otherUser'],
  ['cat ~/.ssh/id_rsa', 'secrets'],
  ['echo x > $f', 'hiddenTarget'],
  ['npm test', undefined],
])('says why no rule is suggested for %s: %s', (command, why) => expect(engine.bash(command).noRule).toBe(why));

it('says so too in a mode whose questions no rule ends', () => {
  expect(engine.bash('npm test', engine.context({}, { mode: 'plan' }))).toMatchObject({ reason: 'mode', suggestions: [] });
});
