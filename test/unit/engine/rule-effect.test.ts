import { afterAll, beforeAll, expect, it } from 'vitest';
import { literalNotes } from '#main/engine/rules/pattern-effect.ts';
import { whyStillAsks } from '#main/engine/rules/rule-effect.ts';
import { parsedRule } from '#main/permission/rules/parsed-rule.ts';
import { makeTestEngine, type TestEngine } from '../permission/test-engine.ts';

let engine: TestEngine;
beforeAll(async () => {
  engine = await makeTestEngine();
});
afterAll(() => engine.fixture.remove());

const MAY_APPLY = 'the deny rule Read(./.env) may apply when it runs';

const OUTSIDE = 'Has no effect yet: files outside the project folder need';

const whyAsks = (rule: string, deny: readonly string[] = ['Read(./.env)']) =>
  whyStillAsks(rule, engine.context({ allow: [rule], deny }, {}, 'local'), engine.permissionEngine);

it.each([
  ['Bash(ls src | xargs rm)', `Has no effect yet: ${MAY_APPLY}: which files it gets is only known then.`],
  ['Bash(git ls-files | xargs wc -l)', `Has no effect yet: ${MAY_APPLY}: which files it gets is only known then.`],
  ['Bash(npm publish)', `Has no effect yet: ${MAY_APPLY}: it takes in everything in its folder.`],
  ['Bash(cp -r . /tmp/b)', `Has no effect yet: ${MAY_APPLY}: it takes in everything in its folder.`],
  ['Bash(find src -name x -exec rm {} +)', 'Has no effect yet: what it removes is only known once the search has run.'],
  ['Bash(bash x.sh)', 'Has no effect yet: it runs a script file. That can’t be checked against the deny rule Read(./.env).'],
  ['Edit(.claude/**)', 'Still asks: .claude is a protected path: programs run it or read their settings from it later.'],
  ['Edit(~/.bashrc)', 'Still asks: .bashrc is a protected path: programs run it or read their settings from it later.'],
  ['Edit(~/.gatehouse/**)', 'Has no effect: no tool may write to Gatehouse’s own folder.'],
  ['WebFetch(domain:localhost)', 'Still asks: localhost is not a public name; it can only lead to this machine or its local network.'],
  ['Bash(psql $DATABASE_URL *)', `Has no effect yet: ${MAY_APPLY}: what $DATABASE_URL stands for is only known then.`],
  ['Bash(find . -name "*.map" -exec rm {} +)', 'Has no effect yet: what it removes is only known once the search has run.'],
  ['Bash(find . -name "*.map" -delete)', 'Has no effect yet: it can’t be undone, so only an exact rule, without a *, allows it.'],
  ['Bash(cat .env)', 'Has no effect yet: the deny rule Read(./.env) comes first.'],
  ['Edit(.env)', 'Has no effect yet: the deny rule Read(./.env) comes first.'],
  ['Read(./.env)', 'Has no effect yet: the deny rule Read(./.env) comes first.'],
  ['Bash(tail /var/log/*)', `${OUTSIDE} a Read rule, such as Read(//var/log/**).`],
  ['Bash(cat ~/.ssh/*)', `${OUTSIDE} a Read rule, such as Read(~/.ssh/**).`],
  ['Bash(ls ~/.ssh *)', `${OUTSIDE} a Read rule, such as Read(~/.ssh/**).`],
  ['Bash(ls /var/x *)', `${OUTSIDE} a Read rule, such as Read(//var/x/**).`],
  ['Bash(cp src/a.ts /var/x/*)', `${OUTSIDE} an Edit rule, such as Edit(//var/x/**).`],
])('says why what %s names still asks', (rule, why) => expect(whyAsks(rule)).toBe(why));

it.each([
  'Bash(npm test)',
  'Bash(rm -rf dist)',
  'Bash(npm test "\\(a\\)")',
  'Bash(npm test *)',
  'Bash(npm test*)',
  'Bash(npm run*)',
  'Bash(cat *)',
  'Bash(git diff *)',
  'Bash(docker build *)',
  'Bash(git *)',
  'Bash(sed -i *)',
  'Bash(* --help)',
  'Bash(git commit -m "fix *)',
  'Bash(for f in *)',
  'Bash(cat src/* *)',
  'Edit(src/**)',
  'Edit(/**)',
  'Read(~/docs/**)',
  'WebFetch(domain:*.example.com)',
  'WebFetch(domain:*)',
  'mcp__a__b',
  'Bash',
])('says nothing of %s', (rule) => expect(whyAsks(rule)).toBeUndefined());

it('says nothing of an exact rule that no other rule can meet', () => expect(whyAsks('Bash(npm publish)', [])).toBeUndefined());

it('says nothing of commands for files elsewhere that another rule allows to read', () => {
  const context = engine.context({ allow: ['Bash(tail /var/log/*)', 'Read(//var/**)'] }, {}, 'local');
  expect(whyStillAsks('Bash(tail /var/log/*)', context, engine.permissionEngine)).toBeUndefined();
});

it('names the deny rule that comes before all that a wildcard covers', () => {
  expect(whyAsks('Bash(curl *)', ['Bash(curl *)'])).toBe('Has no effect yet: the deny rule Bash(curl *) comes first.');
});

const literal = (rule: string): readonly string[] => {
  const context = engine.context({ allow: [rule], deny: [] }, {}, 'local');
  return literalNotes(parsedRule(rule, 'allow'), context, engine.permissionEngine).map(({ message }) => message);
};

it.each(['Bash(rm src/api/*.js)', 'Bash(rm -f *.log)'])('says that %s leaves out the command with a * of the shell', (rule) => {
  expect(literal(rule)).toEqual([`Here * stands for any text; “${rule.slice(5, -1)}” itself still asks.`]);
});

it.each(['Bash(npx eslint "src/**/*.ts")', 'Bash(node scripts/*)', 'Bash(npm test *)', 'Bash(rm -rf dist/*)', 'Edit(src/*.ts)'])(
  'says nothing of the * of %s',
  (rule) => {
    expect(literal(rule)).toEqual([]);
  },
);
