import { useWindow } from '../store/app-store.ts';
import { words } from './words.ts';
import styles from './settings-pane.module.css';

/** Version, host and folder. */
export function AboutFacts() {
  const app = useWindow((state) => state.app);
  const project = useWindow((state) => state.project);
  if (!app) return null;
  return (
    <dl className={styles.facts}>
      <dt>{words.version}</dt>
      <dd>{app.version}</dd>
      <dt>{words.runsAs}</dt>
      <dd>{app.host === 'web' ? words.browserPage : words.desktopApp}</dd>
      <dt>{words.folder}</dt>
      <dd className={styles.path}>{project?.projectDir ?? words.noneOpen}</dd>
    </dl>
  );
}
