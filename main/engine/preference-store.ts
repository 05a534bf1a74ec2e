import { readFileSync } from 'node:fs';
import writeFileAtomic from 'write-file-atomic';
import { createLogger } from '#main/log/logger.ts';
import type { ParsedInput } from '#shared/contract/commands.ts';
import { type Preferences, preferencesSchema } from '#shared/contract/preferences.ts';
import { isRecord } from '#shared/is-record.ts';
import { parseJson } from '#shared/json-limits.ts';

const log = createLogger('engine');

const DEFAULTS: Preferences = {
  theme: null,
  keys: {},
  fonts: { family: null, codeFamily: null, size: null, codeSize: null, ligatures: false },
  introduced: false,
};

type PreferenceChange = ParsedInput<'app.setPreferences'>;

/** What a person chose for the window, in a file. Read anew each time, as another process may have changed it. */
export class PreferenceStore {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** What can't be read, such as keys of a command that this version doesn't have, has its default. */
  read(): Preferences {
    const stored = this.#stored();
    const { theme, fonts, introduced } = preferencesSchema.shape;
    return {
      theme: theme.safeParse(stored['theme']).data ?? DEFAULTS.theme,
      keys: readKeys(stored['keys']),
      fonts: fonts.safeParse(stored['fonts']).data ?? DEFAULTS.fonts,
      introduced: introduced.safeParse(stored['introduced']).data ?? DEFAULTS.introduced,
    };
  }

  /** @throws when the file can't be written. */
  change(change: PreferenceChange): Preferences {
    const now = this.read();
    const { theme = now.theme, keys = now.keys, fonts = now.fonts, introduced = now.introduced } = change;
    const next = { theme, keys, fonts, introduced };
    writeFileAtomic.sync(this.#file, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 });
    return next;
  }

  #stored(): Readonly<Record<string, unknown>> {
    let text: string;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch {
      // None yet.
      return {};
    }
    try {
      const value: unknown = parseJson(text);
      return isRecord(value) ? value : {};
    } catch (error) {
      log.warn('The preferences of the window can’t be read, so the defaults apply', error);
      return {};
    }
  }
}

/** Each key by itself, so that one that isn't understood costs no other. */
function readKeys(stored: unknown): Preferences['keys'] {
  if (!isRecord(stored)) return DEFAULTS.keys;
  const { keys } = preferencesSchema.shape;
  return Object.entries(stored).reduce<Preferences['keys']>(
    (known, [id, chord]) => ({ ...known, ...keys.safeParse({ [id]: chord }).data }),
    {},
  );
}
