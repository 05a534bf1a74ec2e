import { useWindow } from '../store/app-store.ts';
import styles from './connection-banner.module.css';

/** Says that what is shown is the last that was known. */
export function ConnectionBanner() {
  const lost = useWindow((state) => state.connection === 'lost');
  return (
    <div role="status">
      {lost && <p className={styles.banner}>Connection to Gatehouse lost. What you see is its last state; trying to reach it again.</p>}
    </div>
  );
}
