import { Separator } from 'react-resizable-panels';
import { classNames } from './class-names.ts';
import styles from './splitter.module.css';

/** The separator between two resizable panels: 1 px visible, wider to grab; arrow keys move it. */
export function Splitter({ label, className }: { readonly label: string; readonly className?: string | undefined }) {
  return <Separator aria-label={label} className={classNames(styles.splitter, className)} />;
}
