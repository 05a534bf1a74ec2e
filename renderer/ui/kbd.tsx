import { keyNames } from './key-names.ts';
import styles from './kbd.module.css';

/** A key chord such as "Mod+J", shown with the platform's key names. */
export function Kbd({ keys }: { readonly keys: string }) {
  return (
    <span className={styles.chord}>
      {keyNames(keys).map((name) => (
        <kbd key={name} className={styles.key}>
          {name}
        </kbd>
      ))}
    </span>
  );
}
