import { createContext, use, useEffect, useState } from 'react';
import { words } from '../words.ts';
import styles from './skeleton.module.css';

/** Whether the host is disconnected: then nothing loads for now. */
export const Disconnected = createContext(false);

/** Grey placeholder lines while loading. Shown after 150 ms; text instead while the host is disconnected. */
export function Skeleton({
  lines = 4,
  label = words.loading,
}: {
  readonly lines?: number | undefined;
  readonly label?: string | undefined;
}) {
  const disconnected = use(Disconnected);
  const [due, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), 150);
    return () => clearTimeout(timer);
  }, []);
  if (disconnected)
    return (
      <p className={styles.skeleton} role="status">
        {words.onceConnected}
      </p>
    );
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {due &&
        Array.from({ length: lines }, (_, index) => (
          <div key={index} className={styles.line} style={{ width: `${88 - ((index * 23) % 50)}%` }} />
        ))}
    </div>
  );
}
