import { words } from './words.ts';
import styles from './wordmark.module.css';

/** Logo and name. */
export function Wordmark() {
  return (
    <div className={styles.wordmark}>
      <svg width="22" height="22" viewBox="0 0 22 22" fill="currentColor" aria-hidden="true">
        <path d="M2 20V9l3-3V1h3v3h6V1h3v5l3 3v11h-5v-6a4 4 0 0 0-8 0v6z" />
      </svg>
      {words.gatehouseName}
    </div>
  );
}
