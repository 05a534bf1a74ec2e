import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { understoodUpdates, type UpdatesFrom } from '#main/hooks/permission-updates.ts';
import { TempProject } from '#test/support/temp-project.ts';

const rules = [{ toolName: 'Bash', ruleContent: 'make' }];
const to = { destination: 'session' };

function understood(update: object, from: Partial<UpdatesFrom> = {}) {
  using temp = new TempProject({ 'sub/a.txt': '' });
  symlinkSync('/', temp.path('root'));
  const { projectDir, homeDir, stateDir } = temp;
  const { updates, passedOver } = understoodUpdates([update], { hook: 'user', mode: 'default', projectDir, homeDir, stateDir, ...from });
  return { ...updates[0], passedOver: passedOver.join().replaceAll(temp.root, '') };
}

describe('permission updates of a hook', () => {
  it.each([
    ['allow rules are removed', { type: 'removeRules', behavior: 'allow', rules, ...to }, { type: 'remove_rules' }],
    ['allow rules are replaced', { type: 'replaceRules', behavior: 'allow', rules, ...to }, { type: 'replace_rules' }],
    ['deny rules are added', { type: 'addRules', behavior: 'deny', rules, ...to }, { type: 'add_rules', behavior: 'deny' }],
    ['ask rules are added', { type: 'addRules', behavior: 'ask', rules, ...to }, { type: 'add_rules', behavior: 'ask' }],
    ['folders are added', { type: 'addDirectories', directories: ['sub'], ...to }, { type: 'add_directories' }],
    ['folders are removed', { type: 'removeDirectories', directories: ['/'], ...to }, { type: 'remove_directories', directories: ['/'] }],
    ['a stricter mode is chosen', { type: 'setMode', mode: 'dontAsk', ...to }, { type: 'set_mode', mode: 'dontAsk' }],
  ])('%s', (_, update, expected) => {
    expect(understood(update)).toMatchObject({ ...expected, passedOver: '' });
  });

  it.each([
    ['deny rules stay', { type: 'removeRules', behavior: 'deny', rules, ...to }, {}],
    ['ask rules stay', { type: 'replaceRules', behavior: 'ask', rules, ...to }, {}],
    ['a malformed rule', { type: 'addRules', behavior: 'allow', rules: [{ toolName: 'Bash', ruleContent: '' }], ...to }, {}],
    ['bypassing', { type: 'setMode', mode: 'bypassPermissions', ...to }, {}],
    ['the classifier', { type: 'setMode', mode: 'auto', ...to }, {}],
    ['a permanent mode', { type: 'setMode', mode: 'acceptEdits', destination: 'userSettings' }, {}],
    ['the end of plan mode', { type: 'setMode', mode: 'acceptEdits', ...to }, { mode: 'plan' }],
    ['the whole disk', { type: 'addDirectories', directories: ['/'], ...to }, {}],
    ['the home folder', { type: 'addDirectories', directories: ['~'], ...to }, {}],
    ['a parent of the home folder', { type: 'addDirectories', directories: ['..'], ...to }, {}],
    ['a link to the whole disk', { type: 'addDirectories', directories: ['sub', 'root'], ...to }, {}],
    ['a folder that isn’t there', { type: 'addDirectories', directories: ['later'], ...to }, {}],
    ['a file', { type: 'addDirectories', directories: ['sub/a.txt'], ...to }, {}],
    [
      'the user’s rules, by a project’s hook',
      { type: 'addRules', behavior: 'deny', rules, destination: 'userSettings' },
      { hook: 'project' },
    ],
    ['the command line', { type: 'addRules', behavior: 'allow', rules, destination: 'cliArg' }, {}],
    ['an unknown destination', { type: 'addRules', behavior: 'allow', rules, destination: 'constructor' }, {}],
    ['an unknown kind', { type: 'sudo', ...to }, {}],
    ['another shape', { type: 'addRules', behavior: 'allow', rules: 'Bash', ...to }, {}],
  ] as const)('not applied, and reported: %s', (_, update, from) => {
    const { passedOver, ...done } = understood(update, from);
    expect(done).toEqual({});
    expect(passedOver).not.toBe('');
  });

  it('are checked one by one', () => {
    const from = { hook: 'user', mode: 'default', projectDir: '/p', homeDir: '/h', stateDir: join('/h', 's') } as const;
    const found = understoodUpdates(
      [{ type: 'setMode', mode: 'plan', ...to }, { type: 'sudo' }, 7, { type: 'addRules', behavior: 'ask', rules, ...to }],
      from,
    );
    expect(found.updates.map(({ type }) => type)).toEqual(['set_mode', 'add_rules']);
    expect(found.passedOver).toHaveLength(2);
  });
});
