import { memo } from 'react';
import { visibleRuns } from './visible-characters.ts';
import styles from './visible-text.module.css';

export interface VisibleTextProps {
  readonly text: string;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
  /** Hidden from screen readers. */
  readonly silent?: boolean | undefined;
}

/** Untrusted text with hidden and direction-changing characters drawn as marks. */
export const VisibleText = memo(function VisibleText({ text, className, title, silent }: VisibleTextProps) {
  return (
    <bdi dir="ltr" className={className} title={title} aria-hidden={silent}>
      {visibleRuns(text).map((run) =>
        run.type === 'text' ? (
          run.text
        ) : (
          <span key={run.at} className={styles.mark} title={run.name}>
            {run.label}
          </span>
        ),
      )}
    </bdi>
  );
});
