import { z } from 'zod';
import { PLUGIN_NAME } from '#shared/settings/plugin-settings.ts';
import { parseObject } from '#main/settings/plugins/plugin-manifest.ts';

/** More than any marketplace has. */
const MAX_PLUGINS = 5000;
const name = z.string().regex(PLUGIN_NAME, 'must be of letters, digits, dots, hyphens and underscores, at most 64');

const entrySchema = z.looseObject({
  name,
  source: z.unknown(),
  description: z.string().max(5000).optional(),
  version: z.string().max(100).optional(),
  category: z.string().max(100).optional(),
  /** `false`: the entry alone says what the plugin contains. */
  strict: z.boolean().optional(),
});
export type CatalogueEntry = z.infer<typeof entrySchema>;

const catalogueSchema = z.looseObject({
  name,
  metadata: z.looseObject({ pluginRoot: z.string().max(500).optional() }).optional(),
  plugins: z.array(z.unknown()).max(MAX_PLUGINS),
});

/** The list of a marketplace's plugins. */
export interface Catalogue {
  readonly name: string;
  /** The folder that plain names of sources start from. */
  readonly pluginRoot: string;
  readonly plugins: readonly CatalogueEntry[];
  /** Entries that can't be used, with the reason. */
  readonly problems: readonly string[];
}

/** Reads `marketplace.json`. Never throws. */
export function parseCatalogue(text: string): Catalogue | { readonly broken: string } {
  const parsed = parseObject(text);
  if ('broken' in parsed) return parsed;
  const checked = catalogueSchema.safeParse(parsed.value);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    return { broken: `Its list of plugins can’t be used: “${issue?.path.join('.') ?? ''}” ${issue?.message ?? 'has a wrong shape'}.` };
  }
  const { data } = checked;
  const plugins = new Map<string, CatalogueEntry>();
  const problems: string[] = [];
  for (const [index, raw] of data.plugins.entries()) {
    const entry = entrySchema.safeParse(raw);
    const [issue] = entry.error?.issues ?? [];
    if (!entry.success) problems.push(`Plugin ${index + 1}: “${issue?.path.join('.') ?? ''}” ${issue?.message ?? 'has a wrong shape'}.`);
    else if (plugins.has(entry.data.name)) problems.push(`“${entry.data.name}” is listed twice; the first one counts.`);
    else plugins.set(entry.data.name, entry.data);
  }
  return { name: data.name, pluginRoot: data.metadata?.pluginRoot ?? '', plugins: [...plugins.values()], problems: problems.slice(0, 20) };
}
