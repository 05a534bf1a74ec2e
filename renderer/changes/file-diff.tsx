import { useEffect, useState } from 'react';
import type { ChangedFile, HunkRange } from '#shared/contract/changes.ts';
import type { RestoreDiff } from '#shared/contract/restore.ts';
import { call } from '../bridge/client.ts';
import { Skeleton } from '../ui/skeleton.tsx';
import { HunkCard } from './hunk-card.tsx';
import { hunkKey } from './kept-changes.ts';
import type { Kept } from './use-kept.ts';
import { rangeOf } from './without-kept-parts.ts';
import { words } from './words.ts';
import styles from './changes-pane.module.css';

type Shown = RestoreDiff | { readonly type: 'failed'; readonly message: string };

export interface FileDiffProps {
  readonly sessionId: string;
  readonly changesId: string;
  readonly file: ChangedFile;
  readonly kept: Kept;
  /** Why reverting is disabled. */
  readonly blocked: string | undefined;
  readonly onRevert: (hunks: HunkRange[]) => void;
}

/** One file's hunks, fetched when opened and when the file changes again. */
export function FileDiff({ sessionId, changesId, file, kept, blocked, onRevert }: FileDiffProps) {
  const { path, version } = file;
  const [shown, setShown] = useState<{ readonly version: string; readonly diff: Shown } | null>(null);
  useEffect(() => {
    let current = true;
    const show = (diff: Shown): void => {
      if (current) setShown({ version, diff });
    };
    call('changes.diff', { sessionId, changesId, path }).then(show, (error: unknown) =>
      show({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      current = false;
    };
  }, [sessionId, changesId, path, version]);
  if (shown === null) return <Skeleton lines={3} label={path} />;
  const { diff } = shown;
  if (diff.type === 'failed') return <p className={styles.warning}>{diff.message}</p>;
  if (diff.type === 'binary')
    return <p className={styles.quiet}>{words.noText(words.bytes(diff.bytesNow), words.bytes(diff.bytesThen))}</p>;
  const { detail } = diff;
  if (detail.type !== 'diff') return null;
  if (detail.hunks.length === 0) return <p className={styles.quiet}>{file.change === 'rename' ? words.onlyName : words.onlyMode}</p>;
  // An added, deleted or renamed file is reverted as a whole.
  const inParts = file.change === 'modify' && detail.truncated !== true && shown.version === version;
  return (
    <>
      {detail.hunks.map((hunk) => (
        <HunkCard
          key={`${hunk.oldStart} ${hunk.newStart}`}
          path={path}
          hunk={hunk}
          isKept={kept.has(hunkKey(file, hunk))}
          blocked={blocked}
          {...(inParts &&
            detail.hunks.length > 1 && {
              onKeep: () => kept.add([hunkKey(file, hunk)]),
              onReview: () => kept.remove([hunkKey(file, hunk)]),
              onRevert: () => onRevert([rangeOf(hunk)]),
            })}
        />
      ))}
      {detail.truncated === true && <p className={styles.warning}>{words.truncated}</p>}
    </>
  );
}
