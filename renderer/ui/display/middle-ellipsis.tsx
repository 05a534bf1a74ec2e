import { classNames } from '../class-names.ts';
import { VisibleText } from './visible-text.tsx';
import styles from './middle-ellipsis.module.css';

export interface MiddleEllipsisProps {
  readonly text: string;
  readonly tailChars?: number | undefined;
  /** By default the text. */
  readonly title?: string | undefined;
  /** The parent is already named by the whole text, so this isn't read out. */
  readonly named?: boolean | undefined;
  readonly className?: string | undefined;
}

/** A path cut in the middle when space runs out: its end, the file name, always shows. Copies completely. */
export function MiddleEllipsis({ text, tailChars = 24, title = text, named = false, className }: MiddleEllipsisProps) {
  const slash = text.lastIndexOf('/');
  const cut = slash > 0 && text.length - slash <= tailChars ? slash : Math.max(0, text.length - tailChars);
  return (
    <span className={classNames(styles.whole, className)} title={title}>
      {/* Read out in two pieces, it would have a space in the middle. */}
      {!named && (
        <span className={classNames('visually-hidden', styles.read)}>
          <VisibleText text={text} />
        </span>
      )}
      <VisibleText text={text.slice(0, cut)} className={styles.head} silent />
      <VisibleText text={text.slice(cut)} className={styles.tail} silent />
    </span>
  );
}
