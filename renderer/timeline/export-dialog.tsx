import { useState } from 'react';
import { attempt } from '../store/window-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { showToast } from '../ui/overlays/toast.tsx';
import { call } from '../bridge/client.ts';
import { saveText } from '../bridge/save-text.ts';
import { exportWords as words } from './export-words.ts';
import styles from './export-dialog.module.css';

/** Saves the session's timeline as a file for other tools. */
export function ExportDialog({ sessionId, onClose }: { readonly sessionId: string; readonly onClose: () => void }) {
  const [texts, setTexts] = useState(false);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const made = await attempt(words.notExported, call('session.exportTrace', { sessionId, texts }));
    setBusy(false);
    const where = made ? saveText(made, 'application/json') : null;
    if (where === null) return;
    showToast({ title: words.exported, detail: where });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.exportTheTimeline}
      description={words.exportDetail}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button variant="primary" disabled={busy} onClick={() => void save()}>
            {busy ? words.exporting : words.export}
          </Button>
        </>
      }
    >
      <label className={styles.choice}>
        <input type="checkbox" checked={texts} onChange={(event) => setTexts(event.target.checked)} />
        <span>
          {words.includeTexts}
          <small>{words.textsHint}</small>
        </span>
      </label>
    </Dialog>
  );
}
