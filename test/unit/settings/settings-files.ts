import type { LoadedSettings } from '#main/settings/loaded-settings.ts';

/** Where the settings of a `tempProject` lie. */
export const PROJECT = 'project/.claude/settings.json';
export const LOCAL = 'project/.claude/settings.local.json';
export const USER = 'home/.claude/settings.json';
export const MANAGED = 'managed/managed-settings.json';

/** The rules in short: from where, and what they say. */
export const texts = (settings: LoadedSettings): string[] => settings.rules.map((rule) => `${rule.source} ${rule.behavior} ${rule.text}`);

/** The rules in short: what they are called, what they say, and whether they count. */
export const brief = (settings: LoadedSettings): string[] =>
  settings.rules.map((rule) => `${rule.id} ${rule.text}${rule.inert === undefined ? '' : ' (inert)'}`);
