import { History, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { RestoreResult } from '#shared/contract/restore.ts';
import { useItems } from '../store/selectors.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { editAndResend } from '../conversation/go-back.ts';
import { PointList } from './point-list.tsx';
import { RestorePreviewView } from './restore-preview.tsx';
import { countOf } from './restore-words.ts';
import { useRestore, type RestorePoint } from './use-restore.ts';
import { WhatChoice, type What } from './what-choice.tsx';
import styles from './restore-dialog.module.css';

export interface RestoreDialogProps {
  readonly sessionId: string;
  /** The message before whose work the files were as they shall be; `null`: let the person choose. */
  readonly messageId: string | null;
  readonly onClose: () => void;
}

/** Brings files back to how they were: what would change first, then the choice, then the result, with its own undo. */
export function RestoreDialog({ sessionId, messageId, onClose }: RestoreDialogProps) {
  const { step, choose, again, apply } = useRestore(sessionId, messageId);
  const [kept, setKept] = useState<ReadonlySet<string> | null>(null);
  const items = useItems(sessionId);
  /** The message of the chosen state; `null` for the one before files were restored. */
  const [from, setFrom] = useState(messageId);
  const message = items.find((item) => item.type === 'user' && item.id === from);
  const preview = step.type === 'preview' ? step.preview : undefined;
  // Others’ changes stay unless a person says otherwise.
  const keep = kept ?? new Set(preview?.files.filter(({ changedByOthers }) => changedByOthers).map(({ path }) => path));
  const [what, setWhat] = useState<What>('files');
  const chosen = (preview?.total ?? 0) - keep.size;
  const busy = step.type === 'preview' && step.busy;

  const select = (point: RestorePoint) => {
    setFrom(point.messageId);
    choose(point.checkpointId);
  };
  const undo = (result: RestoreResult) => {
    setKept(null);
    setFrom(null);
    setWhat('files');
    choose(result.undoId);
  };
  const takesFiles = what !== 'conversation' && chosen > 0;
  const restore = () => {
    const rewind = what !== 'files' && from !== null ? () => editAndResend(sessionId, from) : undefined;
    if (takesFiles) apply([...keep], rewind);
    else {
      void rewind?.();
      onClose();
    }
  };
  const footer =
    preview && (preview.total > 0 || message) ? (
      <>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={busy || (what === 'files' && chosen === 0)} onClick={restore}>
          {busy ? 'Restoring…' : actOf(what, chosen)}
        </Button>
      </>
    ) : step.type === 'done' ? (
      <>
        <Button disabled={step.result.restored === 0} onClick={() => undo(step.result)}>
          Undo…
        </Button>
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </>
    ) : step.type === 'failed' ? (
      <Button onClick={again}>Try again</Button>
    ) : (
      <Button onClick={onClose}>Close</Button>
    );

  return (
    <Dialog open onClose={onClose} title="Restore" size={preview ? 'large' : 'medium'} footer={footer}>
      {preview && preview.total > 0 && (
        <p className={styles.before}>
          As it was before{' '}
          {message?.type === 'user' ? (
            <>
              “<VisibleText text={firstLine(message.text)} />”
            </>
          ) : from === null ? (
            'files were restored'
          ) : (
            'an earlier message'
          )}
          .
        </p>
      )}
      {preview && message && <WhatChoice value={what} onChange={setWhat} disabled={busy} />}
      {preview && message && what !== 'files' && (
        <p className={styles.before}>The message and all that followed are taken back, and its text stands in the box again.</p>
      )}
      {step.type === 'loading' && <Skeleton lines={5} label="Comparing files" />}
      {step.type === 'unavailable' && (
        <EmptyState icon={<History size={24} strokeWidth={1.5} />} title="Undo isn’t available here">
          {sentence(step.why)} Everything else works.
        </EmptyState>
      )}
      {step.type === 'nothing' && (
        <EmptyState icon={<History size={24} strokeWidth={1.5} />} title="Nothing to restore">
          {messageId === null
            ? 'The agent hasn’t changed any file in this session yet, or what was kept has been cleaned up.'
            : 'The agent has changed no file since this message, or what was kept has been cleaned up.'}
        </EmptyState>
      )}
      {step.type === 'failed' && (
        <EmptyState icon={<TriangleAlert size={24} strokeWidth={1.5} />} title="This can’t be done now">
          {step.message}
        </EmptyState>
      )}
      {step.type === 'choose' && <PointList points={step.points} items={items} onChoose={select} />}
      {preview && what !== 'conversation' && (
        <RestorePreviewView sessionId={sessionId} preview={preview} keep={keep} onKeep={setKept} disabled={busy} />
      )}
      {step.type === 'done' && <Result result={step.result} />}
    </Dialog>
  );
}

function Result({ result: { restored, failed } }: { readonly result: RestoreResult }) {
  return (
    <div role="status" className={styles.result}>
      <p>{restored === 0 ? 'No file was restored.' : `${countOf(restored, 'file')} restored.`}</p>
      {failed.length > 0 && (
        <>
          <p className={styles.warning}>{countOf(failed.length, 'file')} stayed as before:</p>
          <ul className={styles.failed}>
            {failed.map(({ path, why }) => (
              <li key={path}>
                <code>
                  <VisibleText text={path} />
                </code>
                <span>{why}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function actOf(what: What, files: number): string {
  if (what === 'files') return files === 0 ? 'Choose a file' : `Restore ${countOf(files, 'file')}`;
  return what === 'conversation' || files === 0 ? 'Restore the conversation' : `Restore ${countOf(files, 'file')} and the conversation`;
}

function firstLine(text: string): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length <= 80 ? line : `${line.slice(0, 79)}…`;
}

function sentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}
