import { useState } from 'react';
import { attempt } from '../store/window-actions.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { showToast } from '../ui/toast.tsx';
import { exportTrace } from './export-trace.ts';
import { words } from './words.ts';
import styles from './export-dialog.module.css';

/** Saves the session's timeline as a file for other tools. */
export function ExportDialog({ sessionId, onClose }: { readonly sessionId: string; readonly onClose: () => void }) {
  const [texts, setTexts] = useState(false);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const saved = await attempt('The timeline was not exported', exportTrace(sessionId, texts));
    setBusy(false);
    if (saved === undefined || saved.type === 'cancelled') return;
    showToast({ title: 'Timeline exported', detail: saved.where });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.exportTheTimeline}
      description="As a Chrome trace, which Perfetto (ui.perfetto.dev) and chrome://tracing open. Each agent is a process, with its requests to the model, its calls, their waits and steps."
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
