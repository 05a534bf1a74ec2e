import { join } from 'node:path';
import { isRecord } from '#shared/is-record.ts';
import { type LanguageServerSettings, languageServerSchema } from '#shared/settings/language-server-settings.ts';
import type { McpServerSource } from '#shared/settings/mcp-servers.ts';
import type { SettingsProblem } from '../loaded-settings.ts';
import { fillIn, fillInAll } from './plugin-variables.ts';
import type { ActivePlugin } from './loaded-plugins.ts';

/**
 * The MCP servers of plugins. A server is called `plugin_<plugin>_<server>`, as its tools are: `mcp__plugin_<plugin>_<server>__<tool>`. Where this
 * gives several servers one name, none is used: a rule for the tools of one would count for another's.
 */
export function pluginServers(plugins: readonly ActivePlugin[]): {
  readonly sources: readonly McpServerSource[];
  readonly problems: readonly SettingsProblem[];
} {
  const files = plugins.flatMap((plugin) =>
    plugin.parts.servers.map(({ path, value }) => ({
      file: join(plugin.root, path),
      servers: Object.entries(value).map(([name, entry]) => ({
        name: plain(`plugin_${plugin.name}_${name}`),
        given: `${plugin.name} › ${name}`,
        entry: withEnv(filledIn(entry, plugin), plugin),
      })),
    })),
  );
  const byName = Map.groupBy(
    files.flatMap(({ servers }) => servers),
    ({ name }) => name,
  );
  const isAlone = (name: string): boolean => byName.get(name)?.length === 1;
  return {
    sources: files.map(({ file, servers }) => ({
      scope: 'plugin',
      file,
      servers: Object.fromEntries(servers.flatMap(({ name, entry }) => (isAlone(name) ? [[name, entry]] : []))),
    })),
    problems: files.flatMap(({ file, servers }) =>
      servers
        .filter(({ name }) => !isAlone(name))
        .map(({ name, given }) => {
          const all = byName.get(name)?.map((one) => `“${one.given}”`) ?? [];
          return {
            file,
            message: `The MCP server “${given}” isn’t used: ${all.join(' and ')} would have the same name, ${name}, for which a rule could mean either. Turn off one plugin.`,
          };
        }),
    ),
  };
}

/** As in the names of tools, so that rules for them are written the same. */
function plain(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/gu, '_');
}

/** A value is never put into the line of a shell, where it could be a command and others could see it. */
function filledIn(entry: unknown, { variables }: ActivePlugin): unknown {
  const filled = fillInAll(entry, variables);
  if (!isRecord(entry) || !isRecord(filled) || typeof entry['headersHelper'] !== 'string') return filled;
  return { ...filled, headersHelper: fillIn(entry['headersHelper'], { ...variables, options: {} }, 'program') };
}

/** A program gets the plugin's variables, too. */
function withEnv(entry: unknown, { env }: ActivePlugin): unknown {
  if (!isRecord(entry) || typeof entry['command'] !== 'string') return entry;
  const own = entry['env'] ?? {};
  // An invalid entry stays one.
  return isRecord(own) ? { ...entry, env: { ...env, ...own } } : entry;
}

/** The language servers of plugins, by `plugin:<plugin>:<server>`. */
export function pluginLanguageServers(plugins: readonly ActivePlugin[]): {
  readonly servers: Readonly<Record<string, LanguageServerSettings>>;
  readonly problems: readonly SettingsProblem[];
} {
  const servers: Record<string, LanguageServerSettings> = {};
  const problems: SettingsProblem[] = [];
  for (const plugin of plugins) {
    for (const { path, value } of plugin.parts.languageServers) {
      for (const [name, entry] of Object.entries(value)) {
        const parsed = languageServerSchema.safeParse(fillInAll(entry, plugin.variables));
        if (parsed.success) servers[`plugin:${plugin.name}:${name}`] = { ...parsed.data, env: { ...plugin.env, ...parsed.data.env } };
        else
          problems.push({
            file: join(plugin.root, path),
            message: `The language server “${name}” can’t be used: ${parsed.error.issues[0]?.message}`,
          });
      }
    }
  }
  return { servers, problems };
}
