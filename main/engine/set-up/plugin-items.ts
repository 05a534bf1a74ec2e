import type { SetUpItem } from '#shared/compatibility/set-up.ts';
import type { PluginState } from '#main/settings/plugins/loaded-plugins.ts';
import { setUpItem, type SetUpInput, WAITING } from './set-up-item.ts';

/** Every plugin that settings name. Its parts have items of their own. */
export function pluginItems({ now, trusted }: SetUpInput): SetUpItem[] {
  return trusted.plugins.named.map((plugin) => {
    const { id, content, installed, by = 'user', fromRepository } = plugin;
    const detail = [installed?.version ?? '', content?.manifest.description ?? ''].filter((text) => text !== '').join(', ');
    const state = plugin.state === 'on' && fromRepository && !now.trusted ? WAITING : stateOf(plugin);
    return setUpItem({ kind: 'plugin', name: id, detail, source: by, file: content?.root ?? null, ...state });
  });
}

function stateOf({ state, why, content }: PluginState): Pick<SetUpItem, 'state' | 'why'> {
  if (state === 'broken') return { state: 'broken', why };
  if (state !== 'on') return { state: 'none', why: why === '' ? 'It is turned off.' : why };
  const [warning] = content?.parts.warnings ?? [];
  return warning === undefined ? { state: 'works', why: '' } : { state: 'partly', why: warning };
}
