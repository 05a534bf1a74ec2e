import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: 'control' | 'small' | 'large' | undefined;
  /** A 16 px icon before the label. */
  readonly icon?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** A labelled push button. The label names the action ("Allow once", never "OK"). */
export function Button({ variant = 'default', size = 'control', icon, className, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button type={type} className={classNames(styles.button, styles[variant], styles[size], className)} {...rest}>
      {icon}
      {children}
    </button>
  );
}
