import { useId } from 'react';
import type { HookList } from '#shared/contract/commands/hook-commands.ts';
import { HOOK_EVENTS, HOOK_TYPES, TOOL_EVENTS } from '#shared/settings/hook-settings.ts';
import { Select } from '../../ui/controls/select.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { MAIN_FIELDS, type HookDraft } from './hook-draft.ts';
import { DESTINATION_NAMES, words } from './words.ts';
import styles from './hook-dialog.module.css';

interface HookFieldsProps {
  readonly draft: HookDraft;
  readonly mistakes: Partial<Record<keyof HookDraft, string>>;
  /** Files to choose from; absent where the hook stays in its file. */
  readonly destinations: HookList['destinations'] | undefined;
  readonly onChange: (changed: Partial<HookDraft>) => void;
}

/** The fields of a hook's form. */
export function HookFields({ draft, mistakes, destinations, onChange }: HookFieldsProps) {
  const failClosed = useId();
  return (
    <div className={styles.fields}>
      <div className={styles.row}>
        <Choice label={words.event} value={draft.event} options={eventsFor(draft.event)} onChange={(event) => onChange({ event })} />
        <TextField
          label={words.matcher}
          mono
          spellCheck={false}
          autoComplete="off"
          maxLength={1000}
          value={draft.matcher}
          hint={words.matcherHint}
          onChange={(event) => onChange({ matcher: event.target.value })}
        />
        <Choice
          label={words.type}
          value={draft.type}
          options={HOOK_TYPES.map((value) => ({ value, label: words.types[value] }))}
          onChange={(type) => onChange({ type })}
        />
      </div>
      {MAIN_FIELDS[draft.type].map((field) => (
        <Area
          key={field}
          label={words[field]}
          value={draft[field]}
          error={mistakes[field]}
          hint={field === 'prompt' ? words.promptHint : undefined}
          onChange={(value) => onChange({ [field]: value })}
        />
      ))}
      <div className={styles.row}>
        {TOOL_EVENTS.has(draft.event) && (
          <TextField
            label={words.if}
            mono
            spellCheck={false}
            autoComplete="off"
            value={draft.condition}
            hint={words.ifHint}
            onChange={(event) => onChange({ condition: event.target.value })}
          />
        )}
        <TextField
          label={words.timeout}
          inputMode="decimal"
          value={draft.timeout}
          error={mistakes.timeout}
          onChange={(event) => onChange({ timeout: event.target.value })}
        />
        <TextField
          label={words.statusMessage}
          value={draft.statusMessage}
          onChange={(event) => onChange({ statusMessage: event.target.value })}
        />
      </div>
      <label className={styles.check} htmlFor={failClosed}>
        <input
          id={failClosed}
          type="checkbox"
          checked={draft.failClosed}
          onChange={(event) => onChange({ failClosed: event.target.checked })}
        />
        {words.failClosed}
      </label>
      <Area label={words.others} value={draft.others} error={mistakes.others} onChange={(others) => onChange({ others })} />
      {destinations && (
        <Choice
          label={words.savedIn}
          value={draft.destination}
          options={destinations.map(({ destination, file }) => ({
            value: destination,
            label: DESTINATION_NAMES[destination],
            detail: file,
          }))}
          onChange={(destination) => onChange({ destination })}
        />
      )}
    </div>
  );
}

/** An event that Gatehouse doesn't have can stay as it is. */
function eventsFor(event: string): { readonly value: string; readonly label: string }[] {
  const known: readonly string[] = HOOK_EVENTS;
  return (known.includes(event) ? known : [event, ...known]).map((value) => ({ value, label: value }));
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string; readonly detail?: string }[];
  readonly onChange: (value: T) => void;
}

function Choice<T extends string>({ label, ...rest }: ChoiceProps<T>) {
  return (
    <div className={styles.choice}>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
      <Select label={label} {...rest} />
    </div>
  );
}

interface AreaProps {
  readonly label: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly hint?: string | undefined;
  readonly onChange: (value: string) => void;
}

function Area({ label, value, error, hint, onChange }: AreaProps) {
  const id = useId();
  const note = value.trim() === '' && error === words.missing ? hint : (error ?? hint);
  return (
    <div className={styles.choice}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={styles.area}
        rows={2}
        spellCheck={false}
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onChange={(event) => onChange(event.target.value)}
      />
      {note !== undefined && (
        <span id={`${id}-note`} className={note === hint ? styles.hint : styles.error}>
          {note}
        </span>
      )}
    </div>
  );
}
