import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { classNames } from '../class-names.ts';
import styles from './text-field.module.css';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> {
  readonly label: string;
  /** Shows the label to screen readers only. */
  readonly hideLabel?: boolean | undefined;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly mono?: boolean | undefined;
  readonly icon?: ReactNode;
  /** Over the end of the field, such as a small button. */
  readonly end?: ReactNode;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** A labelled text input with an optional hint or error below. */
export function TextField({ label, hideLabel, hint, error, mono, icon, end, className, ...rest }: TextFieldProps) {
  const id = useId();
  const note = error ?? hint;
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={hideLabel === true ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={styles.box}>
        {icon}
        <input
          id={id}
          className={classNames(
            styles.input,
            mono === true && styles.mono,
            icon !== undefined && styles.withIcon,
            end !== undefined && styles.withEnd,
          )}
          aria-invalid={error !== undefined}
          aria-describedby={note === undefined ? undefined : `${id}-note`}
          {...rest}
        />
        {end}
      </div>
      {note !== undefined && (
        <div
          id={`${id}-note`}
          className={error === undefined ? styles.hint : styles.error}
          role={error === undefined ? undefined : 'alert'}
        >
          {note}
        </div>
      )}
    </div>
  );
}
