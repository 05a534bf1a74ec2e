import { keyNames } from './key-names.ts';
import styles from './kbd.module.css';

/** A chord such as "Mod+J", drawn as this machine names its keys. */
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
