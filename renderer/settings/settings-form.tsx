import { Fragment, useEffect, useState } from 'react';
import type { SettingsDestination, SettingsList } from '#shared/contract/commands/settings-commands.ts';
import type { Setting } from '#shared/settings/settings.ts';
import { call } from '../bridge/client.ts';
import { useShortPaths } from '../paths/short-path.ts';
import { useWindow } from '../store/app-store.ts';
import { attempt } from '../store/window-actions.ts';
import { Select } from '../ui/controls/select.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { showToast } from '../ui/overlays/toast.tsx';
import { matchesSearch } from '../ui/match-search.ts';
import { SETTING_GROUPS } from './setting-groups.ts';
import { SettingRow } from './setting-row.tsx';
import { words } from './words.ts';
import styles from './settings-form.module.css';

const DESTINATIONS: readonly SettingsDestination[] = ['user', 'local', 'project'];

/** Whether a search finds a setting: by its title, description, key or choices. */
export function findsSetting({ title, description, key, control }: Setting, search: string): boolean {
  const choices = control.type === 'choice' ? control.choices.flatMap(({ value, label }) => [value, label]) : [];
  return matchesSearch([title, description, key, ...choices], search);
}

/** Every settings key as a form: effective value, the file that decides, and the value in the chosen file. */
export function SettingsForm({ projectDir, search }: { readonly projectDir: string; readonly search: string }) {
  const version = useWindow((state) => state.rulesVersion);
  const short = useShortPaths();
  const [list, setList] = useState<SettingsList | null>(null);
  const [destination, setDestination] = useState<SettingsDestination>('user');
  useEffect(() => {
    let current = true;
    void attempt(words.failed, call('settings.list', { projectDir })).then((found) => {
      if (current && found) setList(found);
    });
    return () => {
      current = false;
    };
  }, [projectDir, version]);
  if (!list) return <Skeleton lines={6} label={words.sectionTexts.files.title} />;

  /** Rejects with the reason if the value is invalid there. */
  const save = async (key: string, title: string, value: unknown, before: unknown): Promise<void> => {
    setList(await call('settings.set', inputOf(projectDir, key, value, destination)));
    const undo = () => void attempt(words.notUndone, call('settings.set', inputOf(projectDir, key, before, destination)).then(setList));
    showToast({ title: words.saved(title), action: { label: words.undo, run: undo } });
  };
  const file = list.destinations.find((each) => each.destination === destination)?.file;
  const groups = SETTING_GROUPS.map((group) => ({ ...group, settings: group.settings.filter((setting) => findsSetting(setting, search)) }));
  return (
    <div className={styles.form}>
      <div className={styles.where}>
        <Select
          label={words.changeIn}
          prefix={`${words.changeIn}: `}
          value={destination}
          options={DESTINATIONS.map((value) => ({ value, label: words.destinations[value] }))}
          onChange={setDestination}
        />
        <code className={styles.file} title={file}>
          {file !== undefined && short(file)}
        </code>
      </div>
      <ul className={styles.rows} aria-label={words.sectionTexts.files.title}>
        {groups.map(({ id, title, settings }) => (
          <Fragment key={id}>
            {settings.map((setting, index) => {
              const { key } = setting;
              const values = list.values[key] ?? [];
              const here = values.find(({ source }) => source === destination)?.value;
              return (
                <SettingRow
                  key={`${destination} ${key} ${JSON.stringify(here)}`}
                  setting={setting}
                  group={index === 0 ? { id, title } : undefined}
                  values={values}
                  here={here}
                  destination={destination}
                  onDestination={setDestination}
                  onSave={(value) => save(key, setting.title, value, here)}
                />
              );
            })}
          </Fragment>
        ))}
      </ul>
    </div>
  );
}

type SetInput = Parameters<typeof call<'settings.set'>>[1];

/** An absent value removes the key from the file. */
function inputOf(projectDir: string, key: string, value: unknown, destination: SettingsDestination): SetInput {
  return { projectDir, key, destination, ...(value !== undefined && { value: value as NonNullable<SetInput['value']> }) };
}
