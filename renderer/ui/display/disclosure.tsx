import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './disclosure.module.css';

interface DisclosureProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** A line that shows what is below it when it is pressed. */
export function Disclosure({ label, children }: DisclosureProps) {
  return (
    <details className={styles.disclosure}>
      <summary>
        <ChevronRight size={14} strokeWidth={1.5} className={styles.chevron} aria-hidden="true" />
        {label}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
