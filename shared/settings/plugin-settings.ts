import { z } from 'zod';
import { row } from './setting-row.ts';

/** Names of plugins and marketplaces: they become names of folders, commands and tools. */
export const PLUGIN_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?$/u;

export interface PluginId {
  readonly name: string;
  readonly marketplace: string;
}

/** `name@marketplace`; `undefined` for any other text. */
export function parsePluginId(text: string): PluginId | undefined {
  const [name = '', marketplace = '', ...more] = text.split('@');
  return more.length === 0 && PLUGIN_NAME.test(name) && PLUGIN_NAME.test(marketplace) ? { name, marketplace } : undefined;
}

/** Where a marketplace or plugin comes from. Which sources can be used is decided when one is (`main/plugins/plugin-source.ts`). */
const sourceSchema = z.looseObject({ source: z.string().min(1).max(50) });

const optionSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);
export type PluginOption = z.infer<typeof optionSchema>;

const file = { type: 'file' } as const;

/** The keys of settings.json about plugins. */
export const PLUGIN_ROWS = {
  enabledPlugins: row(
    z.record(z.string().max(200), z.union([z.boolean(), z.array(z.string())])),
    file,
    'none',
    'Plugins',
    'Which plugins are turned on, by name@marketplace.',
  ),
  extraKnownMarketplaces: row(
    z.record(z.string().max(100), z.looseObject({ source: sourceSchema })),
    file,
    'none',
    'Marketplaces',
    'Where plugins can be installed from.',
  ),
  strictKnownMarketplaces: row(
    z.array(sourceSchema),
    file,
    'all',
    'Marketplaces that may be used',
    'Plugins from other marketplaces can’t be installed or turned on.',
    'managed',
  ),
  blockedMarketplaces: row(
    z.array(sourceSchema),
    file,
    'none',
    'Marketplaces that must not be used',
    'Plugins from these marketplaces can’t be installed or turned on.',
    'managed',
  ),
  pluginConfigs: row(
    z.record(z.string().max(200), z.looseObject({ options: z.record(z.string().max(100), optionSchema).optional() })),
    file,
    'none',
    'Plugin options',
    'Values that plugins ask for (userConfig), by name@marketplace. Values aren’t shown here.',
    'user',
  ),
};

/** A place that plugins can be installed from, as settings or a person name it. */
export type NamedSource = z.infer<typeof sourceSchema>;
