import { History, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { RestoreResult } from '#shared/contract/restore.ts';
import { firstLine, shorten } from '#shared/shorten.ts';
import { useItems, useSession } from '../store/selectors.ts';
import { agentWorks } from '../store/when-idle.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { rewindTo } from '../conversation/composer/message-box.ts';
import { ElsewhereNote } from './elsewhere-note.tsx';
import { PointList, WhatChoice } from './restore-choices.tsx';
import { RestorePreviewView } from './restore-preview.tsx';
import { noteRestored } from './note-restored.ts';
import { countOf, words, type What } from './words.ts';
import { useRestore, type RestorePoint } from './use-restore.ts';
import styles from './restore-dialog.module.css';

export interface RestoreDialogProps {
  readonly sessionId: string;
  /** Restore files to their state before this message; `null`: the user picks a state. */
  readonly messageId: string | null;
  readonly onClose: () => void;
}

/** Restores files to an earlier state: preview, choice, result with undo. */
export function RestoreDialog({ sessionId, messageId, onClose }: RestoreDialogProps) {
  const { step, choose, again, stopFirst, apply } = useRestore(sessionId, messageId);
  const [kept, setKept] = useState<ReadonlySet<string> | null>(null);
  const items = useItems(sessionId);
  const working = useSession(sessionId, agentWorks) ?? false;
  /** The message of the chosen state; `null` for the state before a restore. */
  const [from, setFrom] = useState(messageId);
  const message = items.find((item) => item.type === 'user' && item.id === from);
  const preview = step.type === 'preview' ? step.preview : undefined;
  // Changes made by others stay unless the user decides otherwise.
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
    const rewind = what !== 'files' && from !== null ? () => rewindTo(sessionId, from) : undefined;
    const said = message?.type === 'user' ? words.before(shorten(firstLine(message.text), 60)) : '';
    const done = (result?: RestoreResult) => {
      onClose();
      noteRestored(sessionId, { result, conversation: rewind !== undefined, before: said });
    };
    const restoreConversation = async () => {
      await rewind?.();
      done();
    };
    if (takesFiles) apply([...keep], done, rewind);
    else void restoreConversation();
  };
  const footer =
    preview && (preview.total > 0 || message) ? (
      <>
        <Button onClick={onClose}>{words.cancel}</Button>
        <Button variant="primary" disabled={busy || (what === 'files' && chosen === 0)} onClick={restore}>
          {busy ? words.restoring : actionLabel(what, chosen)}
        </Button>
      </>
    ) : step.type === 'incomplete' ? (
      <>
        <Button disabled={step.result.restored === 0} onClick={() => undo(step.result)}>
          {words.undo}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {words.done}
        </Button>
      </>
    ) : step.type === 'failed' ? (
      <>
        <Button onClick={again}>{words.tryAgain}</Button>
        {working && (
          <Button variant="primary" onClick={stopFirst}>
            {words.stop}
          </Button>
        )}
      </>
    ) : (
      <Button onClick={onClose}>{words.close}</Button>
    );

  return (
    <Dialog open onClose={onClose} title={words.title} size={preview ? 'large' : 'medium'} footer={footer}>
      {preview && preview.total > 0 && (
        <p className={styles.before}>
          {words.asBefore}{' '}
          {message?.type === 'user' ? (
            <>
              “<VisibleText text={shorten(firstLine(message.text), 80)} />”
            </>
          ) : from === null ? (
            words.filesWereRestored
          ) : (
            words.anEarlierMessage
          )}
          .
        </p>
      )}
      {preview && message && <WhatChoice value={what} onChange={setWhat} disabled={busy} />}
      {preview && message && what !== 'files' && <p className={styles.before}>{words.takesBack}</p>}
      {step.type === 'loading' && <Skeleton lines={5} label={words.comparingFiles} />}
      {step.type === 'unavailable' && (
        <EmptyState icon={<History size={24} strokeWidth={1.5} />} title={words.unavailable}>
          {words.restWorks(sentence(step.why))}
        </EmptyState>
      )}
      {step.type === 'nothing' && (
        <EmptyState icon={<History size={24} strokeWidth={1.5} />} title={words.nothingToRestore}>
          {messageId === null ? words.noPoints : words.noChanges}
        </EmptyState>
      )}
      {step.type === 'failed' && (
        <EmptyState icon={<TriangleAlert size={24} strokeWidth={1.5} />} title={words.notNow}>
          {step.message}
        </EmptyState>
      )}
      {step.type === 'choose' && <PointList points={step.points} items={items} onChoose={select} />}
      {preview && what !== 'conversation' && (
        <RestorePreviewView sessionId={sessionId} preview={preview} keep={keep} onKeep={setKept} disabled={busy} />
      )}
      {step.type === 'incomplete' && <Result result={step.result} />}
      <ElsewhereNote sessionId={sessionId} />
    </Dialog>
  );
}

function Result({ result: { restored, failed } }: { readonly result: RestoreResult }) {
  return (
    <div role="status" className={styles.result}>
      <p>{restored === 0 ? words.noneRestored : words.restored(countOf(restored, 'file'))}</p>
      {failed.length > 0 && (
        <>
          <p className={styles.warning}>{words.stayedAsBefore(countOf(failed.length, 'file'))}</p>
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

function actionLabel(what: What, files: number): string {
  if (what === 'files') return files === 0 ? words.chooseFile : words.restoreFiles(countOf(files, 'file'));
  return what === 'conversation' || files === 0 ? words.restoreConversation : words.restoreBoth(countOf(files, 'file'));
}

function sentence(clause: string): string {
  return `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}
