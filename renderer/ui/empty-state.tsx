import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: string;
  /** One sentence that teaches one act. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** What a pane shows while it has nothing, or can't show it. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {icon !== undefined && <div className={styles.icon}>{icon}</div>}
      <p className={styles.title}>{title}</p>
      {children !== undefined && <p className={styles.text}>{children}</p>}
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
