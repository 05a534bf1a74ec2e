import type { ReactNode } from 'react';
import styles from './banner.module.css';

export interface BannerProps {
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  /** Buttons. */
  readonly acts?: ReactNode;
}

/** A line across the window that reports a problem of everything below it, and what to do. Render it in a live region. */
export function Banner({ icon, children, acts }: BannerProps) {
  return (
    <div className={styles.banner}>
      {icon !== undefined && (
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <p className={styles.text}>{children}</p>
      {acts !== undefined && <span className={styles.acts}>{acts}</span>}
    </div>
  );
}
