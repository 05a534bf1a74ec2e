import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, type Ref, type TextareaHTMLAttributes } from 'react';
import { classNames } from '../class-names.ts';
import { FieldFrame, type FieldLabels, noteProps } from './field-frame.tsx';
import styles from './text-field.module.css';

export interface WrappingFieldProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'onChange' | 'value'>, FieldLabels {
  readonly value: string;
  readonly onText: (text: string, field: HTMLTextAreaElement) => void;
  /** Below the field, over what follows. */
  readonly end?: ReactNode;
  readonly ref?: Ref<HTMLTextAreaElement> | undefined;
}

/** A labelled field for one line of code, all of which is shown: it wraps where there is no room. Enter submits its form. */
export function WrappingField({ label, hideLabel, hint, error, end, className, onText, onKeyDown, ref, ...rest }: WrappingFieldProps) {
  const id = useId();
  const own = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    const field = own.current;
    if (field && field === document.activeElement) field.setSelectionRange(field.value.length, field.value.length);
  }, []);
  const submitByEnter = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    onKeyDown?.(event);
    if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return;
    event.preventDefault();
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <FieldFrame id={id} label={label} hideLabel={hideLabel} hint={hint} error={error} className={className}>
      <textarea
        ref={(field) => {
          own.current = field;
          if (typeof ref === 'function') return ref(field);
          if (ref) ref.current = field;
          return undefined;
        }}
        rows={1}
        className={classNames(styles.input, styles.mono, styles.wrapping)}
        {...noteProps(id, { hint, error })}
        {...rest}
        onChange={({ currentTarget }) => onText(currentTarget.value.replaceAll(/\s*\n\s*/gu, ' '), currentTarget)}
        onKeyDown={submitByEnter}
      />
      {end}
    </FieldFrame>
  );
}
