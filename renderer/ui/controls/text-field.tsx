import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { classNames } from '../class-names.ts';
import { FieldFrame, type FieldLabels, noteProps } from './field-frame.tsx';
import styles from './text-field.module.css';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id'>, FieldLabels {
  readonly mono?: boolean | undefined;
  readonly icon?: ReactNode;
  /** Over the end of the field, such as a small button. */
  readonly end?: ReactNode;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

/** A labelled text input with an optional hint or error below. */
export function TextField({ label, hideLabel, hint, error, mono, icon, end, className, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      {icon}
      <input
        className={classNames(
          styles.input,
          mono === true && styles.mono,
          icon !== undefined && styles.withIcon,
          end !== undefined && styles.withEnd,
        )}
        {...noteProps(id, { hint, error })}
        {...rest}
      />
      {end}
    </FieldFrame>
  );
}
