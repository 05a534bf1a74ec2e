import { useState } from 'react';
import { attempt } from '../store/window-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { showToast } from '../ui/overlays/toast.tsx';
import { call } from '../bridge/client.ts';
import { words } from './words.ts';
import styles from './export-dialog.module.css';

/** Saves the session's timeline as a file for other tools. */
export function ExportDialog({ sessionId, onClose }: { readonly sessionId: string; readonly onClose: () => void }) {
  const [texts, setTexts] = useState(false);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const saved = await attempt(words.notExported, exportTrace(sessionId, texts));
    setBusy(false);
    if (saved === undefined || saved.type === 'cancelled') return;
    showToast({ title: words.exported, detail: saved.where });
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

type ExportOutcome = { readonly type: 'saved'; readonly where: string } | { readonly type: 'cancelled' };

/** The host saves the trace, or the browser downloads it. */
async function exportTrace(sessionId: string, texts: boolean): Promise<ExportOutcome> {
  const made = await call('session.exportTrace', { sessionId, texts });
  if (made.type === 'cancelled') return made;
  if (made.type === 'saved') return { type: 'saved', where: made.path };
  download(made.fileName, made.text);
  return { type: 'saved', where: made.fileName };
}

function download(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // After the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
