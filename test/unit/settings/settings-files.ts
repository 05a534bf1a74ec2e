import type { LoadedSettings } from '#main/settings/loaded-settings.ts';

/** Locations of a `tempProject`'s settings. */
export const PROJECT = 'project/.claude/settings.json';
export const LOCAL = 'project/.claude/settings.local.json';
export const USER = 'home/.claude/settings.json';
export const MANAGED = 'managed/managed-settings.json';

/** The rules in short: source and text. */
export const texts = (settings: LoadedSettings): string[] => settings.rules.map((rule) => `${rule.source} ${rule.behavior} ${rule.text}`);

/** The rules in short: ID, text, and whether they apply. */
export const brief = (settings: LoadedSettings): string[] =>
  settings.rules.map((rule) => `${rule.id} ${rule.text}${rule.inert === undefined ? '' : ' (inert)'}`);
