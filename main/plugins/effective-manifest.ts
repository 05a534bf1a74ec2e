import { isRecord } from '#shared/is-record.ts';
import { parseManifest, type PluginManifest } from '#main/settings/plugins/plugin-manifest.ts';
import type { CatalogueEntry } from './catalogue.ts';

const PARTS = ['commands', 'agents', 'skills', 'outputStyles', 'hooks', 'mcpServers', 'lspServers'] as const;

/**
 * A plugin's manifest as it takes effect: its own, with what the marketplace's entry adds; by the name that the marketplace gives it, which
 * is the one that settings use. A reason if it can't be used.
 */
export function effectiveManifest(entry: CatalogueEntry, own: unknown): PluginManifest | string {
  const { source: _source, strict, category: _category, ...given } = entry;
  const listed = parseManifest(given);
  if ('broken' in listed) return listed.broken;
  if (own === undefined) return listed.manifest;
  const parsed = parseManifest(isRecord(own) ? { ...own, name: entry.name } : own);
  if ('broken' in parsed) return parsed.broken;
  const manifest = parsed.manifest;
  if (strict === false) {
    const both = PARTS.find((part) => manifest[part] !== undefined);
    return both === undefined
      ? { ...manifest, ...listed.manifest }
      : `Both the plugin and its marketplace say what its “${both}” are, and the marketplace says that only its own counts.`;
  }
  const joined = PARTS.flatMap((part) => {
    const all = [...(manifest[part] ?? []), ...(listed.manifest[part] ?? [])];
    return all.length === 0 ? [] : [[part, all] as const];
  });
  return { ...listed.manifest, ...manifest, ...Object.fromEntries(joined) };
}
