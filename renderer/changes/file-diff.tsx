import { useEffect, useState } from 'react';
import type { ChangedFile, HunkRange } from '#shared/contract/changes.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { RestoreDiff } from '#shared/contract/restore.ts';
import type { DiffHunk } from '#shared/session/tool-view.ts';
import { call } from '../bridge/client.ts';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { HunkCard } from './hunk-card.tsx';
import { hunkKey, type Kept, rangeOf } from './kept-changes.ts';
import { noText, words as ofDiffs } from '../diff/words.ts';
import { questionBefore } from './question-before.ts';
import { revertedPart } from './use-reverting.ts';
import { useLinesAround } from './use-lines-around.ts';
import { words } from './words.ts';
import styles from './changes-pane.module.css';

type Shown = RestoreDiff | { readonly type: 'failed'; readonly message: string };

const NO_HUNKS: readonly DiffHunk[] = [];

export interface FileDiffProps {
  readonly sessionId: string;
  readonly changesId: string;
  readonly file: ChangedFile;
  /** About as high as the diff: until it is there, what is below must not move up into view. Pixels. */
  readonly height: number;
  readonly kept: Kept;
  /** Why reverting is disabled. */
  readonly blocked: string | undefined;
  /** What is being reverted. */
  readonly reverting: string | null;
  /** `undefined` where changes are neither kept nor reverted. */
  readonly onRevert: ((hunks: HunkRange[]) => void) | undefined;
}

/** One file's hunks, fetched when opened and when the file changes again. */
export function FileDiff({ sessionId, changesId, file, height, kept, blocked, reverting, onRevert }: FileDiffProps) {
  const { path, version } = file;
  const [shown, setShown] = useState<{ readonly version: string; readonly diff: Shown } | null>(null);
  useEffect(() => {
    let current = true;
    const show = (diff: Shown): void => {
      if (current) setShown({ version, diff });
    };
    call('changes.diff', { sessionId, changesId, path }).then(show, (error: unknown) =>
      show({ type: 'failed', message: errorMessage(error) }),
    );
    return () => {
      current = false;
    };
  }, [sessionId, changesId, path, version]);
  const hunks = shown?.diff.type === 'diff' && shown.diff.detail.type === 'diff' ? shown.diff.detail.hunks : NO_HUNKS;
  const lines = shown?.version === version ? linesOf(shown.diff) : 0;
  const around = useLinesAround({ sessionId, changesId, path, version, hunks, lines });
  if (shown === null)
    return (
      <div style={{ minHeight: height }}>
        <Skeleton lines={3} label={path} />
      </div>
    );
  const { diff } = shown;
  if (diff.type === 'failed') return <p className={styles.warning}>{diff.message}</p>;
  if (diff.type === 'binary') return <p className={styles.quiet}>{noText(diff)}</p>;
  const { detail } = diff;
  if (detail.type !== 'diff') return null;
  if (detail.hunks.length === 0) return <p className={styles.quiet}>{words.noLines[file.change]}</p>;
  // An added, deleted or renamed file is reverted as a whole.
  const inParts = file.change === 'modify' && detail.truncated !== true && shown.version === version;
  return (
    <>
      {detail.hunks.map((hunk, index) => (
        <HunkCard
          key={`${hunk.oldStart} ${hunk.newStart}`}
          sessionId={sessionId}
          path={path}
          hunk={hunk}
          around={around.of(index)}
          next={(side) => around.next(index, side)}
          onMore={(side) => around.show(index, side)}
          isKept={kept.has(hunkKey(file, hunk))}
          blocked={blocked}
          busy={reverting === revertedPart(path, rangeOf(hunk))}
          question={questionBefore(file, 'hunk')}
          {...(onRevert &&
            inParts &&
            detail.hunks.length > 1 && {
              onKeep: () => kept.add([hunkKey(file, hunk)]),
              onReview: () => kept.remove([hunkKey(file, hunk)]),
              onRevert: () => onRevert([rangeOf(hunk)]),
            })}
        />
      ))}
      {detail.truncated === true && <p className={styles.warning}>{onRevert ? words.truncated : ofDiffs.tooLarge}</p>}
    </>
  );
}

/** How many lines the file has, if they can be shown around its hunks. */
function linesOf(diff: Shown): number {
  return diff.type === 'diff' && diff.detail.type === 'diff' && diff.detail.truncated !== true ? (diff.lines ?? 0) : 0;
}
