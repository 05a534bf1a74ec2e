import { describe, expect, it } from 'vitest';
import { settingValues } from '#main/settings/edit/setting-values.ts';
import { loadSettings } from '#main/settings/load-settings.ts';
import { TrustStore } from '#main/settings/trust-store.ts';
import { PROJECT, USER } from './settings-files.ts';
import { tempProject, type TempProject } from './temp-project.ts';

/** Source, value and whether it is ignored, of each file that sets the key. */
const valuesOf = (temp: TempProject, key: string) =>
  settingValues(loadSettings(temp))[key]?.map(
    ({ source, value, ignored }) => `${source} ${JSON.stringify(value)}${ignored ? ' ignored' : ''}`,
  );

describe('the values of settings in a repository that is not trusted', () => {
  it.each([
    ['permissions.disableBypassPermissionsMode', 'disable'],
    ['permissions.disableAutoMode', 'disable'],
    ['disableAutoMode', 'disable'],
    ['permissions.blockReadsOutsideWorkingDirectories', true],
    ['permissions.blockWritesOutsideWorkingDirectories', true],
    ['disableSkillShellExecution', true],
    ['disabledMcpjsonServers', ['a']],
    ['autoMemoryEnabled', false],
  ])('%s counts where it restricts', (key, value) => {
    const temp = tempProject();
    temp.write(PROJECT, key.startsWith('permissions.') ? { permissions: { [key.slice(12)]: value } } : { [key]: value });
    expect(valuesOf(temp, key)).toEqual([`project ${JSON.stringify(value)}`]);
  });

  it('deny and ask rules count, allow rules and everything that loosens are ignored', () => {
    const temp = tempProject();
    temp.write(PROJECT, {
      permissions: { allow: ['Bash'], ask: ['Edit'], deny: ['WebFetch'] },
      disableSkillShellExecution: false,
      model: 'm',
    });
    const values = settingValues(loadSettings(temp));
    const ignored = Object.entries(values).filter(([, [first]]) => first?.ignored === true);
    expect(ignored.map(([key]) => key).toSorted()).toEqual(['disableSkillShellExecution', 'model', 'permissions.allow']);
  });

  it('a restriction outweighs what a file of higher priority leaves open', async () => {
    const temp = tempProject();
    temp.write(USER, { autoMemoryEnabled: true, permissions: { blockReadsOutsideWorkingDirectories: true } });
    temp.write(PROJECT, { autoMemoryEnabled: false, permissions: { blockReadsOutsideWorkingDirectories: false } });
    await new TrustStore(temp).trust(temp.projectDir);
    expect(valuesOf(temp, 'permissions.blockReadsOutsideWorkingDirectories')).toEqual(['project false ignored', 'user true']);
    expect(valuesOf(temp, 'autoMemoryEnabled')).toEqual(['project false', 'user true ignored']);
  });

  it('a repository never turns notes on, trusted or not', async () => {
    const temp = tempProject();
    temp.write(PROJECT, { autoMemoryEnabled: true });
    await new TrustStore(temp).trust(temp.projectDir);
    expect(valuesOf(temp, 'autoMemoryEnabled')).toEqual(['project true ignored']);
  });
});
