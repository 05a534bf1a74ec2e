import type { Project } from '#shared/contract/project.ts';
import { askTrust, openDialog } from '../store/window-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { words } from './words.ts';
import styles from './trust-setting.module.css';

/** Whether the folder is trusted, and the way to change that. */
export function TrustSetting({ project }: { readonly project: Project }) {
  const { trusted, untrustedItems } = project;
  const isOpenQuestion = !trusted && untrustedItems.length > 0;
  return (
    <div className={styles.row}>
      <p className={styles.state}>{trusted ? words.trusted : isOpenQuestion ? words.untrusted : words.nothingToTrust}</p>
      {trusted && <Button onClick={() => openDialog({ type: 'revokeTrust' })}>{words.revokeButton}</Button>}
      {isOpenQuestion && <Button onClick={() => askTrust(true)}>{words.review}</Button>}
    </div>
  );
}
