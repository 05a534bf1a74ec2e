import { memo } from 'react';
import { visibleRuns } from './visible-characters.ts';
import styles from './visible-text.module.css';

/** Untrusted text drawn so that nothing in it stays unseen: hidden and direction-changing characters become marks. */
export const VisibleText = memo(function VisibleText({ text }: { readonly text: string }) {
  return (
    <bdi dir="ltr">
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
