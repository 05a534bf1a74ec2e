import { useId } from 'react';
import type { ElicitationField, FieldProblems } from '#shared/session/elicitation.ts';
import { Select } from '../../ui/controls/select.tsx';
import { TextField } from '../../ui/controls/text-field.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import type { Entered } from './elicitation-entries.ts';
import { fieldProblem } from './field-problem.ts';
import { words } from './words.ts';
import styles from './elicitation-form.module.css';

const INPUT_TYPES = { email: 'email', uri: 'url', date: 'date', 'date-time': 'datetime-local' } as const;

interface FieldInputProps {
  readonly field: ElicitationField;
  readonly value: Entered[string];
  readonly problem: FieldProblems[string] | undefined;
  readonly onChange: (value: Entered[string]) => void;
}

/** The control for one field of a server's form. */
export function ElicitationFieldInput(props: FieldInputProps) {
  const { field, value, problem, onChange } = props;
  const error = problem && fieldProblem(field, problem);
  const label = field.required ? field.title : words.optional(field.title);
  switch (field.kind) {
    case 'boolean':
      return (
        <div className={styles.field}>
          {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- VisibleText is its text */}
          <label className={styles.check}>
            <input type="checkbox" checked={value === true} onChange={(event) => onChange(event.target.checked)} />
            <VisibleText text={field.title} />
          </label>
          <Note field={field} error={error} />
        </div>
      );
    case 'choice':
      return (
        <div className={styles.field}>
          <span className={styles.label}>
            <VisibleText text={label} />
          </span>
          <Select
            label={field.title}
            value={typeof value === 'string' ? value : ''}
            options={[
              ...(field.required && value !== '' ? [] : [{ value: '', label: words.chooseOne }]),
              ...field.options.map((option) => ({ value: option.value, label: option.title })),
            ]}
            onChange={onChange}
          />
          <Note field={field} error={error} />
        </div>
      );
    case 'choices':
      return <Choices {...props} label={label} error={error} />;
    default:
      return (
        <TextField
          className={styles.field}
          label={label}
          type={field.kind === 'number' ? 'text' : field.format === undefined ? 'text' : INPUT_TYPES[field.format]}
          inputMode={field.kind === 'number' ? 'decimal' : undefined}
          value={typeof value === 'string' ? value : ''}
          hint={field.description === '' ? undefined : <VisibleText text={field.description} />}
          error={error}
          autoComplete="off"
          onChange={(event) => onChange(event.target.value)}
        />
      );
  }
}

function Choices({
  field,
  value,
  onChange,
  label,
  error,
}: FieldInputProps & { readonly label: string; readonly error: string | undefined }) {
  const id = useId();
  const chosen = typeof value === 'object' ? value : [];
  if (field.kind !== 'choices') return null;
  return (
    <fieldset className={styles.choices} aria-describedby={id}>
      <legend className={styles.label}>
        <VisibleText text={label} />
      </legend>
      {field.options.map((option) => (
        // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- VisibleText is its text
        <label key={option.value} className={styles.check}>
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            onChange={(event) => onChange(event.target.checked ? [...chosen, option.value] : chosen.filter((one) => one !== option.value))}
          />
          <VisibleText text={option.title} />
        </label>
      ))}
      <div id={id}>
        <Note field={field} error={error} />
      </div>
    </fieldset>
  );
}

function Note({ field, error }: { readonly field: ElicitationField; readonly error: string | undefined }) {
  if (error !== undefined)
    return (
      <div className={styles.error} role="alert">
        {error}
      </div>
    );
  return field.description === '' ? null : (
    <div className={styles.hint}>
      <VisibleText text={field.description} />
    </div>
  );
}
