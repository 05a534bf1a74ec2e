import type { AutoModePolicy } from '#shared/settings/auto-mode-settings.ts';
import type { SettingsLayer } from './loaded-settings.ts';

type Key = 'environment' | 'allow' | 'soft_deny' | 'hard_deny';

/** Joins the entries of all layers. `loosening`: the layers whose entries may allow something. */
export function autoModePolicy(layers: readonly SettingsLayer[], loosening: readonly SettingsLayer[]): AutoModePolicy {
  const entries = (from: readonly SettingsLayer[], key: Key): string[] =>
    [...new Set(from.flatMap(({ value }) => value.autoMode?.[key] ?? []))].filter((text) => text !== '$defaults');
  return {
    environment: entries(loosening, 'environment'),
    allow: entries(loosening, 'allow'),
    softDeny: entries(layers, 'soft_deny'),
    hardDeny: entries(layers, 'hard_deny'),
  };
}
