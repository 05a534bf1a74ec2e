import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './text-field.module.css';

export interface FieldLabels {
  readonly label: string;
  /** Shows the label to screen readers only. */
  readonly hideLabel?: boolean | undefined;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
}

interface FieldFrameProps extends FieldLabels {
  readonly id: string;
  readonly className?: string | undefined;
  /** The field, with `noteProps`. */
  readonly children: ReactNode;
}

/** What names a field and what it refers to as its note. */
export function noteProps(id: string, { hint, error }: Pick<FieldLabels, 'hint' | 'error'>) {
  return {
    id,
    'aria-invalid': error !== undefined,
    'aria-describedby': error === undefined && hint === undefined ? undefined : `${id}-note`,
  };
}

/** A field with its label above and an optional hint or error below. */
export function FieldFrame({ id, label, hideLabel, hint, error, className, children }: FieldFrameProps) {
  const note = error ?? hint;
  return (
    <div className={classNames(styles.field, className)}>
      <label htmlFor={id} className={hideLabel === true ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      <div className={styles.box}>{children}</div>
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
