import { afterAll, beforeAll, expect, it } from 'vitest';
import { earlierRule } from '#main/engine/rules/earlier-rules.ts';
import { makeTestEngine, type TestEngine } from '../permission/test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

const RULES = {
  deny: ['Bash(curl *)', 'Read(./.env)', 'Edit(src/made/**)', 'WebFetch(domain:*.bad.example)'],
  ask: ['Bash(git push *)', 'Bash(npm run deploy)'],
};

const earlier = (text: string, behavior: 'allow' | 'ask' | 'deny' = 'allow') =>
  earlierRule({ text, behavior }, engine.context(RULES, {}, 'project'), engine.permissionEngine)?.message;

it.each([
  ['Bash(curl *)', 'deny rule Bash(curl *)'],
  ['Bash(curl -s https://a.example)', 'deny rule Bash(curl *)'],
  ['Bash(git push origin *)', 'ask rule Bash(git push *)'],
  ['Bash(npm run deploy)', 'ask rule Bash(npm run deploy)'],
  ['Read(.env)', 'deny rule Read(./.env)'],
  ['Edit(src/made/a.ts)', 'deny rule Edit(src/made/**)'],
  ['WebFetch(domain:x.bad.example)', 'deny rule WebFetch(domain:*.bad.example)'],
])('says of %s that the %s comes first', (rule, found) => expect(earlier(rule)).toBe(`The ${found} comes first.`));

it.each([
  ['Bash(git *)', 'ask rule Bash(git push *)'],
  ['Bash(npm run *)', 'ask rule Bash(npm run deploy)'],
  ['Bash(c*)', 'deny rule Bash(curl *)'],
  ['Edit(src/**)', 'deny rule Edit(src/made/**)'],
  ['Bash', 'deny rule Bash(curl *)'],
  ['Bash(cat *)', 'deny rule Read(./.env)'],
  ['Bash(grep -r *)', 'deny rule Read(./.env)'],
  ['Bash(rm *)', 'deny rule Edit(src/made/**)'],
  ['WebFetch(domain:*)', 'deny rule WebFetch(domain:*.bad.example)'],
  ['Bash(docker build *)', 'deny rule Read(./.env)'],
  ['Bash(vercel *)', 'deny rule Read(./.env)'],
  ['Bash(tar *)', 'deny rule Read(./.env)'],
  ['Bash(zip *)', 'deny rule Read(./.env)'],
  ['Bash(cp -r *)', 'deny rule Edit(src/made/**)'],
  ['Bash(git diff *)', 'deny rule Read(./.env)'],
])('says of %s that the %s comes first for some', (rule, found) =>
  expect(earlier(rule)).toBe(`For some of these, the ${found} comes first.`),
);

it.each([
  'Bash(npm test *)',
  'Bash(git commit *)',
  'Bash(make *)',
  'Bash(echo *)',
  'Read(src/**)',
  'Edit(lib/**)',
  'WebFetch(domain:good.example)',
  'mcp__a__b',
  'Bash(git \\* x)',
])('says nothing of %s', (rule) => expect(earlier(rule)).toBeUndefined());

it('compares an ask rule with deny rules only, and a deny rule with none', () => {
  expect(earlier('Bash(curl *)', 'ask')).toBe('The deny rule Bash(curl *) comes first.');
  expect(earlier('Bash(git push *)', 'ask')).toBeUndefined();
  expect(earlier('Bash(curl *)', 'deny')).toBeUndefined();
});

it('finds the rule for a file that is among those a command copies', () => {
  const context = engine.context({ deny: ['Read(./.env)'] }, {}, 'project');
  expect(earlierRule({ text: 'Bash(cp *)', behavior: 'allow' }, context, engine.permissionEngine)?.message).toBe(
    'For some of these, the deny rule Read(./.env) comes first.',
  );
});
