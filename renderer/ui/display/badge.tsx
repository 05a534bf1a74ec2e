import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './badge.module.css';

export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'danger' | 'info';

/** A short label or number with a state colour. */
export function Badge({
  tone = 'neutral',
  title,
  children,
}: {
  readonly tone?: Tone | undefined;
  readonly title?: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <span className={classNames(styles.badge, styles[tone])} title={title}>
      {children}
    </span>
  );
}
