import { homedir } from 'node:os';
import { statOf } from '#main/settings/real-path.ts';
import { resolveFolder } from '#main/settings/settings-paths.ts';
import { barredBy } from '#main/settings/plugins/marketplace-policy.ts';
import { describePlugin } from '#main/settings/plugins/describe-plugin.ts';
import type { Marketplace } from '#main/settings/plugins/loaded-plugins.ts';
import { readRecord } from '#main/settings/plugins/plugin-record.ts';
import type { PluginState } from '#main/settings/plugins/loaded-plugins.ts';
import { pluginState } from '#main/settings/plugins/read-plugins.ts';
import type { SettingsStore } from '#main/settings/settings-store.ts';
import { setValueInText } from '#main/settings/edit/setting-values.ts';
import { PluginService } from '#main/plugins/plugin-service.ts';
import { sourceFromText } from '#main/plugins/plugin-source.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { parsePluginId } from '#shared/settings/plugin-settings.ts';

export interface ProjectPluginsOptions {
  readonly stateDir: string;
  readonly homeDir?: string;
  readonly projectDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly settings: SettingsStore;
}

/** Plugins as one project's settings see them, and what a person can do with them. */
export class ProjectPlugins {
  readonly service: PluginService;
  readonly #options: ProjectPluginsOptions;

  constructor(options: ProjectPluginsOptions) {
    this.#options = options;
    const { stateDir, env, settings } = options;
    this.service = new PluginService({ stateDir, env, barred: (source) => barredBy(source, settings.current().layers) });
  }

  /** Every plugin that is installed or that settings name. */
  states(): PluginState[] {
    const { settings, stateDir } = this.#options;
    const now = settings.current();
    const record = readRecord(stateDir);
    const named = new Set(now.plugins.named.map(({ id }) => id));
    const others = Object.keys(record.plugins).filter((id) => !named.has(id));
    return [...now.plugins.named, ...others.map((id) => this.#state(id))].toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }

  marketplaces(): readonly Marketplace[] {
    return this.#options.settings.current().plugins.marketplaces;
  }

  /** @throws AppError `not_found` */
  marketplace(name: string): Marketplace {
    const found = this.marketplaces().find((one) => one.name === name);
    if (!found)
      throw new AppError(
        'not_found',
        `No marketplace “${name}” is known. Add it in the settings, or with: gatehouse plugin marketplace add OWNER/REPOSITORY`,
      );
    return found;
  }

  /** Installs a plugin, or its newest version; it takes effect once it is accepted. @throws AppError */
  async install(id: string): Promise<PluginState> {
    const parsed = parsePluginId(id);
    if (!parsed) throw new AppError('invalid_input', `“${id}” isn’t of the form name@marketplace.`);
    await this.service.install(id, this.marketplace(parsed.marketplace));
    this.#options.settings.reload();
    return this.#state(id);
  }

  /**
   * Accepts what a plugin does and switches it on.
   * @throws AppError `conflict` if it isn't what `digest` identifies, `refused` if it can't be used.
   */
  async accept(id: string, digest: string): Promise<void> {
    const { state, why, content } = this.#state(id);
    if (state === 'blocked' || state === 'broken' || !content) throw new AppError('refused', why === '' ? `${id} isn’t installed.` : why);
    if (content.digest !== digest) throw new AppError('conflict', `${id} has changed since you looked. Read again what it does.`);
    await this.service.accept(content, describePlugin(content));
    this.#options.settings.reload();
    await this.setEnabled(id, true);
  }

  /** Switches a plugin on or off in the person's settings. @throws AppError `refused` */
  async setEnabled(id: string, enabled: boolean): Promise<void> {
    const { settings } = this.#options;
    if (!parsePluginId(id)) throw new AppError('invalid_input', `“${id}” isn’t of the form name@marketplace.`);
    const before = this.#state(id);
    if (before.by === 'policy') {
      if (enabled && before.state !== 'blocked') return;
      throw new AppError('refused', 'Your administrator decides whether this plugin is on.');
    }
    if (before.by === 'cli') throw new AppError('refused', 'The command line decides whether this plugin is on, until you quit Gatehouse.');
    if (enabled && before.switchedOn) return;
    const path = ['enabledPlugins', id];
    // What the person set for this folder alone would have priority.
    if (before.by === 'local' && enabled) await settings.change('local', (text) => setValueInText(text, path, undefined));
    if (enabled && this.#state(id).switchedOn) return;
    // What a repository switches on is switched off for its folder; what the person does, everywhere.
    const onlyHere = !enabled && before.by !== 'user';
    await settings.change(onlyHere ? 'local' : 'user', (text) => setValueInText(text, path, enabled));
  }

  async remove(id: string): Promise<void> {
    await this.service.remove(id);
    const { settings } = this.#options;
    if (settings.reload().layers.some(({ source, value }) => source === 'user' && Object.hasOwn(value.enabledPlugins ?? {}, id)))
      await settings.change('user', (text) => setValueInText(text, ['enabledPlugins', id], undefined));
  }

  /** @throws AppError */
  async addMarketplace(source: string): Promise<string> {
    const { settings, projectDir, homeDir = homedir() } = this.#options;
    const asFolder = (text: string): string | undefined => {
      const path = resolveFolder(text, projectDir, homeDir);
      const looksLikeOne = /^(?:[./~\\]|[A-Za-z]:[\\/])/u.test(text);
      return looksLikeOne || statOf(path)?.isDirectory() === true ? path : undefined;
    };
    const name = await this.service.addMarketplace(sourceFromText(source, asFolder));
    settings.reload();
    return name;
  }

  async updateMarketplace(name: string): Promise<void> {
    await this.service.updateMarketplace(this.marketplace(name));
    this.#options.settings.reload();
  }

  async removeMarketplace(name: string): Promise<void> {
    await this.service.removeMarketplace(name);
    this.#options.settings.reload();
  }

  #state(id: string): PluginState {
    const { settings, stateDir, projectDir, homeDir = homedir() } = this.#options;
    const { layers, trusted, paths, lockdown, plugins } = settings.current();
    const { plugins: installed } = readRecord(stateDir);
    return (
      plugins.named.find((one) => one.id === id) ??
      pluginState(id, Object.hasOwn(installed, id) ? installed[id] : undefined, {
        layers,
        trusted,
        stateDir,
        userSettings: paths.user,
        projectDir,
        homeDir,
        lockdown,
      })
    );
  }
}
