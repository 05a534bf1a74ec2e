import { type ReactNode, useState } from 'react';
import type { ChangedFile } from '#shared/contract/changes.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { words } from './words.ts';

interface RevertButtonProps {
  readonly label: string;
  /** Why reverting is disabled. */
  readonly blocked: string | undefined;
  readonly busy: boolean;
  /** What to ask first, where changes of the person may be lost. */
  readonly question: string | undefined;
  readonly onRevert: () => void;
}

/** Reverts a file or a hunk. While it does, it stays focused and says so. */
export function RevertButton({ label, blocked, busy, question, onRevert }: RevertButtonProps) {
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={label}
        aria-busy={busy}
        title={blocked}
        disabled={blocked !== undefined}
        onClick={question === undefined ? onRevert : () => setAsking(true)}
      >
        {busy ? words.reverting : words.revert}
      </Button>
      {asking && (
        <ConfirmRevert title={label} ready={blocked === undefined} onClose={close} onRevert={onRevert}>
          <p>{question}</p>
        </ConfirmRevert>
      )}
    </>
  );
}

interface ConfirmRevertProps {
  readonly title: string;
  /** Whether it can be reverted now. */
  readonly ready: boolean;
  readonly onClose: () => void;
  readonly onRevert: () => void;
  readonly children: ReactNode;
}

function ConfirmRevert({ title, ready, onClose, onRevert, children }: ConfirmRevertProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            variant="danger"
            disabled={!ready}
            onClick={() => {
              onClose();
              onRevert();
            }}
          >
            {words.revert}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

export interface RevertAllProps {
  readonly label: string;
  readonly files: readonly ChangedFile[];
  /** How many files a filter hides: they aren’t reverted. */
  readonly hidden: number;
  /** Whether the list is known to be up to date. */
  readonly current: boolean;
  /** Lists the files again: what is asked must be true. */
  readonly onAsk: () => void;
  readonly blocked: string | undefined;
  readonly busy: boolean;
  readonly onRevert: (files: readonly ChangedFile[]) => void;
}

/** Reverts every open change after a confirmation; the user’s own changes aren't included. */
export function RevertAll({ label, files, hidden, current, onAsk, blocked, busy, onRevert }: RevertAllProps) {
  const [asking, setAsking] = useState(false);
  const again = files.filter(({ changedAgain }) => changedAgain).length;
  const others = files.filter(({ changedByOthers, changedAgain }) => changedByOthers && !changedAgain).length;
  const own = files.filter(({ changedByOthers, changedAgain }) => !changedByOthers && !changedAgain);
  const perhaps = own.filter(({ perhapsByOthers }) => perhapsByOthers).length;
  const committed = own.filter(({ inGit }) => inGit === 'committed').length;
  const close = () => setAsking(false);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={label}
        aria-busy={busy}
        title={blocked}
        disabled={blocked !== undefined || own.length === 0}
        onClick={() => {
          onAsk();
          setAsking(true);
        }}
      >
        {busy ? words.reverting : label}
      </Button>
      {asking && (
        <ConfirmRevert title={label} ready={current && own.length > 0} onClose={close} onRevert={() => onRevert(own)}>
          <p>{words.confirmAll(own.length)}</p>
          {committed > 0 && <p>{words.confirmCommitted(committed, own.length)}</p>}
          {perhaps > 0 && <p>{words.confirmPerhaps(perhaps)}</p>}
          {others > 0 && <p>{words.confirmOthers(others)}</p>}
          {again > 0 && <p>{words.confirmAgain(again)}</p>}
          {hidden > 0 && <p>{words.confirmFiltered(hidden)}</p>}
        </ConfirmRevert>
      )}
    </>
  );
}
