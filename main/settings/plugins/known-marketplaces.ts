import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readBounded } from '#main/tool/read-bounded.ts';
import { stableJson } from '#main/tool/stable-json.ts';
import { PLUGIN_NAME, type NamedSource } from '#shared/settings/plugin-settings.ts';
import type { SettingsLayer } from '../loaded-settings.ts';
import { resolveFolder } from '../settings-paths.ts';
import type { Marketplace } from './loaded-plugins.ts';
import { barredBy } from './marketplace-policy.ts';
import { parseObject } from './plugin-manifest.ts';
import type { PluginRecord } from './plugin-record.ts';

export interface MarketplaceSources {
  /** Those that count, highest first. */
  readonly counting: readonly SettingsLayer[];
  readonly layers: readonly SettingsLayer[];
  readonly record: PluginRecord;
  readonly userSettings: string;
  readonly projectDir: string;
  readonly homeDir: string;
}

const MAX_BYTES = 4 * 1024 * 1024;
const claudeCodesSchema = z.record(z.string(), z.looseObject({ source: z.looseObject({ source: z.string() }) }));

/**
 * One marketplace of each name: the administrator's, then the one that the person added, then those of their settings and of Claude Code,
 * and a repository's last, so that it can't replace one.
 */
export function knownMarketplaces(sources: MarketplaceSources): Marketplace[] {
  const { counting, layers, record, userSettings } = sources;
  const named = counting.flatMap((layer) =>
    Object.entries(layer.value.extraKnownMarketplaces ?? {}).map(([name, { source }]) => ({
      name,
      source: located(source, layer, sources),
      layer,
    })),
  );
  const of = (which: (layer: SettingsLayer) => boolean) =>
    named.filter(({ layer }) => which(layer)).map(({ layer, ...one }) => ({ ...one, by: layer.source, file: layer.file }));
  const added = Object.entries(record.marketplaces).flatMap(([name, one]) =>
    one.added ? [{ name, source: one.source, by: 'added' as const, file: undefined }] : [],
  );
  const all = [
    ...of(({ source }) => source === 'policy'),
    ...added,
    ...of(({ source, fromRepository }) => source !== 'policy' && !fromRepository),
    ...claudeCodes(userSettings),
    ...of(({ fromRepository }) => fromRepository),
  ];
  const byName = new Map<string, Marketplace>();
  for (const one of all) {
    if (!PLUGIN_NAME.test(one.name) || byName.has(one.name)) continue;
    const read = Object.hasOwn(record.marketplaces, one.name) ? record.marketplaces[one.name] : undefined;
    // A list that was read from elsewhere isn't this marketplace's.
    const updatedAt = read && isSameSource(read.source, one.source) ? read.updatedAt : null;
    byName.set(one.name, { ...one, barred: barredBy(one.source, layers), updatedAt });
  }
  return [...byName.values()];
}

/** Whether two sources are written the same. */
export function isSameSource(a: NamedSource, b: NamedSource): boolean {
  return stableJson(a) === stableJson(b);
}

/** Makes the path of a local source absolute: in a file of the project, it starts at the project folder. */
function located(source: NamedSource, layer: SettingsLayer, { projectDir, homeDir }: MarketplaceSources): NamedSource {
  const { path } = source;
  if (!['directory', 'file'].includes(source.source) || typeof path !== 'string') return source;
  const isProjects = layer.source === 'project' || layer.source === 'local';
  return { ...source, path: resolveFolder(path, isProjects || layer.file === undefined ? projectDir : dirname(layer.file), homeDir) };
}

/** The marketplaces that the person has added in Claude Code: only their sources are taken from there. */
function claudeCodes(userSettings: string): Pick<Marketplace, 'name' | 'source' | 'by' | 'file'>[] {
  const file = join(dirname(userSettings), 'plugins', 'known_marketplaces.json');
  const read = readBounded(file, MAX_BYTES);
  const parsed = read.kind === 'text' ? parseObject(read.text) : undefined;
  const known = claudeCodesSchema.safeParse(parsed && 'value' in parsed ? parsed.value : undefined);
  return known.success ? Object.entries(known.data).map(([name, { source }]) => ({ name, source, by: 'claude' as const, file })) : [];
}
