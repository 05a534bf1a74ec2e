import { FileDiff as FileIcon } from 'lucide-react';
import { useState } from 'react';
import type { ChangedFile, Changes, ChangesSince } from '#shared/contract/changes.ts';
import { Button } from '../ui/controls/button.tsx';
import { Disclosure } from '../ui/display/disclosure.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { CallLinks } from './call-links.tsx';
import { callsOfAll } from './calls-of-all.ts';
import { FileRow, type FileRowProps } from './file-row.tsx';
import { fileKey, type Kept } from './kept-changes.ts';
import { LeftOutList } from '../diff/left-out-list.tsx';
import { useGrowingPage } from './use-growing-page.ts';
import type { Unfolded } from './use-unfolded.ts';
import { words } from './words.ts';
import styles from './changes-pane.module.css';

const icon = { size: 24, strokeWidth: 1.5 };

interface ChangeListProps {
  readonly sessionId: string;
  readonly since: ChangesSince;
  /** They are those of one turn. */
  readonly ofTurn: boolean;
  readonly changes: Changes;
  /** Otherwise they are being listed again, and nothing is said of what isn’t there. */
  readonly current: boolean;
  /** The files to decide about that match the filter. */
  readonly listed: readonly ChangedFile[];
  readonly filtered: boolean;
  readonly unfolded: Unfolded;
  readonly kept: Kept;
  readonly blocked: string | undefined;
  readonly reverting: string | null;
  readonly onRevert: FileRowProps['onRevert'];
}

/** The changed files with their diffs, and below them those that are kept. */
export function ChangeList(props: ChangeListProps) {
  const { sessionId, since, ofTurn, changes, current, listed, filtered, unfolded, kept, blocked, reverting, onRevert } = props;
  const { unavailable, changesId, files, total, leftOut, lastRestore } = changes;
  const { shown, more, showMore } = useGrowingPage();
  if (unavailable !== null)
    return (
      <EmptyState icon={<FileIcon {...icon} />} title={words.unavailable}>
        {words.unavailableText(unavailable)}
      </EmptyState>
    );
  if (!current && total === 0) return <Skeleton lines={6} label={words.loading} />;
  if (changesId === null)
    return (
      <EmptyState icon={<FileIcon {...icon} />} title={words.empty}>
        {words.emptyText}
      </EmptyState>
    );
  const done = files.filter((file) => kept.has(fileKey(file)));
  const calls = callsOfAll(listed);
  const rowOf = (file: ChangedFile, index: number) => {
    const first = index === 0;
    return { sessionId, changesId, file, kept, blocked, reverting, onRevert, first };
  };
  return (
    <div className={styles.content}>
      {total === 0 && (
        <EmptyState icon={<FileIcon {...icon} />} title={words.allSame}>
          {ofTurn ? words.turnSame : words.allSameText(since)}
        </EmptyState>
      )}
      {!onRevert && listed.length > 0 && <p className={styles.quiet}>{words.noRevert}</p>}
      {calls && (onRevert || calls.calls.length > 0) && <CallLinks sessionId={sessionId} by={calls} />}
      {listed.length > 0 && (
        <ul className={styles.files} aria-label={words.list} data-open-files="">
          {listed.slice(0, shown).map((file, index) => (
            <FileRow
              key={file.path}
              {...rowOf(file, index)}
              open={unfolded.has(file.path)}
              onOpen={(open) => unfolded.set([file.path], open)}
              callsAreSaid={calls !== undefined}
            />
          ))}
        </ul>
      )}
      {listed.length > shown && (
        <Button ref={more} variant="quiet" size="small" className={styles.more} onClick={showMore}>
          {words.showMore(listed.length - shown)}
        </Button>
      )}
      {filtered && listed.length === 0 && <p className={styles.quiet}>{words.noMatch}</p>}
      {!filtered && listed.length === 0 && done.length > 0 && (
        <p className={styles.quiet}>{lastRestore === null ? words.allKept : words.restKept}</p>
      )}
      {total > files.length && <p className={styles.quiet}>{words.more(total - files.length, since)}</p>}
      {done.length > 0 && (
        <Disclosure label={words.kept(done.length)}>
          <ul className={styles.files} aria-label={words.kept(done.length)}>
            {done.map((file, index) => (
              <KeptRow key={file.path} {...rowOf(file, index)} />
            ))}
          </ul>
        </Disclosure>
      )}
      <LeftOutList leftOut={leftOut} summary={words.leftOut} explained={words.leftOutText} />
    </div>
  );
}

/** A kept file starts folded. */
function KeptRow(props: Omit<FileRowProps, 'open' | 'onOpen' | 'callsAreSaid'>) {
  const [open, setOpen] = useState(false);
  return <FileRow {...props} open={open} onOpen={setOpen} callsAreSaid={false} />;
}
