import type { ReactNode } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { words } from './words.ts';
import styles from '../settings-form.module.css';

export interface PreferenceRowProps {
  readonly title: string;
  readonly detail: string;
  /** Whether the person chose a value. */
  readonly chosen: boolean;
  readonly onReset: () => void;
  readonly children: ReactNode;
}

/** One preference: what it is, its control, whether it was chosen, and a way back to the usual value. */
export function PreferenceRow({ title, detail, chosen, onReset, children }: PreferenceRowProps) {
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.title}>{title}</p>
        <p className={styles.quiet}>{detail}</p>
      </div>
      <div className={styles.value}>
        {children}
        <p className={styles.source}>
          {chosen ? words.chosen : words.byDefault}
          {chosen && (
            <Button size="small" variant="quiet" aria-label={words.resetOf(title)} onClick={onReset}>
              {words.reset}
            </Button>
          )}
        </p>
      </div>
    </li>
  );
}
