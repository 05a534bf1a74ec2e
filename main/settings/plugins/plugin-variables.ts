import type { PluginOption } from '#shared/settings/plugin-settings.ts';
import type { PluginManifest } from './plugin-manifest.ts';

/** What a plugin's texts may refer to. */
export interface PluginVariables {
  /** The folder with its files, absolute. */
  readonly root: string;
  /** A folder for what it wants to keep, which stays when it is updated; absolute. */
  readonly data: string;
  /** The values of its options, as texts. */
  readonly options: Readonly<Record<string, string>>;
  /** Options that hold secrets: only its programs get them, never a text for the model. */
  readonly secret: ReadonlySet<string>;
}

export type OptionValues = Readonly<Record<string, PluginOption>>;

/** Values for a plugin's options, from the settings or its own defaults; a string: why it can't run without one. */
export function pluginOptions(
  { userConfig = {} }: PluginManifest,
  given: OptionValues,
): Pick<PluginVariables, 'options' | 'secret'> | string {
  const options: Record<string, string> = {};
  const secret = new Set<string>();
  for (const [key, { type, required, sensitive, default: fallback }] of Object.entries(userConfig)) {
    const value = Object.hasOwn(given, key) ? given[key] : fallback;
    if (value === undefined) {
      if (required === true) return `It needs a value for “${key}”. Write it into your settings, under pluginConfigs.`;
      continue;
    }
    const isText = type === 'string' || type === 'directory' || type === 'file';
    const fits = isText ? typeof value === 'string' || Array.isArray(value) : typeof value === type;
    if (!fits) return `The value for “${key}” in pluginConfigs must be a ${isText ? 'text' : type}.`;
    options[key] = Array.isArray(value) ? value.join('\n') : String(value);
    if (sensitive === true) secret.add(key);
  }
  return { options, secret };
}

/** For the environment of its programs. */
export function pluginEnv({ root, data, options }: PluginVariables): Record<string, string> {
  const values = Object.entries(options).map(([key, value]) => [optionVariable(key), value] as const);
  return { CLAUDE_PLUGIN_ROOT: root, CLAUDE_PLUGIN_DATA: data, ...Object.fromEntries(values) };
}

const VARIABLE = /\$\{(?:(CLAUDE_PLUGIN_ROOT)|(CLAUDE_PLUGIN_DATA)|user_config\.(\w+))\}/gu;

/** Fills in the plugin's own variables, once. Others stay as they are. */
export function fillIn(text: string, { root, data, options, secret }: PluginVariables, reader: 'program' | 'model'): string {
  return text.replace(VARIABLE, (whole, isRoot: string | undefined, isData: string | undefined, key: string | undefined) => {
    if (isRoot !== undefined) return root;
    if (isData !== undefined) return data;
    if (key === undefined || !Object.hasOwn(options, key) || (reader === 'model' && secret.has(key))) return whole;
    return options[key] ?? whole;
  });
}

/** `fillIn` in all texts of a JSON value. */
export function fillInAll(value: unknown, variables: PluginVariables): unknown {
  if (typeof value === 'string') return fillIn(value, variables, 'program');
  if (Array.isArray(value)) return value.map((one) => fillInAll(one, variables));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillInAll(one, variables)]));
}

/** In a line for a shell, a value must stay a value: the shell reads it from a variable instead. */
export function optionsAsVariables(command: string): string {
  return command.replaceAll(/\$\{user_config\.(\w+)\}/gu, (_whole, key: string) => `\${${optionVariable(key)}}`);
}

function optionVariable(key: string): string {
  return `CLAUDE_PLUGIN_OPTION_${key.toUpperCase()}`;
}
