import type { LeftOut } from '#shared/session/checkpoint.ts';
import { Disclosure } from '../ui/display/disclosure.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { LEFT_OUT_WORDS, words } from './words.ts';
import styles from './left-out-list.module.css';

interface LeftOutListProps {
  readonly leftOut: LeftOut;
  /** Says what their number means. */
  readonly summary: (total: number) => string;
  readonly explained: string;
}

/** Paths that checkpoints don’t cover, each with the reason. */
export function LeftOutList({ leftOut: { total, items }, summary, explained }: LeftOutListProps) {
  if (total === 0) return null;
  return (
    <Disclosure label={summary(total)}>
      <p className={styles.quiet}>{explained}</p>
      <ul className={styles.list}>
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
    </Disclosure>
  );
}
