import { useEffect, useState } from 'react';
import styles from './skeleton.module.css';

/** Grey lines in place of what is being fetched. Shown only when fetching takes over 150 ms. */
export function Skeleton({ lines = 4, label = 'Loading' }: { readonly lines?: number | undefined; readonly label?: string | undefined }) {
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {due &&
        Array.from({ length: lines }, (_, index) => (
          <div key={index} className={styles.line} style={{ width: `${88 - ((index * 23) % 50)}%` }} />
        ))}
    </div>
  );
}
