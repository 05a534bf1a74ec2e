import { classNames } from '../class-names.ts';
import { lineEnds } from './line-ends.ts';
import { VisibleText } from './visible-text.tsx';
import styles from './line-ellipsis.module.css';

export interface LineEllipsisProps {
  readonly text: string;
  readonly title?: string | undefined;
  readonly className?: string | undefined;
}

/** A command in one line, cut before its end when space runs out: a file that it writes may be named there. Copies completely. */
export function LineEllipsis({ text, title, className }: LineEllipsisProps) {
  const [start, end] = lineEnds(text);
  return (
    <span className={classNames(styles.line, className)} title={title}>
      <VisibleText text={start} className={styles.start} />
      {end !== '' && <VisibleText text={end} className={styles.end} />}
    </span>
  );
}
