import { useEffect, useState } from 'react';
import type { SetUp, SetUpItem } from '#shared/compatibility/set-up.ts';
import type { SettingsText } from '#shared/contract/commands/settings-commands.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call } from '../bridge/client.ts';
import { Button } from '../ui/controls/button.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { words } from './words.ts';
import styles from './include-dialog.module.css';

interface IncludeDialogProps {
  readonly projectDir: string;
  readonly include: NonNullable<SetUpItem['includes']>;
  readonly onAllowed: (setUp: SetUp) => void;
  readonly onClose: () => void;
}

/** Shows a file outside the repository that one of its instruction files includes, and allows that. */
export function IncludeDialog({ projectDir, include, onAllowed, onClose }: IncludeDialogProps) {
  const { importer, target } = include;
  const [shown, setShown] = useState<SettingsText | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    let current = true;
    call('settings.readInclude', { projectDir, importer, target }).then(
      (read) => current && setShown(read),
      (cause: unknown) => current && setError(errorMessage(cause)),
    );
    return () => {
      current = false;
    };
  }, [projectDir, importer, target]);

  const allow = async (): Promise<void> => {
    if (!shown) return;
    setBusy(true);
    try {
      onAllowed(await call('settings.allowInclude', { projectDir, importer, target, digest: shown.digest }));
    } catch (cause) {
      setError(errorMessage(cause));
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={words.includeTitle}
      footer={
        <>
          <Button onClick={onClose}>{words.includeCancel}</Button>
          <Button variant="primary" disabled={busy || !shown || error !== null} onClick={() => void allow()}>
            {words.includeAllow}
          </Button>
        </>
      }
    >
      <dl className={styles.files}>
        <dt>{words.includeFile}</dt>
        <dd>
          <code>
            <VisibleText text={target} />
          </code>
        </dd>
        <dt>{words.includedBy}</dt>
        <dd>
          <code>
            <VisibleText text={importer} />
          </code>
        </dd>
      </dl>
      <p className={styles.note}>{words.includeDetail}</p>
      {error !== null && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {shown ? (
        // Scrolled with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className={styles.text} tabIndex={0} aria-label={words.includeText}>
          <VisibleText text={shown.text} />
        </pre>
      ) : (
        error === null && <Skeleton lines={5} label={words.includeText} />
      )}
    </Dialog>
  );
}
