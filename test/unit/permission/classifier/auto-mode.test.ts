import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeTestEngine, type RuleLists, type TestEngine } from '../test-engine.ts';

let fixture: TestEngine;
beforeAll(async () => {
  fixture = await makeTestEngine();
});
afterAll(() => fixture.fixture.remove());

const auto = { mode: 'auto', isAutoModeAvailable: true } as const;
const bash = (command: string, lists: RuleLists = {}, fields: object = auto) => fixture.bash(command, fixture.context(lists, fields));

describe('calls the classifier may decide', () => {
  test.each<[string, RuleLists]>([
    ['npm test', {}],
    ['curl https://example.com/x', {}],
    ['$(echo rm) -rf x', {}],
    ['cat /etc/hostname', {}],
    ['touch .git/config', {}],
    ['npm run build', { allow: ['Bash(npm run *)'] }],
    ['curl example.com', { allow: ['Bash'] }],
  ])('%s %j', (command, lists) => expect(bash(command, lists)).toMatchObject({ behavior: 'ask', classifierMayAnswer: true }));

  test.each<[string, RuleLists, string]>([
    ['npm test', { ask: ['Bash(npm test)'] }, 'an ask rule'],
    ['npm test && curl x', { ask: ['Bash(curl:*)'] }, 'an ask rule for a part'],
    ['rm -rf ~', {}, 'a critical path'],
    ['rm -rf /', {}, 'a critical path'],
    ['rm -rf $UNSET/', {}, 'a critical path behind a variable'],
    ['echo x > ~/.gatehouse/state', {}, 'our own state'],
    ['bash -c "$X"', { deny: ['Bash(curl:*)'] }, 'a line that can’t be seen through while a deny rule is in force'],
    ['touch .git/hooks/x && rm -rf /', {}, 'one approvable and one critical path'],
  ])('not %s %j: %s', (command, lists) => {
    const decision = bash(command, lists);
    expect(decision.behavior).not.toBe('allow');
    expect(decision.classifierMayAnswer).toBe(undefined);
  });

  test.each([
    { mode: 'default' },
    { mode: 'acceptEdits' },
    { mode: 'plan' },
    { mode: 'auto' },
    { mode: 'auto', isAutoModeAvailable: false },
  ])('nothing in %j', (fields) => expect(bash('npm test', {}, fields).classifierMayAnswer).toBe(undefined));

  test('not a tool’s own ask, one that needs a person, or a changed MCP tool', () => {
    const context = fixture.context({}, auto);
    const input = { command: 'npm test' };
    expect(fixture.call('Bash', input, context, {}, { behavior: 'ask', message: 'hm' }).classifierMayAnswer).toBe(undefined);
    expect(fixture.call('Bash', input, context, { requiresUserInteraction: true }).classifierMayAnswer).toBe(undefined);
    const mcp = { serverName: 's', toolName: 't' };
    expect(fixture.call('mcp__s__t', {}, context, { mcp }).classifierMayAnswer).toBe(true);
    expect(fixture.call('mcp__s__t', {}, context, { mcp: { ...mcp, suspended: 'changed' } }).classifierMayAnswer).toBe(undefined);
  });

  test('deny rules still deny', () =>
    expect(bash('npm test', { deny: ['Bash(npm *)'] })).toMatchObject({ behavior: 'deny', reason: 'rule' }));
});

describe('calls that run without the classifier', () => {
  test.each(['ls', 'git status'])('%s only reads', (command) => expect(bash(command).behavior).toBe('allow'));

  test('edits inside the project run; protected paths and outside edits are judged', () => {
    const context = fixture.context({}, auto);
    const edit = (file_path: string) => fixture.call('Write', { file_path, content: 'x' }, context);
    expect(edit(`${fixture.fixture.project}/src/new.ts`)).toMatchObject({ behavior: 'allow', reason: 'mode' });
    expect(edit(`${fixture.fixture.project}/.git/config`)).toMatchObject({ behavior: 'ask', classifierMayAnswer: true });
    expect(edit('/somewhere/else.txt')).toMatchObject({ behavior: 'ask', classifierMayAnswer: true });
    expect(
      fixture.call('Write', { file_path: `${fixture.fixture.project}/a`, content: '' }, fixture.context({}, { mode: 'auto' })).behavior,
    ).toBe('ask');
  });

  test('narrow allow rules apply; broad ones are reported as ignored', () => {
    expect(bash('npm run build', { allow: ['Bash(npm run build)'] })).toMatchObject({ behavior: 'allow', reason: 'rule' });
    const { trace } = bash('npm run build', { allow: ['Bash(*)'] });
    expect(trace.find(({ rule }) => rule?.text === 'Bash(*)')).toMatchObject({
      layer: 'allow',
      outcome: 'pass',
      detail: expect.stringContaining('auto mode'),
    });
    expect(bash('npm run build', { allow: ['Bash(*)'] }, { mode: 'default' }).behavior).toBe('allow');
  });
});
