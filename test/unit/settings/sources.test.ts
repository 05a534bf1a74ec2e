import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadSettings } from '#main/settings/load-settings.ts';
import { TrustStore } from '#main/settings/trust-store.ts';
import { brief, LOCAL, MANAGED, PROJECT, USER } from './settings-files.ts';
import { tempProject } from './temp-project.ts';

describe('settings sources', () => {
  test('a project without any settings file has defaults and no problems', () => {
    const settings = loadSettings(tempProject());
    expect(settings).toMatchObject({
      rules: [],
      defaultMode: 'default',
      additionalDirectories: [],
      env: {},
      problems: [],
      trusted: false,
      untrustedItems: [],
    });
  });

  test('excluded instruction files add up; a repository’s are apart, and count once it is trusted', async () => {
    const temp = tempProject();
    temp.write(MANAGED, { claudeMdExcludes: ['/managed/**'] });
    temp.write(USER, { claudeMdExcludes: ['/user/**'] });
    temp.write(PROJECT, { claudeMdExcludes: ['/project/**'] });
    const user = ['/managed/**', '/user/**'];
    expect(loadSettings(temp).instructionExcludes).toEqual({ user, repository: [] });
    await new TrustStore(temp).trust(temp.projectDir);
    expect(loadSettings(temp).instructionExcludes).toEqual({ user, repository: ['/project/**'] });
  });

  test('lists are concatenated, highest source first, each rule with its file and position', async () => {
    const temp = tempProject();
    temp.write(MANAGED, { permissions: { deny: ['Bash(curl *)'] } });
    const cliFile = temp.write('extra.json', '{\n  "permissions": { "allow": ["Read(/a)"] }\n}');
    const local = temp.write(LOCAL, '{\n  "permissions": {\n    "allow": [\n      "Bash(npm test)",\n      "Bash(ls *)"\n    ]\n  }\n}');
    temp.write(PROJECT, { permissions: { ask: ['Bash(git push *)'] } });
    temp.write(USER, { permissions: { allow: ['WebSearch'] } });
    const settings = loadSettings({ ...temp, cliSettings: { settings: cliFile, allowedTools: ['Edit'], disallowedTools: ['Bash(rm *)'] } });
    expect(brief(settings)).toEqual([
      'policy:deny:0 Bash(curl *)',
      'cli:deny:0 Bash(rm *)',
      'cli:allow:0 Edit',
      'cli:allow:1 Read(/a)',
      'local:allow:0 Bash(npm test)',
      'local:allow:1 Bash(ls *)',
      'project:ask:0 Bash(git push *)',
      'user:allow:0 WebSearch',
    ]);
    expect(settings.rules.find((rule) => rule.text === 'Bash(ls *)')).toMatchObject({ file: local, line: 5, column: 7 });
    expect(settings.rules.find((rule) => rule.text === 'Read(/a)')).toMatchObject({ file: cliFile, line: 2, column: 30 });
    expect(settings.rules.find((rule) => rule.text === 'Edit')).not.toHaveProperty('file');
  });

  test('the retention period can be set only by the user and managed settings', async () => {
    const temp = tempProject();
    const days = () => loadSettings(temp).cleanupPeriodDays;
    temp.write(PROJECT, { cleanupPeriodDays: 1 });
    temp.write(LOCAL, { cleanupPeriodDays: 1 });
    await new TrustStore(temp).trust(temp.projectDir);
    expect(days()).toBe(30);
    temp.write(USER, { cleanupPeriodDays: 90 });
    expect(days()).toBe(90);
    temp.write(USER, { cleanupPeriodDays: 0 });
    expect(days()).toBe(30);
    expect(
      loadSettings(temp)
        .problems.map(({ message }) => message)
        .join(),
    ).toContain('cleanupPeriodDays');
  });

  test('reading from servers without asking can be enabled only by the user and managed settings', async () => {
    const temp = tempProject();
    const isOn = () => loadSettings(temp).networkReads;
    temp.write(PROJECT, { gatehouse: { networkReads: true } });
    temp.write(LOCAL, { gatehouse: { networkReads: true } });
    await new TrustStore(temp).trust(temp.projectDir);
    expect(isOn()).toBe(false);
    temp.write(USER, { gatehouse: { networkReads: true } });
    expect(isOn()).toBe(true);
    temp.write(MANAGED, { allowManagedPermissionRulesOnly: true });
    expect(isOn()).toBe(false);
    temp.write(MANAGED, { allowManagedPermissionRulesOnly: true, gatehouse: { networkReads: true } });
    expect(isOn()).toBe(true);
    temp.write(MANAGED, { gatehouse: { networkReads: false } });
    expect(isOn()).toBe(false);
    temp.write(MANAGED, '{ "gatehouse":');
    expect(isOn()).toBe(false);
  });

  test('for scalars the highest source wins; environments are merged', () => {
    const temp = tempProject();
    temp.write(USER, { model: 'small', respectGitignore: false, env: { A: 'user', B: 'user', PORT: 3000 } });
    temp.write(LOCAL, { model: 'big', autoCompactWindow: 50_000, env: { A: 'local' } });
    expect(loadSettings(temp)).toMatchObject({
      model: 'big',
      respectGitignore: false,
      autoCompactWindow: 50_000,
      env: { A: 'local', B: 'user', PORT: '3000' },
    });
  });

  test('for Gatehouse’s own keys the highest valid value wins; an invalid one is dropped and reported', () => {
    const temp = tempProject();
    expect(loadSettings(temp).siblingAbort).toBe('all');
    temp.write(USER, { gatehouse: { siblingAbort: 'off' }, model: 'small' });
    temp.write(LOCAL, { gatehouse: { siblingAbort: 'sometimes', later: 1 } });
    const settings = loadSettings(temp);
    expect(settings.siblingAbort).toBe('off');
    expect(settings.problems).toMatchObject([{ message: expect.stringContaining('gatehouse.siblingAbort is ignored') }]);
    temp.write(LOCAL, { gatehouse: { siblingAbort: 'writes' } });
    expect(loadSettings(temp).siblingAbort).toBe('writes');
  });

  test('drop-ins are read alphabetically, the last wins, and only *.json is read', () => {
    const temp = tempProject();
    temp.write(MANAGED, { model: 'main', permissions: { deny: ['A'] } });
    temp.write('managed/managed-settings.d/20-b.json', { model: 'twenty', permissions: { deny: ['C'] } });
    temp.write('managed/managed-settings.d/10-a.json', { model: 'ten', permissions: { deny: ['B'] } });
    temp.write('managed/managed-settings.d/30-c.json.bak', { model: 'backup' });
    temp.write('managed/managed-settings.d/.40.json', { model: 'hidden' });
    const settings = loadSettings(temp);
    expect(settings.model).toBe('twenty');
    expect(settings.rules.map((rule) => rule.text).toSorted()).toEqual(['A', 'B', 'C']);
  });

  test('CLAUDE_CONFIG_DIR moves the user file', () => {
    const temp = tempProject();
    temp.write(USER, { model: 'wrong' });
    temp.write('config/settings.json', { model: 'right' });
    expect(loadSettings({ ...temp, env: { CLAUDE_CONFIG_DIR: join(temp.root, 'config') } }).model).toBe('right');
  });

  test('resolves directories against the project, the home folder, or the command line’s folder', () => {
    const temp = tempProject();
    temp.write(USER, { permissions: { additionalDirectories: ['../shared', '~/notes', '/opt/x', '../shared'] } });
    const settings = loadSettings({ ...temp, cliSettings: { additionalDirectories: ['here'], cwd: temp.root } });
    expect(settings.additionalDirectories).toEqual([
      join(temp.root, 'here'),
      join(temp.root, 'shared'),
      join(temp.homeDir, 'notes'),
      '/opt/x',
    ]);
  });

  test('in the home folder settings.json is the user’s file, not a repository’s', () => {
    const temp = tempProject();
    temp.write(USER, { permissions: { allow: ['WebSearch'] } });
    expect(brief(loadSettings({ ...temp, projectDir: temp.homeDir }))).toEqual(['user:allow:0 WebSearch']);
  });

  test('--settings accepts JSON text; unusable text is rejected, since it may contain deny rules', () => {
    const temp = tempProject();
    expect(brief(loadSettings({ ...temp, cliSettings: { settings: ' {"permissions":{"deny":["Bash"]}}' } }))).toEqual(['cli:deny:0 Bash']);
    expect(() => loadSettings({ ...temp, cliSettings: { settings: '{"permissions":' } })).toThrow(
      /--settings can’t be used\. Line 1, column 16/,
    );
    expect(() => loadSettings({ ...temp, cliSettings: { settings: 'nowhere.json' } })).toThrow(
      /nowhere\.json can’t be used\. There is no such file/,
    );
  });
});
