import { Separator } from 'react-resizable-panels';
import { classNames } from './class-names.ts';
import styles from './splitter.module.css';

/** The line between two resizable panels: 1 px to see, wider to grab, arrow keys move it. */
export function Splitter({ label, className }: { readonly label: string; readonly className?: string | undefined }) {
  return <Separator aria-label={label} className={classNames(styles.splitter, className)} />;
}
