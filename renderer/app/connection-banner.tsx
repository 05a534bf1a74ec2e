import { useWindow } from '../store/app-store.ts';
import styles from './connection-banner.module.css';

/** Says that what is shown is the last that was known. */
export function ConnectionBanner() {
  const lost = useWindow((state) => state.connection === 'lost');
  return (
    <div role="status">
      {lost && (
        <p className={styles.banner}>
          Connection to Gatehouse lost; trying again. What you see is its last state. If Gatehouse was stopped, start it and open the
          address it prints.
        </p>
      )}
    </div>
  );
}
