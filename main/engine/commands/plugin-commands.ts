import type { Handlers } from '#main/host/engine-port.ts';
import type { pluginCommands as contract, PluginList } from '#shared/contract/commands/plugin-commands.ts';
import type { EngineParts } from '../engine-parts.ts';
import { listPlugins } from '../plugins/list-plugins.ts';
import { ProjectPlugins } from '../plugins/project-plugins.ts';

/** Plugins and marketplaces: what there is, and what a person does with them. */
export function pluginCommands({ projects, stateDir, homeDir, env, bus }: EngineParts): Handlers<typeof contract> {
  const open = (projectDir: string): ProjectPlugins => {
    const { settings } = projects.get(projectDir);
    return new ProjectPlugins({ stateDir, homeDir, projectDir, env, settings });
  };
  const change = async (projectDir: string, work: (plugins: ProjectPlugins) => Promise<unknown>): Promise<PluginList> => {
    const plugins = open(projectDir);
    await work(plugins);
    bus.send('rules.changed', { projectDir });
    return listPlugins(plugins);
  };
  return {
    'plugins.list': ({ projectDir }) => listPlugins(open(projectDir)),
    'plugins.install': ({ projectDir, id }) => change(projectDir, (plugins) => plugins.install(id)),
    'plugins.accept': ({ projectDir, id, digest }) => change(projectDir, (plugins) => plugins.accept(id, digest)),
    'plugins.setEnabled': ({ projectDir, id, enabled }) => change(projectDir, (plugins) => plugins.setEnabled(id, enabled)),
    'plugins.remove': ({ projectDir, id }) => change(projectDir, (plugins) => plugins.remove(id)),
    'marketplaces.add': ({ projectDir, source }) => change(projectDir, (plugins) => plugins.addMarketplace(source)),
    'marketplaces.update': ({ projectDir, name }) => change(projectDir, (plugins) => plugins.updateMarketplace(name)),
    'marketplaces.remove': ({ projectDir, name }) => change(projectDir, (plugins) => plugins.removeMarketplace(name)),
  };
}
