import { useState } from 'react';
import type { ChangedFile } from '#shared/contract/changes.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { words } from './words.ts';

export interface RevertAllProps {
  readonly files: readonly ChangedFile[];
  readonly blocked: string | undefined;
  readonly onRevert: (files: readonly ChangedFile[]) => void;
}

/** Reverts every open change after a confirmation; the user’s own changes aren't included. */
export function RevertAll({ files, blocked, onRevert }: RevertAllProps) {
  const [asking, setAsking] = useState(false);
  const own = files.filter(({ changedByOthers }) => !changedByOthers);
  const close = () => setAsking(false);
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        title={blocked}
        disabled={blocked !== undefined || own.length === 0}
        onClick={() => setAsking(true)}
      >
        {words.revertAll}
      </Button>
      {asking && (
        <Dialog
          open
          onClose={close}
          title={words.revertAll}
          footer={
            <>
              <Button onClick={close}>{words.cancel}</Button>
              <Button
                variant="danger"
                onClick={() => {
                  close();
                  onRevert(own);
                }}
              >
                {words.revert}
              </Button>
            </>
          }
        >
          <p>{words.confirmAll(own.length)}</p>
          {own.length < files.length && <p>{words.confirmOthers(files.length - own.length)}</p>}
        </Dialog>
      )}
    </>
  );
}
