import { describe, expect, test } from 'vitest';
import { loadSettings } from '#main/settings/load-settings.ts';
import { brief, MANAGED, PROJECT, USER } from './settings-files.ts';
import { tempProject } from './temp-project.ts';

describe('managed settings', () => {
  test('allowManagedPermissionRulesOnly disables other allow rules; deny and ask rules still apply', () => {
    const temp = tempProject();
    temp.write(MANAGED, { allowManagedPermissionRulesOnly: true, permissions: { allow: ['Read'] } });
    temp.write(USER, { allowManagedPermissionRulesOnly: false, permissions: { allow: ['Bash'], ask: ['Edit'], deny: ['WebFetch'] } });
    const settings = loadSettings({ ...temp, cliSettings: { allowedTools: ['Write'] } });
    expect(brief(settings)).toEqual([
      'policy:allow:0 Read',
      'cli:allow:0 Write (inert)',
      'user:deny:0 WebFetch',
      'user:ask:0 Edit',
      'user:allow:0 Bash (inert)',
    ]);
    expect(settings.managedRulesOnly).toBe(true);
  });

  test('only managed settings may set allowManagedPermissionRulesOnly', () => {
    const temp = tempProject();
    temp.write(USER, { allowManagedPermissionRulesOnly: true, permissions: { allow: ['Bash'] } });
    expect(brief(loadSettings(temp))).toEqual(['user:allow:0 Bash']);
  });

  test('bypass and auto can be disabled by any source', () => {
    const temp = tempProject();
    temp.write(USER, { permissions: { defaultMode: 'bypassPermissions' } });
    temp.write(PROJECT, { permissions: { disableBypassPermissionsMode: 'disable', disableAutoMode: 'disable' } });
    expect(loadSettings(temp)).toMatchObject({ bypassDisabled: true, autoDisabled: true, defaultMode: 'default' });
  });

  test('any source can block paths outside the working directories, and none can lift that', () => {
    const temp = tempProject();
    temp.write(MANAGED, { permissions: { blockReadsOutsideWorkingDirectories: false } });
    temp.write(PROJECT, { permissions: { blockReadsOutsideWorkingDirectories: true } });
    expect(loadSettings(temp)).toMatchObject({ trusted: false, blocksOutside: { reads: true, writes: false } });
  });

  test.each([
    ['is malformed', '{'],
    ['has an invalid entry', '{"permissions": {"deny": "Bash"}}'],
    ['has a duplicate key', '{"permissions": {}, "permissions": {}}'],
  ])('a managed file that %s disables allow rules and permissive modes', (_name, text) => {
    const temp = tempProject();
    temp.write(MANAGED, text);
    temp.write(USER, { permissions: { allow: ['Bash'], deny: ['Edit'], defaultMode: 'acceptEdits' } });
    const settings = loadSettings(temp);
    expect(brief(settings)).toEqual(['user:deny:0 Edit', 'user:allow:0 Bash (inert)']);
    expect(settings).toMatchObject({ defaultMode: 'default', bypassDisabled: true, autoDisabled: true, managedRulesOnly: true });
    expect(settings.lockdown).toMatch(/administrator/);
    expect(settings.problems.length).toBeGreaterThan(0);
  });

  test('a managed file that becomes malformed keeps its deny rules', () => {
    const temp = tempProject();
    temp.write(MANAGED, { permissions: { deny: ['WebFetch'] } });
    const before = loadSettings(temp);
    temp.write(MANAGED, '{');
    expect(brief(loadSettings({ ...temp, previous: before }))).toEqual(['policy:deny:0 WebFetch']);
  });

  test('autoMode is read from the user’s own settings only, and loosens nothing that the administrator keeps', () => {
    const temp = tempProject();
    const policy = (from: string) => ({ autoMode: { allow: ['$defaults', `${from} allows`], hard_deny: [`${from} denies`] } });
    temp.write(USER, policy('user'));
    temp.write(PROJECT, policy('project'));
    const all = { environment: [], allow: ['user allows'], softDeny: [], hardDeny: ['user denies'] };
    expect(loadSettings(temp).autoMode).toEqual(all);
    temp.write(MANAGED, { allowManagedPermissionRulesOnly: true });
    expect(loadSettings(temp).autoMode).toEqual({ ...all, allow: [] });
    temp.write(MANAGED, '{');
    expect(loadSettings(temp).autoMode).toEqual({ ...all, allow: [] });
  });
});
