import { classNames } from './class-names.ts';
import { VisibleText } from './visible-text.tsx';
import styles from './middle-ellipsis.module.css';

/** A path that is cut in the middle when space runs out: its end, the file name, always shows. Copies whole. */
export function MiddleEllipsis({ text, tailChars = 24 }: { readonly text: string; readonly tailChars?: number | undefined }) {
  const slash = text.lastIndexOf('/');
  const cut = slash > 0 && text.length - slash <= tailChars ? slash : Math.max(0, text.length - tailChars);
  return (
    <span className={styles.whole} title={text}>
      {/* Read out in two pieces it would have a blank in the middle. */}
      <span className={classNames('visually-hidden', styles.read)}>
        <VisibleText text={text} />
      </span>
      <span className={styles.head} aria-hidden="true">
        <VisibleText text={text.slice(0, cut)} />
      </span>
      <span className={styles.tail} aria-hidden="true">
        <VisibleText text={text.slice(cut)} />
      </span>
    </span>
  );
}
