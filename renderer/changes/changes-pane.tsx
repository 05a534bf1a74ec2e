import { FileDiff as FileIcon, RefreshCw, TriangleAlert } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { ChangedFile, Changes, ChangesSince } from '#shared/contract/changes.ts';
import type { LeftOut } from '#shared/session/checkpoint.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { attempt, reviewChanges } from '../store/window-actions.ts';
import { useSession, useDisabledReason } from '../store/selectors.ts';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { Select } from '../ui/controls/select.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { Badge } from '../ui/display/badge.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { GitActions } from './git-actions.tsx';
import { FileRow } from './file-row.tsx';
import { fileKey, type Kept, useKept, wholeFile, withoutKeptParts } from './kept-changes.ts';
import { ChangesOverview } from './changes-overview.tsx';
import { openAtFirst } from './open-at-first.ts';
import { RevertAll } from './revert-buttons.tsx';
import { revert } from './revert.ts';
import { UndoRevert } from './undo-revert.tsx';
import { ALL, revertedPart, UNDO, useReverting } from './use-reverting.ts';
import { useChanges } from './use-changes.ts';
import { useGrowingPage } from './use-growing-page.ts';
import { LEFT_OUT_WORDS } from '../diff/words.ts';
import { words } from './words.ts';
import styles from './changes-pane.module.css';

const icon = { size: 24, strokeWidth: 1.5 };
const SINCE: readonly ChangesSince[] = ['session', 'turn'];

/** What the agent changed in the folder, by tools and commands: review, keep or revert. */
export function ChangesPane({ sessionId }: { readonly sessionId: string }) {
  const since = useWindow((state) => state.changesSince);
  const { state, refresh } = useChanges(sessionId, since);
  const kept = useKept(sessionId);
  const working = useSession(sessionId, (view) => view.turn !== null) ?? false;
  const disabledReason = useDisabledReason();
  const blocked = disabledReason ?? (working ? words.whileWorking : undefined);
  const changes = state.type === 'ready' ? state.changes : undefined;
  const { reverting, whileReverting } = useReverting(refresh, changes);
  const open = changes?.files.filter((file) => !kept.has(fileKey(file))) ?? [];
  return (
    <section
      className={styles.pane}
      aria-label={words.pane}
      aria-busy={state.type === 'loading' || (state.type === 'ready' && !state.current)}
    >
      <header className={styles.toolbar}>
        <h2>{words.pane}</h2>
        {changes && changes.total > 0 && (
          <span className={styles.count} role="status">
            {words.files(changes.total)}
          </span>
        )}
        <Select
          label={words.since}
          variant="quiet"
          value={since}
          options={SINCE.map((value) => ({ value, ...words.sinceOptions[value] }))}
          onChange={reviewChanges}
        />
        <span className={styles.space} />
        {changes && changes.total > 0 && <GitActions sessionId={sessionId} remote={changes.remote} />}
        {changes?.changesId != null && open.length > 0 && (
          <>
            <Button size="small" variant="quiet" onClick={() => kept.add(open.map(fileKey))}>
              {words.keepAll}
            </Button>
            <RevertAll
              files={open}
              blocked={blocked}
              busy={reverting === ALL}
              onRevert={(files) => whileReverting(ALL, () => revertOpen({ sessionId, changes, files, kept }))}
            />
          </>
        )}
        <IconButton
          label={words.refresh}
          size="small"
          icon={<RefreshCw size={14} strokeWidth={1.5} aria-hidden="true" />}
          tooltipSide="bottom"
          onClick={refresh}
        />
      </header>
      <UndoRevert sessionId={sessionId} blocked={blocked} busy={reverting !== null} onUndo={(act) => whileReverting(UNDO, act)} />
      <ChangesOverview files={open} />
      <div className={styles.scroller} data-scroller="">
        {state.type === 'loading' && <Skeleton lines={6} label={words.loading} />}
        {state.type === 'failed' && (
          <EmptyState icon={<TriangleAlert {...icon} />} title={words.failed} actions={<Button onClick={refresh}>{words.again}</Button>}>
            {state.message}
          </EmptyState>
        )}
        {changes && (
          <ChangeList
            sessionId={sessionId}
            changes={changes}
            current={state.type === 'ready' && state.current}
            kept={kept}
            blocked={blocked}
            reverting={reverting}
            onRevert={(file, hunks) => {
              const { changesId } = changes;
              if (changesId === null) return;
              const files = hunks ? [{ path: file.path, hunks }] : wholeFile(file);
              whileReverting(revertedPart(file.path, hunks?.[0]), () => revert(sessionId, changesId, files));
            }}
          />
        )}
      </div>
    </section>
  );
}

interface ChangeListProps {
  readonly sessionId: string;
  readonly changes: Changes;
  /** Otherwise they are being listed again, and nothing is said of what isn’t there. */
  readonly current: boolean;
  readonly kept: Kept;
  readonly blocked: string | undefined;
  readonly reverting: string | null;
  readonly onRevert: Parameters<typeof FileRow>[0]['onRevert'];
}

function ChangeList({ sessionId, changes, current, kept, blocked, reverting, onRevert }: ChangeListProps) {
  const { unavailable, changesId, files, total, leftOut } = changes;
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
  const isKept = (file: ChangedFile): boolean => kept.has(fileKey(file));
  const done = files.filter(isKept);
  const open = files.filter((file) => !isKept(file));
  const opened = openAtFirst(open);
  const rowsOf = (list: readonly ChangedFile[]) =>
    list.map((file, index) => (
      <FileRow
        first={index === 0}
        key={file.path}
        sessionId={sessionId}
        changesId={changesId}
        file={file}
        kept={kept}
        blocked={blocked}
        reverting={reverting}
        startsOpen={opened.has(file.path)}
        onRevert={onRevert}
      />
    ));
  return (
    <div className={styles.content}>
      {total === 0 && (
        <EmptyState icon={<FileIcon {...icon} />} title={words.allSame}>
          {words.allSameText}
        </EmptyState>
      )}
      {open.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys move between its buttons
        <ul className={styles.files} aria-label={words.list} onKeyDown={onListKey}>
          {rowsOf(open.slice(0, shown))}
        </ul>
      )}
      {open.length > shown && (
        <Button ref={more} variant="quiet" size="small" className={styles.more} onClick={showMore}>
          {words.showMore(open.length - shown)}
        </Button>
      )}
      {open.length === 0 && done.length > 0 && <p className={styles.quiet}>{words.allKept}</p>}
      {total > files.length && <p className={styles.quiet}>{words.more(total - files.length)}</p>}
      {done.length > 0 && (
        <details className={styles.kept}>
          <summary>{words.kept(done.length)}</summary>
          <ul className={styles.files} aria-label={words.kept(done.length)}>
            {rowsOf(done)}
          </ul>
        </details>
      )}
      <LeftOutList leftOut={leftOut} />
    </div>
  );
}

interface OpenChanges {
  readonly sessionId: string;
  readonly changes: Changes;
  readonly files: readonly ChangedFile[];
  readonly kept: Kept;
}

/** Reverts files except for their kept hunks. */
async function revertOpen({ sessionId, changes: { changesId }, files, kept }: OpenChanges): Promise<void> {
  if (changesId === null) return;
  const diffOf = (path: string) => call('changes.diff', { sessionId, changesId, path });
  const parts = await attempt(words.revertFailed, Promise.all(files.map((file) => withoutKeptParts(file, kept, diffOf))));
  const wanted = parts?.flat() ?? [];
  if (wanted.length > 0) await revert(sessionId, changesId, wanted);
}

/** Up and Down move between files. */
function onListKey(event: KeyboardEvent<HTMLUListElement>): void {
  const step = event.key === 'ArrowDown' || event.key === 'j' ? 1 : event.key === 'ArrowUp' || event.key === 'k' ? -1 : 0;
  if (step === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  const files = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-file]')];
  const at = files.findIndex((file) => file.closest('li')?.contains(document.activeElement) === true);
  const next = files[at + step];
  if (!next || !document.activeElement?.matches('[data-file]')) return;
  event.preventDefault();
  next.focus();
}

/** Paths whose changes aren't tracked. */
function LeftOutList({ leftOut: { total, items } }: { readonly leftOut: LeftOut }) {
  if (total === 0) return null;
  return (
    <details className={styles.leftOut}>
      <summary>
        {words.notCovered} <Badge>{total.toLocaleString('en')}</Badge>
      </summary>
      <p className={styles.quiet}>{words.notCoveredText}</p>
      <ul>
        {items.map(({ path, reason }) => (
          <li key={`${reason} ${path}`}>
            <code>
              <VisibleText text={path} />
            </code>
            <span className={styles.quiet}>{LEFT_OUT_WORDS[reason]}</span>
          </li>
        ))}
      </ul>
      {total > items.length && <p className={styles.quiet}>{words.moreLeftOut(total - items.length)}</p>}
    </details>
  );
}
