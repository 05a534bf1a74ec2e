import type { Handlers } from '#main/host/engine-port.ts';
import { settingProblem, settingValues, setValueInText } from '#main/settings/edit/setting-values.ts';
import { AppError } from '#shared/contract/app-error.ts';
import type { settingsCommands as contract } from '#shared/contract/commands/settings-commands.ts';
import type { SettingsList } from '#shared/contract/commands/settings-commands.ts';
import { SETTINGS } from '#shared/settings/settings.ts';
import type { EngineParts } from '../engine-parts.ts';
import type { SetUp } from '#shared/compatibility/set-up.ts';
import { readInclude } from '../set-up/read-include.ts';
import { collectSetUp } from '../set-up/collect-set-up.ts';
import { switchedOffServers } from '../set-up/switched-off-servers.ts';
import type { OpenProject } from '../project/open-project.ts';

export function settingsCommands({ bus, projects, homeDir, stateDir }: EngineParts): Handlers<typeof contract> {
  const setUpOf = (projectDir: string): SetUp => {
    const { settings, imports, refusedImports } = projects.get(projectDir);
    const now = settings.current();
    const trusted = now.trusted ? now : settings.ifTrusted();
    return collectSetUp({
      now,
      trusted,
      projectDir,
      homeDir,
      imports,
      refusedImports,
      switchedOff: switchedOffServers(stateDir, projectDir),
    });
  };
  return {
    'settings.list': ({ projectDir }) => describe(projects.get(projectDir)),
    'settings.setUp': ({ projectDir }) => setUpOf(projectDir),
    'settings.readInclude': ({ projectDir, importer, target }) => readInclude(setUpOf(projectDir), { importer, target }),
    'settings.allowInclude': async ({ projectDir, importer, target, digest }) => {
      const { digest: now } = readInclude(setUpOf(projectDir), { importer, target });
      if (now !== digest) throw new AppError('conflict', 'The file has changed since you looked at it. Look again.');
      await projects.get(projectDir).imports.allow({ importer, target });
      return setUpOf(projectDir);
    },
    'settings.set': async ({ projectDir, key, value, destination }) => {
      const opened = projects.get(projectDir);
      const setting = SETTINGS.find((each) => each.key === key);
      if (!setting || setting.control.type === 'file') throw new AppError('invalid_input', `${key} can’t be changed in a form.`);
      if (setting.reach === 'managed') throw new AppError('refused', 'Only your administrator can set this.');
      if (setting.reach === 'user' && destination !== 'user') throw new AppError('refused', 'This can only be set in your user settings.');
      if (setting.reach === 'own' && destination === 'project') throw new AppError('refused', 'A file in the repository can’t set this.');
      const problem = value === undefined ? undefined : settingProblem(setting.path, value);
      if (problem !== undefined) throw new AppError('invalid_input', problem);
      await opened.settings.change(destination, (text) => setValueInText(text, setting.path, value));
      return describe(opened);
    },
    'settings.read': ({ projectDir, place }) => projects.get(projectDir).settings.readText(place),
    'settings.save': async ({ projectDir, place, text, basedOn }) => {
      const saved = await projects.get(projectDir).settings.saveText(place, text, basedOn);
      bus.send('rules.changed', { projectDir });
      return saved;
    },
  };
}

function describe({ settings }: OpenProject): SettingsList {
  const now = settings.current();
  return {
    values: settingValues(now),
    destinations: (['user', 'local', 'project'] as const).map((destination) => ({ destination, file: now.paths[destination] })),
  };
}
