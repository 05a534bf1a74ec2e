import { useEffect, useState } from 'react';
import type { RestoreDiff } from '#shared/contract/restore.ts';
import { call } from '../bridge/client.ts';
import { DiffView } from '../diff/diff-view.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { words } from './words.ts';
import styles from './restore-dialog.module.css';

/** One file's diff of a restore, fetched when opened. */
export function FileDiff({
  sessionId,
  previewId,
  path,
}: {
  readonly sessionId: string;
  readonly previewId: string;
  readonly path: string;
}) {
  const [diff, setDiff] = useState<RestoreDiff | { readonly type: 'failed'; readonly message: string } | null>(null);
  useEffect(() => {
    let current = true;
    call('restore.diff', { sessionId, previewId, path }).then(
      (answer) => current && setDiff(answer),
      (error: unknown) => current && setDiff({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      current = false;
    };
  }, [sessionId, previewId, path]);
  if (diff === null) return <Skeleton lines={3} label={words.changesTo(path)} />;
  if (diff.type === 'failed') return <p className={styles.warning}>{diff.message}</p>;
  if (diff.type === 'binary') return <p className={styles.quiet}>{words.noTextToCompare(sizeOf(diff.bytesNow), sizeOf(diff.bytesThen))}</p>;
  return diff.detail.type === 'diff' ? <DiffView diff={diff.detail} maxHeight={280} /> : null;
}

function sizeOf(bytes: number | null): string {
  return bytes === null ? 'no file' : `${bytes.toLocaleString('en')} bytes`;
}
