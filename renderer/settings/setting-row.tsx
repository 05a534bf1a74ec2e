import { Fragment, useId, useState } from 'react';
import type { SettingsDestination, SettingsList } from '#shared/contract/commands/settings-commands.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { Setting } from '#shared/settings/settings.ts';
import { showSettingsFile } from '../store/rule-requests.ts';
import { showPane, showSettings } from '../store/window-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { Select } from '../ui/controls/select.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { SettingSource } from './setting-source.tsx';
import { choicesOf } from './value-in-words.ts';
import { words } from './words.ts';
import styles from './settings-form.module.css';

type Values = SettingsList['values'][string];

export interface SettingRowProps {
  readonly setting: Setting;
  /** Set for the first row of a group. */
  readonly group: { readonly id: string; readonly title: string } | undefined;
  readonly values: Values;
  /** The value in the chosen file; `undefined`: not set. */
  readonly here: unknown;
  readonly destination: SettingsDestination;
  readonly onDestination: (destination: SettingsDestination) => void;
  /** Rejects with the reason if the value is invalid there. */
  readonly onSave: (value: unknown) => Promise<void>;
}

/** One setting: description, effective value with its source, and the value in the chosen file. */
export function SettingRow({ setting, group, values, here, destination, onDestination, onSave }: SettingRowProps) {
  const [error, setError] = useState<string>();
  const titleId = useId();
  const { control, title, description } = setting;
  const { type } = control;
  const effective = values.find(({ ignored }) => !ignored);
  const locked = lockOf(setting, effective?.source, destination);
  const save = (value: unknown): void => {
    setError(undefined);
    if (JSON.stringify(value) === JSON.stringify(here)) return;
    onSave(value).catch((problem: unknown) => setError(errorMessage(problem)));
  };
  const label = `${title}, ${words.destinations[destination]}`;
  return (
    <li className={styles.row} data-setting={setting.key}>
      {group && (
        <h4 className={styles.group} data-setting={group.id} tabIndex={-1}>
          {group.title}
        </h4>
      )}
      <div>
        <p id={titleId} className={styles.title}>
          {title}
        </p>
        <p className={styles.quiet}>{description}</p>
        <SettingKey text={setting.key} />
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
        {locked === undefined && type === 'file' && <WhereChanged settingKey={setting.key} titleId={titleId} destination={destination} />}
        {error !== undefined && type !== 'number' && type !== 'text' && type !== 'json' && (
          <p role="alert" className={styles.error}>
            {error}
          </p>
        )}
        <SettingSource
          setting={setting}
          values={values}
          destination={destination}
          onReset={here !== undefined && locked === undefined ? () => save(undefined) : undefined}
          onDestination={onDestination}
        />
      </div>
    </li>
  );
}

/** Breaks a long key at its dots. */
function SettingKey({ text }: { readonly text: string }) {
  const parts = text.split('.');
  return (
    <code className={styles.key}>
      {parts.map((part, index) => (
        <Fragment key={parts.slice(0, index + 1).join('.')}>
          {index > 0 && (
            <>
              .<wbr />
            </>
          )}
          {part}
        </Fragment>
      ))}
    </code>
  );
}

/** Lists of rules, and what has no form: the place where it is changed. */
const IN_RULES: ReadonlySet<string> = new Set(['permissions.allow', 'permissions.ask', 'permissions.deny', 'gatehouse.disabledRules']);

/** Sections with an editor for the setting; that of plugins writes the file of all projects. */
const EDITED_IN: Readonly<Record<string, 'plugins' | 'hooks'>> = {
  enabledPlugins: 'plugins',
  extraKnownMarketplaces: 'plugins',
  hooks: 'hooks',
};

function sectionWith(settingKey: string, destination: SettingsDestination): 'plugins' | 'hooks' | undefined {
  const id = EDITED_IN[settingKey];
  return id === 'plugins' && destination !== 'user' ? undefined : id;
}

interface WhereChangedProps {
  readonly settingKey: string;
  readonly titleId: string;
  readonly destination: SettingsDestination;
}

function WhereChanged({ settingKey, titleId, destination }: WhereChangedProps) {
  const section = sectionWith(settingKey, destination);
  const { note, action, run } =
    section !== undefined
      ? toSection(section)
      : IN_RULES.has(settingKey)
        ? { note: words.inRules, action: words.openRules, run: () => showPane('rules') }
        : { note: words.inFile, action: words.openFile, run: () => showSettingsFile(destination) };
  return (
    <div className={styles.changed}>
      <p className={styles.quiet}>{note}</p>
      <Button
        size="small"
        // Not in its name: that would be another control with the name of a field, such as “API key”.
        aria-describedby={titleId}
        onClick={run}
      >
        {action}
      </Button>
    </div>
  );
}

function toSection(id: 'plugins' | 'hooks') {
  const { title } = words.sectionTexts[id];
  return { note: words.inSection(title), action: words.goToSection(title), run: () => showSettings(id) };
}

function lockOf({ reach }: Setting, source: Values[number]['source'] | undefined, destination: SettingsDestination): string | undefined {
  if (source === 'policy') return words.managed;
  if (reach === 'managed') return words.managedOnly;
  if (reach === 'own' && destination === 'project') return words.notShared;
  return reach === 'user' && destination !== 'user' ? words.userOnly : undefined;
}

function readText(text: string, type: 'number' | 'text' | 'json'): { readonly value: unknown } | { readonly problem: string } {
  const trimmed = text.trim();
  if (trimmed === '') return { value: undefined };
  if (type === 'text') return { value: trimmed };
  if (type === 'number') return /^\d{1,12}$/u.test(trimmed) ? { value: Number(trimmed) } : { problem: words.notNumber };
  try {
    const value: unknown = JSON.parse(trimmed);
    return typeof value === 'object' && value !== null ? { value } : { problem: words.notJson };
  } catch {
    // Shown at the field.
    return { problem: words.notJson };
  }
}
