import { classNames } from '../class-names.ts';
import { VisibleText } from './visible-text.tsx';
import styles from './start-ellipsis.module.css';

/** A path cut at its start when space runs out: the file and the folders next to it tell it from others. Copies completely. */
export function StartEllipsis({ text, className }: { readonly text: string; readonly className?: string | undefined }) {
  return (
    <span className={classNames(styles.cut, className)} title={text}>
      <VisibleText text={text} className={styles.text} />
    </span>
  );
}
