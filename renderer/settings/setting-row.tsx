import { useState } from 'react';
import type { SettingsDestination, SettingsList } from '#shared/contract/commands/settings-commands.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { Setting } from '#shared/settings/settings.ts';
import { shorten } from '#shared/shorten.ts';
import { Select } from '../ui/controls/select.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { words } from './words.ts';
import styles from './settings-form.module.css';

type Values = SettingsList['values'][string];

export interface SettingRowProps {
  readonly setting: Setting;
  readonly values: Values;
  /** The value in the chosen file; `undefined`: not set. */
  readonly here: unknown;
  readonly destination: SettingsDestination;
  /** Rejects with the reason if the value is invalid there. */
  readonly onSave: (value: unknown) => Promise<void>;
}

/** One setting: description, effective value with its source, and the value in the chosen file. */
export function SettingRow({ setting, values, here, destination, onSave }: SettingRowProps) {
  const [error, setError] = useState<string>();
  const { control, title, description, fallbackText } = setting;
  const { type } = control;
  const effective = values.find(({ ignored }) => !ignored);
  const ignored = values.find((value) => value.ignored);
  const locked = lockOf(setting, effective?.source, destination);
  const save = (value: unknown): void => {
    setError(undefined);
    if (JSON.stringify(value) === JSON.stringify(here)) return;
    onSave(value).catch((problem: unknown) => setError(errorMessage(problem)));
  };
  const label = `${title}, ${words.destinations[destination]}`;
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.title}>{title}</p>
        <p className={styles.quiet}>{description}</p>
        <code className={styles.key}>{setting.key}</code>
      </div>
      <div className={styles.value}>
        {locked !== undefined && <p className={styles.quiet}>{locked}</p>}
        {locked === undefined && (type === 'boolean' || type === 'choice') && (
          <Select
            label={label}
            value={typeof here === 'string' ? here : typeof here === 'boolean' ? String(here) : ''}
            options={[{ value: '', label: words.notSet }, ...choicesOf(setting)]}
            onChange={(value) => save(value === '' ? undefined : type === 'boolean' ? value === 'true' : value)}
          />
        )}
        {locked === undefined && (type === 'number' || type === 'text' || type === 'json') && (
          <TextField
            label={label}
            hideLabel
            mono={type === 'json'}
            defaultValue={here === undefined ? '' : typeof here === 'string' ? here : JSON.stringify(here)}
            placeholder={words.notSet}
            error={error}
            onBlur={(event) => {
              const read = readText(event.currentTarget.value, type);
              if ('problem' in read) setError(read.problem);
              else save(read.value);
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.currentTarget.blur();
            }}
          />
        )}
        {error !== undefined && type !== 'number' && type !== 'text' && type !== 'json' && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
        <p className={styles.quiet}>
          {effective ? (
            <VisibleText text={words.effective(inWords(setting, effective.value), effective.source)} />
          ) : (
            words.fallback(fallbackText)
          )}
          {ignored && `; ${words.ignored(ignored.source)}`}
        </p>
      </div>
    </li>
  );
}

function lockOf(
  { control, reach }: Setting,
  source: Values[number]['source'] | undefined,
  destination: SettingsDestination,
): string | undefined {
  if (source === 'policy') return words.managed;
  if (reach === 'managed') return words.managedOnly;
  if (control.type === 'file') return words.inFile;
  return reach === 'user' && destination !== 'user' ? words.userOnly : undefined;
}

function choicesOf({ control }: Setting): readonly { readonly value: string; readonly label: string }[] {
  if (control.type === 'choice') return control.choices;
  return [
    { value: 'true', label: words.yes },
    { value: 'false', label: words.no },
  ];
}

function readText(text: string, type: 'number' | 'text' | 'json'): { readonly value: unknown } | { readonly problem: string } {
  const trimmed = text.trim();
  if (trimmed === '') return { value: undefined };
  if (type === 'text') return { value: trimmed };
  if (type === 'number') return /^\d{1,12}$/u.test(trimmed) ? { value: Number(trimmed) } : { problem: words.notNumber };
  try {
    const value: unknown = JSON.parse(trimmed);
    return Array.isArray(value) ? { value } : { problem: words.notJson };
  } catch {
    // Shown at the field.
    return { problem: words.notJson };
  }
}

function inWords(setting: Setting, value: unknown): string {
  if (setting.control.type === 'file') return words.isSet;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const choice = choicesOf(setting).find((each) => each.value === text)?.label ?? text;
  return shorten(choice, 200);
}
