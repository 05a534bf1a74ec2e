import { isRecord } from '#shared/is-record.ts';
import { hookSettingsSchema, type HookSettings } from '#shared/settings/hook-settings.ts';
import { MAX_MANIFEST_BYTES, insidePath, MANIFEST_FILE, parseObject, type PluginManifest } from './plugin-manifest.ts';
import { readPluginFile, type PluginFile } from './plugin-files.ts';

/** A skill or command of a plugin. */
export interface PluginSkill {
  readonly kind: 'skill' | 'command';
  /** Without the plugin's name before it. */
  readonly name: string;
  readonly path: string;
}

/** A JSON object of a plugin and the file it is in. */
interface FromFile<T> {
  readonly path: string;
  readonly value: T;
}

/** Everything in a plugin that can take effect. Paths are relative to its folder. */
export interface PluginParts {
  readonly hooks: readonly FromFile<HookSettings>[];
  readonly servers: readonly FromFile<Readonly<Record<string, unknown>>>[];
  readonly languageServers: readonly FromFile<Readonly<Record<string, unknown>>>[];
  readonly skills: readonly PluginSkill[];
  readonly agents: readonly string[];
  readonly styles: readonly string[];
  /** Parts that its manifest names and that aren't there. */
  readonly warnings: readonly string[];
}

interface Places {
  readonly root: string;
  readonly manifest: PluginManifest;
  readonly files: readonly PluginFile[];
}

/** Finds the parts of a plugin, in their usual places and where its manifest says. A reason if one can't be read. Never throws. */
export function findPluginParts({ root, manifest, files }: Places): PluginParts | string {
  const warnings: string[] = [];
  const paths = new Set(files.map(({ path }) => path));
  const inFolder = (folder: string) => [...paths].filter((path) => folder === '' || path.startsWith(`${folder}/`));
  const markdown = (field: 'commands' | 'agents' | 'outputStyles', usual: string): { path: string; folder: string }[] => {
    const named = manifest[field];
    return (named ?? [usual]).flatMap((one) => {
      const place = insidePath(one) ?? '';
      if (paths.has(place)) return place.endsWith('.md') ? [{ path: place, folder: folderOf(place) }] : [];
      const found = inFolder(place).filter((path) => path.endsWith('.md'));
      if (found.length === 0 && named) warnings.push(`Its “${field}” names ${one}, and there are none.`);
      return found.map((path) => ({ path, folder: place }));
    });
  };
  const read = (path: string): FromFile<Record<string, unknown>> | string => {
    const text = readPluginFile(root, path, MAX_MANIFEST_BYTES);
    if (text.kind !== 'text') return `${path}: ${text.kind === 'missing' ? 'it isn’t there.' : text.reason}`;
    const parsed = parseObject(text.text);
    return 'broken' in parsed ? `${path}: ${parsed.broken}` : { path, value: parsed.value };
  };
  /** Objects from the usual file, the files that the manifest names, and the manifest itself. */
  const objects = (field: 'hooks' | 'mcpServers' | 'lspServers', usual: string): (FromFile<Record<string, unknown>> | string)[] => {
    const named = (manifest[field] ?? []).filter((one) => typeof one !== 'string' || insidePath(one) !== usual);
    const all = [...(paths.has(usual) ? [usual] : []), ...named];
    return all.map((one) => (typeof one === 'string' ? read(insidePath(one) ?? '') : { path: MANIFEST_FILE, value: one }));
  };

  const hooks = objects('hooks', 'hooks/hooks.json').map(asHooks);
  const servers = objects('mcpServers', '.mcp.json').map((one) => inner(one, 'mcpServers'));
  const languageServers = objects('lspServers', '.lsp.json').map((one) => inner(one, 'lspServers'));
  const broken = [...hooks, ...servers, ...languageServers].find((one) => typeof one === 'string');
  if (broken !== undefined) return broken;

  const commands = markdown('commands', 'commands').map(({ path, folder }): PluginSkill => {
    const name = path.slice(folder === '' ? 0 : folder.length + 1, -'.md'.length).replaceAll('/', ':');
    return { kind: 'command', name, path };
  });
  return {
    hooks: hooks.filter(isObject),
    servers: servers.filter(isObject),
    languageServers: languageServers.filter(isObject),
    skills: [...skillsOf(manifest, paths), ...commands],
    agents: markdown('agents', 'agents').map(({ path }) => path),
    styles: markdown('outputStyles', 'output-styles').map(({ path }) => path),
    warnings,
  };
}

/** A folder that is a skill, or that contains some. A plugin with nothing but a `SKILL.md` is one skill. */
function skillsOf({ name, skills }: PluginManifest, paths: ReadonlySet<string>): PluginSkill[] {
  const all = [...paths].filter((path) => path.endsWith('SKILL.md'));
  const alone = skills === undefined && paths.has('SKILL.md') && !all.some((path) => path.startsWith('skills/'));
  const folders = alone ? [''] : ['skills', ...(skills ?? []).map((one) => insidePath(one) ?? '')];
  const found = [...new Set(folders)].flatMap((folder) => {
    const own = folder === '' ? 'SKILL.md' : `${folder}/SKILL.md`;
    if (paths.has(own)) return [own];
    const start = folder === '' ? '' : `${folder}/`;
    return all.filter((path) => path.startsWith(start) && path.slice(start.length).split('/').length === 2);
  });
  return [...new Set(found)].map((path) => ({ kind: 'skill', name: folderOf(path).split('/').at(-1) || name, path }));
}

function asHooks(one: FromFile<Record<string, unknown>> | string): FromFile<HookSettings> | string {
  if (typeof one === 'string') return one;
  const { description: _description, $schema: _schema, ...events } = one.value;
  const value = isRecord(events['hooks']) ? events['hooks'] : events;
  const parsed = hookSettingsSchema.safeParse(value);
  if (parsed.success) return { path: one.path, value: parsed.data };
  const [issue] = parsed.error.issues;
  return `${one.path}: its hooks can’t be used, at ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'wrong shape'}.`;
}

function inner(one: FromFile<Record<string, unknown>> | string, key: string): FromFile<Record<string, unknown>> | string {
  if (typeof one === 'string') return one;
  const value = one.value[key];
  if (value === undefined) return one;
  return isRecord(value) ? { path: one.path, value } : `${one.path}: “${key}” must be an object: the servers by their names.`;
}

function isObject<T>(one: FromFile<T> | string): one is FromFile<T> {
  return typeof one !== 'string';
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}
