import { z } from 'zod';
import { errorMessage } from '#shared/error-message.ts';
import { isRecord } from '#shared/is-record.ts';
import { parseJson } from '#shared/json-limits.ts';
import { PLUGIN_NAME } from '#shared/settings/plugin-settings.ts';

/** Where a plugin describes itself, and where a marketplace lists its plugins. */
export const MANIFEST_FILE = '.claude-plugin/plugin.json';
export const CATALOGUE_FILE = '.claude-plugin/marketplace.json';
export const MAX_MANIFEST_BYTES = 1024 * 1024;

const MAX_LISTED = 200;
const MAX_TEXT = 2000;

const text = z.string().max(MAX_TEXT);
const onePath = z.string().min(1).max(500);
const pathList = z.union([onePath, z.array(onePath).max(MAX_LISTED)]).transform((paths) => (typeof paths === 'string' ? [paths] : paths));
/** A file with the part, or the part itself, or several of both. */
const filesOrInline = z
  .union([onePath, z.record(z.string(), z.unknown()), z.array(z.union([onePath, z.record(z.string(), z.unknown())])).max(MAX_LISTED)])
  .transform((parts) => (Array.isArray(parts) ? parts : [parts]));
/** By name: `{ "about": { "source": "./README.md" } }`. */
const commandTable = z
  .record(z.string(), z.looseObject({ source: onePath }))
  .transform((commands) => Object.values(commands).map(({ source }) => source));

const optionSchema = z.looseObject({
  title: text.optional(),
  description: text.optional(),
  type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
  sensitive: z.boolean().optional(),
  required: z.boolean().optional(),
  default: z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).optional(),
});

/** The parts of a plugin, in `plugin.json` or in its marketplace's entry. */
const partFields = {
  commands: z.union([pathList, commandTable]).optional(),
  agents: pathList.optional(),
  skills: pathList.optional(),
  outputStyles: pathList.optional(),
  hooks: filesOrInline.optional(),
  mcpServers: filesOrInline.optional(),
  lspServers: filesOrInline.optional(),
};

const manifestSchema = z.looseObject({
  name: z.string().regex(PLUGIN_NAME, 'must be of letters, digits, dots, hyphens and underscores, at most 64'),
  version: z.string().max(100).optional(),
  description: text.optional(),
  ...partFields,
  userConfig: z
    .record(z.string().regex(/^[A-Za-z_]\w{0,63}$/u, 'isn’t a name'), optionSchema)
    .refine((options) => Object.keys(options).length <= MAX_LISTED, 'has too many options')
    .optional(),
});
export type PluginManifest = z.output<typeof manifestSchema>;

/** Parts that Gatehouse doesn't load. */
const LEFT_OUT = ['channels', 'monitors', 'themes', 'dependencies', 'settings', 'workflows', 'experimental'];

export type ParsedManifest =
  | { readonly manifest: PluginManifest; readonly warnings: readonly string[] }
  /** Why it can't be used, one sentence. */
  | { readonly broken: string };

/** Checks a manifest. Never throws. A mistake in one part makes all of it unusable: what is left might do what that part should prevent. */
export function parseManifest(value: unknown): ParsedManifest {
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { broken: `“${issue?.path.join('.') ?? ''}” of the plugin: ${issue?.message ?? 'has a wrong shape'}.` };
  }
  const { data } = parsed;
  const { commands, agents, skills, outputStyles, hooks, mcpServers, lspServers } = data;
  const escaping = [commands, agents, skills, outputStyles, hooks, mcpServers, lspServers]
    .flatMap((parts: readonly unknown[] | undefined) => parts ?? [])
    .filter((part) => typeof part === 'string')
    .find((path) => insidePath(path) === undefined);
  if (escaping !== undefined) return { broken: `It names “${escaping}”, which isn’t a path inside its own folder.` };
  const left = LEFT_OUT.filter((field) => data[field] !== undefined);
  return { manifest: data, warnings: left.map((field) => `Its “${field}” has no effect in Gatehouse.`) };
}

/** Parses a JSON object of any origin. Never throws. */
export function parseObject(source: string): { readonly value: Record<string, unknown> } | { readonly broken: string } {
  try {
    const value = parseJson(source.replace(/^\uFEFF/u, ''));
    return isRecord(value) ? { value } : { broken: 'It doesn’t contain a JSON object.' };
  } catch (error) {
    return { broken: `It isn’t usable JSON: ${errorMessage(error)}` };
  }
}

/** A relative path with plain slashes and without `.`; '' for the folder itself; `undefined` for one that leads out of it. */
export function insidePath(path: string): string | undefined {
  if (/^(?:[/\\~]|[A-Za-z]:)|[\\\p{Cc}]/u.test(path)) return undefined;
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.includes('..') ? undefined : parts.join('/');
}
