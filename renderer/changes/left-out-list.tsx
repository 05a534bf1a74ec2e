import type { LeftOut } from '#shared/session/checkpoint.ts';
import { LEFT_OUT_WORDS } from '../diff/words.ts';
import { Badge } from '../ui/display/badge.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { words } from './words.ts';
import styles from './changes-pane.module.css';

/** Paths whose changes aren't tracked. */
export function LeftOutList({ leftOut: { total, items } }: { readonly leftOut: LeftOut }) {
  if (total === 0) return null;
  return (
    <details className={styles.leftOut}>
      <summary>
        {words.notCovered} <Badge>{total.toLocaleString('en')}</Badge>
      </summary>
      <p className={styles.quiet}>{words.notCoveredText}</p>
      <ul>
        {items.map(({ path, reason }) => (
          <li key={`${reason} ${path}`}>
            <code>
              <VisibleText text={path} />
            </code>
            <span className={styles.quiet}>{LEFT_OUT_WORDS[reason]}</span>
          </li>
        ))}
      </ul>
      {total > items.length && <p className={styles.quiet}>{words.moreLeftOut(total - items.length)}</p>}
    </details>
  );
}
