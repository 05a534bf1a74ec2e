import { describePlugin } from '#main/settings/plugins/describe-plugin.ts';
import type { PluginContent, PluginState } from '#main/settings/plugins/loaded-plugins.ts';
import type { Catalogue } from '#main/plugins/catalogue.ts';
import { describeSource } from '#main/plugins/plugin-source.ts';
import type { AvailablePlugin, MarketplaceRow, PluginList, PluginRow } from '#shared/contract/commands/plugin-commands.ts';
import { printableLine } from '#shared/printable.ts';
import { parsePluginId } from '#shared/settings/plugin-settings.ts';
import { shorten } from '#shared/shorten.ts';
import type { ProjectPlugins } from './project-plugins.ts';

const MAX_AVAILABLE = 2000;
const MAX_NAME = 200;
const MAX_TEXT = 400;

/** Plugins, marketplaces and what they offer, for people. Reads files and runs nothing. */
export function listPlugins(plugins: ProjectPlugins): PluginList {
  const read = plugins.marketplaces().map((marketplace) => ({ marketplace, catalogue: plugins.service.catalogue(marketplace) }));
  const listed = new Map<string, AvailablePlugin>();
  for (const { marketplace, catalogue } of read) {
    if (!catalogue || 'broken' in catalogue || marketplace.barred !== undefined) continue;
    for (const entry of catalogue.plugins) {
      const id = `${entry.name}@${marketplace.name}`;
      listed.set(id, {
        id,
        description: text(entry.description),
        version: text(entry.version, MAX_NAME),
        category: text(entry.category, MAX_NAME),
      });
    }
  }
  const states = plugins.states();
  const installed = new Set(states.map(({ id }) => id));
  const known = new Map(read.map(({ marketplace }) => [marketplace.name, marketplace]));
  return {
    plugins: states.map((state) => {
      const marketplace = known.get(parsePluginId(state.id)?.marketplace ?? '');
      const from = state.installed?.from ?? (marketplace ? describeSource(marketplace.source) : '');
      return rowOf(state, listed.get(state.id), { from, installable: marketplace !== undefined && marketplace.barred === undefined });
    }),
    available: [...listed.values()].filter(({ id }) => !installed.has(id)).slice(0, MAX_AVAILABLE),
    marketplaces: read.map(({ marketplace, catalogue }) => marketplaceRow(marketplace, catalogue)),
  };
}

function rowOf(
  { id, state, why, by, installed, content }: PluginState,
  listed: AvailablePlugin | undefined,
  { from, installable }: { readonly from: string; readonly installable: boolean },
): PluginRow {
  const items = content ? describePlugin(content) : [];
  const before = installed?.accepted?.items;
  const version = installed?.version ?? listed?.version ?? '';
  const newer = listed?.version ?? '';
  return {
    id: text(id, MAX_NAME),
    state,
    why: text(why),
    by: by ?? null,
    description: text(content?.manifest.description ?? listed?.description),
    version: text(version, MAX_NAME),
    newVersion: installed !== undefined && newer !== '' && newer !== version ? newer : null,
    from: text(from),
    commit: installed?.commit ?? null,
    items,
    added: before ? items.filter((item) => !before.includes(item)) : [],
    gone: before && content ? before.filter((item) => !items.includes(item)) : [],
    accepted: before !== undefined,
    changedFiles: installed?.accepted && content ? changedFiles(content, installed.accepted.files) : [],
    notes: [...(content?.parts.warnings ?? []), ...(installed?.leftOut ?? []).map((line) => `Not installed: ${line}.`)].map((note) =>
      text(note),
    ),
    digest: content?.digest ?? null,
    installable,
  };
}

const MAX_CHANGED = 200;

function changedFiles({ files }: PluginContent, before: Readonly<Record<string, string>>): string[] {
  const changed = files.filter(({ path, hash }) => !Object.hasOwn(before, path) || before[path] !== hash);
  return changed.slice(0, MAX_CHANGED).map(({ path }) => text(path));
}

function marketplaceRow(
  { name, source, by, updatedAt, barred }: ReturnType<ProjectPlugins['marketplaces']>[number],
  catalogue: Catalogue | { readonly broken: string } | undefined,
): MarketplaceRow {
  const isRead = catalogue !== undefined && !('broken' in catalogue);
  const problems = barred !== undefined ? [barred] : catalogue === undefined ? [] : isRead ? catalogue.problems : [catalogue.broken];
  return {
    name,
    from: text(describeSource(source)),
    by,
    updatedAt,
    plugins: isRead ? catalogue.plugins.length : null,
    problems: problems.map((problem) => text(problem)),
  };
}

function text(value: string | undefined, max = MAX_TEXT): string {
  return shorten(printableLine(value ?? ''), max);
}
