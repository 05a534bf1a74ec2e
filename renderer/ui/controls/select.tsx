import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { classNames } from '../class-names.ts';
import { leaveChords } from '../leave-chords.ts';
import styles from './select.module.css';

export interface SelectOption<T extends string> {
  readonly value: T;
  readonly label: string;
  /** Secondary line in the open list. */
  readonly detail?: string | undefined;
  readonly disabled?: boolean | undefined;
}

export interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly SelectOption<T>[];
  readonly onChange: (value: T) => void;
  /** Text before the value in the closed control, as in "Mode: Ask". */
  readonly prefix?: string | undefined;
  readonly variant?: 'field' | 'quiet' | undefined;
  readonly disabled?: boolean | undefined;
  readonly className?: string | undefined;
}

/** Chooses one of a few options. `label` is the accessible name; put a visible label next to it where needed. */
export function Select<T extends string>({
  label,
  value,
  options,
  onChange,
  prefix = '',
  variant = 'field',
  disabled,
  className,
}: SelectProps<T>) {
  return (
    <Base.Root
      items={options.map((option) => ({ value: option.value, label: `${prefix}${option.label}` }))}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled ?? false}
    >
      <Base.Trigger aria-label={label} className={classNames(styles.trigger, styles[variant], className)} onKeyDown={leaveChords}>
        <Base.Value className={styles.value} />
        <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner className={styles.positioner} sideOffset={4} alignItemWithTrigger={false}>
          <Base.Popup className={styles.popup}>
            <Base.List>
              {options.map((option) => (
                <Base.Item key={option.value} value={option.value} disabled={option.disabled ?? false} className={styles.item}>
                  <span className={styles.check}>
                    <Base.ItemIndicator>
                      <Check size={14} strokeWidth={1.75} aria-hidden="true" />
                    </Base.ItemIndicator>
                  </span>
                  <span>
                    <Base.ItemText>{option.label}</Base.ItemText>
                    {option.detail !== undefined && <span className={styles.detail}>{option.detail}</span>}
                  </span>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
