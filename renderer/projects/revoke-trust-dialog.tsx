import { useState } from 'react';
import { useWindow } from '../store/app-store.ts';
import { revokeTrust } from '../store/project-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { words } from './words.ts';
import styles from './revoke-trust-dialog.module.css';

/** Revokes the trust in the open folder, after saying what stops having an effect. */
export function RevokeTrustDialog({ onClose }: { readonly onClose: () => void }) {
  const project = useWindow((state) => state.project);
  const [busy, setBusy] = useState(false);
  if (!project) return null;
  const revoke = async (): Promise<void> => {
    setBusy(true);
    const done = await revokeTrust(project.projectDir);
    setBusy(false);
    if (done) onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title={words.revokeTitle(project.name)}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button variant="danger" disabled={busy} onClick={() => void revoke()}>
            {busy ? words.revoking : words.revoke}
          </Button>
        </>
      }
    >
      <div className={styles.text}>
        <p>{words.revokeLead}</p>
        <ul>
          {words.revokeItems.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p>{words.revokeDetail}</p>
        <p>{words.revokeReach}</p>
      </div>
    </Dialog>
  );
}
