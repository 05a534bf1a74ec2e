import type { SettingsDestination, SettingsList } from '#shared/contract/commands/settings-commands.ts';
import { settingsDestinationSchema } from '#shared/contract/commands/settings-commands.ts';
import type { Setting } from '#shared/settings/settings.ts';
import { useShortPaths } from '../paths/short-path.ts';
import { Button } from '../ui/controls/button.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { valueInWords } from './value-in-words.ts';
import { words } from './words.ts';
import styles from './settings-form.module.css';

interface SettingSourceProps {
  readonly setting: Setting;
  readonly values: SettingsList['values'][string];
  readonly destination: SettingsDestination;
  /** The value is set in the chosen file, and can be removed there. */
  readonly onReset: (() => void) | undefined;
  readonly onDestination: (destination: SettingsDestination) => void;
}

/** The effective value of a setting, the file that decides, and what is ignored. */
export function SettingSource({ setting, values, destination, onReset, onDestination }: SettingSourceProps) {
  const short = useShortPaths();
  const effective = values.find(({ ignored }) => !ignored);
  const ignored = values.find((value) => value.ignored);
  const elsewhere = settingsDestinationSchema.safeParse(effective?.source).data;
  return (
    <div className={styles.source}>
      <p>
        {effective ? <VisibleText text={sourceInWords(setting, effective)} /> : words.fallback(setting.fallbackText)}
        {ignored && `; ${words.ignored(ignored.source)}`}
        {effective && effective.file !== null && (
          <code className={styles.decides} title={effective.file}>
            <VisibleText text={short(effective.file)} />
          </code>
        )}
      </p>
      {onReset && (
        <Button size="small" variant="quiet" aria-label={words.resetOf(setting.title)} onClick={onReset}>
          {words.reset}
        </Button>
      )}
      {elsewhere !== undefined && elsewhere !== destination && !onReset && (
        <Button size="small" variant="quiet" aria-label={words.changeThereOf(setting.title)} onClick={() => onDestination(elsewhere)}>
          {words.changeThere}
        </Button>
      )}
    </div>
  );
}

/** Values that are edited in their file are too long to show. */
function sourceInWords(setting: Setting, { value, source }: SettingsList['values'][string][number]): string {
  return setting.control.type === 'file' ? words.isSet(source) : words.effective(valueInWords(setting, value), source);
}
