import { createHash } from 'node:crypto';
import { AppError } from '#shared/contract/app-error.ts';
import type { SettingsText } from '#shared/contract/commands/settings-commands.ts';
import type { RuleBehavior, RuleDestination, RuleEdit } from '#shared/permission/rule.ts';
import { changeSettingsFile } from './edit/change-settings-file.ts';
import { EarlierTexts } from './edit/earlier-texts.ts';
import { addDirectoriesToText, addRulesToText, editRulesInText, newMistakenRule, removeDirectoriesFromText } from './edit/edit-settings.ts';
import { keepLocalSettingsOutOfGit } from './git-folder.ts';
import { loadSettings, type LoadSettingsOptions } from './load-settings.ts';
import type { LoadedSettings } from './loaded-settings.ts';
import { MANAGED_ONLY } from './rule-inertness.ts';
import {
  isUsersOwn,
  LOCAL_SETTINGS,
  MAX_SETTINGS_BYTES,
  localSettingsFromRepository,
  PROJECT_SETTINGS,
  type RepositorySupplies,
} from './repository-supplies.ts';
import { readBounded } from '#main/tool/read-bounded.ts';
import { parseSettingsDocument } from './settings-document.ts';
import { resolveFolder } from './settings-paths.ts';
import { stampSettings, type SettingsStamp } from './settings-stamp.ts';
import { TrustStore } from './trust-store.ts';

const CHECK_EVERY_MS = 1000;

/** A settings file that an answer can be saved to. Session rules are stored by the session. */
export type FileDestination = Exclude<RuleDestination, 'session'>;

export type FileRuleEdit = RuleEdit & { readonly destination: FileDestination };

export interface SettingsStoreOptions extends LoadSettingsOptions {
  /** Called after a settings file was changed here on behalf of a person. */
  readonly onSaved?: ((file: string) => Promise<void>) | undefined;
}

interface AllowRulesChange {
  readonly removed: (text: string) => boolean;
  readonly added: readonly string[];
}

function textWithDigest(text: string): SettingsText {
  return { text, digest: createHash('sha256').update(text).digest('hex') };
}

export function isFileEdit(edit: RuleEdit): edit is FileRuleEdit {
  return edit.destination !== 'session';
}

/** The settings of one project, kept current, and the methods that change them. */
export class SettingsStore {
  readonly trust: TrustStore;
  readonly #options: SettingsStoreOptions;
  readonly #listeners = new Set<(settings: LoadedSettings) => void>();
  #settings: LoadedSettings;
  readonly #earlier = new EarlierTexts();
  #stamp: SettingsStamp;
  #checkedThisTurn = false;
  #timer: NodeJS.Timeout | undefined;

  /** @throws AppError `invalid_input` when `--settings` can't be used. */
  constructor(options: SettingsStoreOptions) {
    this.trust = options.trust ?? new TrustStore(options);
    this.#options = { ...options, trust: this.trust };
    this.#settings = loadSettings(this.#options);
    // A change in between must not count as seen.
    this.#stamp = { text: '', unsettled: true };
  }

  /**
   * The settings in the files now. Cheap: a few file times, once per turn of the event loop; so a rule saved by any program counts for the
   * very next decision.
   */
  current(): LoadedSettings {
    if (!this.#checkedThisTurn) {
      this.#checkedThisTurn = true;
      setImmediate(() => {
        this.#checkedThisTurn = false;
      });
      this.#refresh();
    }
    return this.#settings;
  }

  /** What the settings would be if the folder were trusted. Only to show it. */
  ifTrusted(): LoadedSettings {
    return loadSettings({ ...this.#options, previous: this.current(), asIfTrusted: true });
  }

  /** Reads the files again, even if they seem unchanged. */
  reload(): LoadedSettings {
    this.#stamp = { text: '', unsettled: true };
    this.#refresh();
    return this.#settings;
  }

  /** Called for every change, including files edited by other programs (checked each second while there are listeners). */
  onChange(listener: (settings: LoadedSettings) => void): () => void {
    this.#listeners.add(listener);
    this.#timer ??= setInterval(() => this.#refresh(), CHECK_EVERY_MS).unref();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.dispose();
    };
  }

  dispose(): void {
    this.#listeners.clear();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /**
   * Saves rules to a settings file.
   * @throws AppError `refused` when they would have no effect there, `conflict` when the file has a mistake.
   */
  async addRules(rules: readonly string[], behavior: RuleBehavior, destination: FileDestination): Promise<LoadedSettings> {
    const settings = this.reload();
    if (behavior === 'allow') this.#assertAllowCounts(settings, destination);
    await this.#change(destination, (text) => addRulesToText(text, behavior, rules));
    return this.reload();
  }

  /** Saves working directories to a settings file. @throws AppError as `addRules`. */
  async addDirectories(directories: readonly string[], destination: FileDestination): Promise<LoadedSettings> {
    const settings = this.reload();
    if (settings.lockdown !== undefined) throw new AppError('refused', settings.lockdown);
    this.#assertTrusted(settings, destination, 'a working directory', 'the folder');
    await this.#change(destination, (text) => addDirectoriesToText(text, directories));
    return this.reload();
  }

  /** Removes working directories from a settings file, however they are spelled there. Absolute paths. */
  async removeDirectories(directories: readonly string[], destination: FileDestination): Promise<LoadedSettings> {
    const { projectDir, homeDir } = this.#options;
    const isOne = (entry: string): boolean => directories.includes(resolveFolder(entry, projectDir, homeDir));
    await this.#change(destination, (text) => removeDirectoriesFromText(text, isOne));
    return this.reload();
  }

  /** Removes allow rules from a settings file and adds others, all or nothing. @throws AppError as `addRules`. */
  async changeAllowRules({ removed, added }: AllowRulesChange, destination: FileDestination): Promise<void> {
    const own = this.reload().rules.filter((rule) => rule.source === destination && rule.behavior === 'allow');
    const texts = [...new Set(own.map(({ text }) => text))];
    const edit = { destination, behavior: 'allow', disabled: false } as const;
    await this.editRules([
      ...added.filter((text) => !texts.includes(text)).map((text): FileRuleEdit => ({ ...edit, type: 'insert', text })),
      ...own.filter(({ text }) => removed(text)).map(({ text }): FileRuleEdit => ({ ...edit, type: 'remove', text })),
    ]);
  }

  /**
   * Changes rules in settings files, all or nothing for each file; files that gain rules come first, so that no rule is lost while it is
   * moved.
   * @returns the edits that undo it, in the order to apply them.
   * @throws AppError `conflict` when a rule is missing, `refused` when a new one would have no effect.
   */
  async editRules(edits: readonly FileRuleEdit[]): Promise<RuleEdit[]> {
    const settings = this.reload();
    // A rule that is restored or moved within its file may be without effect: that is up to the user.
    for (const one of edits) {
      if (one.type === 'insert' && one.index === undefined && !one.disabled && one.behavior === 'allow') {
        this.#assertAllowCounts(settings, one.destination);
      }
    }
    const undo: RuleEdit[] = [];
    const files = [...new Set(edits.map(({ destination }) => destination))];
    const gains = (file: FileDestination) => edits.some((one) => one.destination === file && one.type === 'insert');
    for (const file of files.toSorted((a, b) => Number(gains(b)) - Number(gains(a)))) {
      try {
        undo.unshift(...(await this.#editFile(file, edits)));
      } catch (error) {
        // Restores the files changed before; a rule that can't be removed again is there twice, which is harmless.
        for (const done of files) await this.#editFile(done, undo.filter(isFileEdit)).catch(() => undefined);
        throw error;
      }
    }
    this.reload();
    return undo;
  }

  async #editFile(file: FileDestination, edits: readonly FileRuleEdit[]): Promise<readonly RuleEdit[]> {
    const own = edits.filter(({ destination }) => destination === file);
    if (own.length === 0) return [];
    let undo: readonly RuleEdit[] = [];
    await this.#change(file, (text) => {
      const changed = editRulesInText(text, own);
      undo = changed.undo;
      const after = this.#earlier.of(file, text, own) ?? changed.text;
      this.#earlier.remember(file, text, after, undo);
      return after;
    });
    return undo;
  }

  /** @throws AppError `unavailable` when the file can't be read. */
  readText(place: FileDestination): SettingsText & { readonly file: string } {
    const file = this.#settings.paths[place];
    const read = readBounded(file, MAX_SETTINGS_BYTES);
    if (read.kind === 'unreadable') throw new AppError('unavailable', `${file} can’t be read: ${read.reason}`);
    return { file, ...textWithDigest(read.kind === 'text' ? read.text : '') };
  }

  /**
   * Saves a whole file as the user wrote it, unless it has changed since they started; then the result is its current text.
   * @throws AppError `invalid_input` for a text that isn't JSON, since an unreadable settings file protects nothing, or that adds an
   * invalid rule.
   */
  async saveText(place: FileDestination, text: string, basedOn: string): Promise<SettingsText & { readonly outcome: 'saved' | 'changed' }> {
    const parsed = parseSettingsDocument(text);
    if ('broken' in parsed) throw new AppError('invalid_input', parsed.broken);
    let found = textWithDigest('');
    await this.#change(place, (before) => {
      found = textWithDigest(before);
      if (found.digest !== basedOn) return before;
      const mistaken = newMistakenRule(before, text);
      if (mistaken) throw new AppError('invalid_input', `${mistaken.text}: ${mistaken.why}`);
      return text;
    });
    this.reload();
    return found.digest === basedOn ? { outcome: 'saved', ...textWithDigest(text) } : { outcome: 'changed', ...found };
  }

  /** Changes a settings file's text on behalf of the user. @throws AppError as `changeSettingsFile`. */
  async change(destination: FileDestination, edit: (text: string) => string): Promise<LoadedSettings> {
    await this.#change(destination, edit);
    return this.reload();
  }

  /** Trusts the folder as `current()` last described it (which is what the user was shown); if it has changed since, it isn't trusted. */
  async trustFolder(): Promise<LoadedSettings> {
    const { suppliesDigest, untrustedItems } = this.#settings;
    await this.trust.trust(this.#options.projectDir, suppliesDigest, untrustedItems);
    return this.reload();
  }

  /** Revokes the trust in the folder, including trust in folders above it. */
  async revokeTrust(): Promise<LoadedSettings> {
    await this.trust.revoke(this.#options.projectDir);
    return this.reload();
  }

  #assertAllowCounts(settings: LoadedSettings, destination: FileDestination): void {
    if (settings.lockdown !== undefined) throw new AppError('refused', settings.lockdown);
    if (settings.managedRulesOnly) throw new AppError('refused', MANAGED_ONLY);
    this.#assertTrusted(settings, destination, 'an allow rule', 'the rule');
  }

  #assertTrusted({ trusted }: LoadedSettings, destination: FileDestination, what: string, it: string): void {
    if (trusted || !this.#isRepositoryFile(destination)) return;
    throw new AppError(
      'refused',
      `This folder isn’t trusted yet, so ${what} in this file would have no effect. Trust the folder first, or save ${it} to your user settings.`,
    );
  }

  #isRepositoryFile(destination: FileDestination): boolean {
    const { projectDir } = this.#options;
    if (destination === 'project') return !isUsersOwn(projectDir, this.#settings.paths.user);
    return destination === 'local' && localSettingsFromRepository(projectDir);
  }

  async #change(destination: FileDestination, edit: (text: string) => string): Promise<void> {
    const { projectDir, stateDir } = this.#options;
    const fromRepository = this.#isRepositoryFile(destination);
    const name = destination === 'local' ? LOCAL_SETTINGS : PROJECT_SETTINGS;
    let supplies: RepositorySupplies = new Map();
    await changeSettingsFile({
      stateDir,
      file: this.#settings.paths[destination],
      within: destination === 'user' ? undefined : projectDir,
      edit: (text) => {
        supplies = this.trust.supplies(projectDir);
        return edit(text);
      },
      // The user's own change must not end the trust in the folder.
      afterwards: async (before, after) => {
        await this.#options.onSaved?.(this.#settings.paths[destination]);
        if (destination === 'local' && before === '') await keepLocalSettingsOutOfGit(projectDir);
        if (fromRepository) await this.trust.followChange(projectDir, supplies, name, after);
      },
    });
  }

  #refresh(): void {
    const stamp = stampSettings(this.#options, this.#settings, this.trust.file);
    if (stamp.text === this.#stamp.text && !this.#stamp.unsettled) return;
    this.#stamp = stamp;
    const before = this.#settings;
    this.#settings = loadSettings({ ...this.#options, previous: before });
    if (JSON.stringify(before) === JSON.stringify(this.#settings)) return;
    for (const listener of this.#listeners) listener(this.#settings);
  }
}
