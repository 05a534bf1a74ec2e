import { Columns2, RefreshCw, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ChangedFile, Changes, HunkRange } from '#shared/contract/changes.ts';
import { call } from '../bridge/client.ts';
import { useWindow } from '../store/app-store.ts';
import { attempt } from '../store/window-actions.ts';
import { useSession, useDisabledReason } from '../store/selectors.ts';
import { Button } from '../ui/controls/button.tsx';
import { EmptyState } from '../ui/display/empty-state.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { Skeleton } from '../ui/display/skeleton.tsx';
import { GitActions } from './git-actions.tsx';
import { fileKey, type Kept, NOTHING_KEPT, useKept, wholeFile, withoutKeptParts } from './kept-changes.ts';
import { ChangeList } from './change-list.tsx';
import { ChangesOverview } from './changes-overview.tsx';
import { ComparedWith } from './compared-with.tsx';
import { FilesBar } from './files-bar.tsx';
import { FilesCount, useOverview } from './files-count.tsx';
import { useFileKeys } from './use-file-keys.ts';
import { RevertAll } from './revert-buttons.tsx';
import { revert } from './revert.ts';
import { SideBySide, useSideBySide } from './side-by-side.ts';
import { UndoRevert } from './undo-revert.tsx';
import { showToast } from '../ui/overlays/toast.tsx';
import { ALL, revertedPart, UNDO, useReverting } from './use-reverting.ts';
import { useChanges } from './use-changes.ts';
import { FEW_FILES, filterFiles } from './filter-files.ts';
import { useChosenTurn } from './use-chosen-turn.ts';
import { useFileToGoTo } from './use-file-to-go-to.ts';
import { useFileInView } from './use-file-in-view.ts';
import { useUnfolded } from './use-unfolded.ts';
import { goToFile } from './go-to-file.ts';
import { words } from './words.ts';
import styles from './changes-pane.module.css';

const icon = { size: 24, strokeWidth: 1.5 };

/** What the agent changed in the folder, by tools and commands: review, keep or revert. Or what isn’t committed: review and commit. */
export function ChangesPane({ sessionId }: { readonly sessionId: string }) {
  const since = useWindow((state) => state.changesSince);
  const chosen = useChosenTurn(sessionId);
  const { state, refresh } = useChanges(sessionId, since, chosen?.turnId);
  const ofSession = useKept(sessionId);
  // Keeping and reverting belong to the checkpoints of the session.
  const decides = since !== 'commit';
  const kept = decides ? ofSession : NOTHING_KEPT;
  const working = useSession(sessionId, (view) => view.turn !== null) ?? false;
  const disabledReason = useDisabledReason();
  const blocked = disabledReason ?? (working ? words.whileWorking : undefined);
  const changes = state.type === 'ready' ? state.changes : undefined;
  const { reverting, whileReverting } = useReverting(refresh, changes);
  const open = changes?.files.filter((file) => !kept.has(fileKey(file))) ?? [];
  const current = state.type === 'ready' && state.current;
  const many = open.length > FEW_FILES;
  const [filter, setFilter] = useState('');
  const isFiltered = many && filter.trim() !== '';
  const listed = isFiltered ? filterFiles(open, filter) : open;
  const unfolded = useUnfolded(open);
  const scroller = useRef<HTMLDivElement>(null);
  const sideBySide = useSideBySide(scroller);
  const inView = useFileInView(scroller);
  const overview = useOverview(open.length);
  const goTo = (path: string) => {
    inView.goneTo(path);
    goToFile(path);
  };
  const openAndGo = (path: string) => {
    // The row must have its height before it can come to the top.
    flushSync(() => {
      unfolded.set([path], true);
      overview.leave();
    });
    goTo(path);
  };
  useFileToGoTo(current ? open : undefined, openAndGo);
  const stepFrom = (path: string | undefined, step: 1 | -1) => {
    const next = listed[listed.findIndex((file) => file.path === path) + step];
    if (next) goTo(next.path);
  };
  const revertPart = ({ changesId }: Changes, file: ChangedFile, hunks: HunkRange[] | undefined) => {
    if (changesId === null) return;
    const files = hunks ? [{ path: file.path, hunks }] : wholeFile(file);
    whileReverting(revertedPart(file.path, hunks?.[0]), () => revert(sessionId, changesId, [files]));
  };
  const pane = useRef<HTMLElement>(null);
  useFileKeys(pane, { inView: inView.path, stepFrom });
  return (
    <section
      ref={pane}
      className={styles.pane}
      aria-label={words.pane}
      aria-busy={state.type === 'loading' || (state.type === 'ready' && !current)}
    >
      <header className={styles.toolbar}>
        <h2>{words.pane}</h2>
        {changes && changes.total > 0 && (
          <FilesCount count={changes.total} filtered={isFiltered ? listed.length : undefined} overview={overview} />
        )}
        <ComparedWith since={since} chosen={chosen} />
        <span className={styles.space} />
        {changes && changes.total > 0 && (
          <div className={styles.forAll}>
            <GitActions sessionId={sessionId} changes={changes} since={chosen ? 'session' : since} />
            {decides && changes.changesId !== null && listed.length > 0 && (
              <>
                <Button size="small" variant="quiet" onClick={() => keepAll(kept, listed)}>
                  {isFiltered ? words.keepThese(listed.length) : words.keepAll}
                </Button>
                <RevertAll
                  label={isFiltered ? words.revertThese(listed.length) : words.revertAll}
                  files={listed}
                  hidden={open.length - listed.length}
                  current={current}
                  onAsk={refresh}
                  blocked={blocked}
                  busy={reverting === ALL}
                  onRevert={(files) => whileReverting(ALL, () => revertOpen({ sessionId, changes, files, kept }))}
                />
              </>
            )}
          </div>
        )}
        {sideBySide.fits && open.length > 0 && (
          <IconButton
            label={words.sideBySide}
            size="small"
            pressed={sideBySide.on}
            icon={<Columns2 size={14} strokeWidth={1.5} aria-hidden="true" />}
            tooltipSide="bottom"
            onClick={sideBySide.toggle}
          />
        )}
        <IconButton
          label={words.refresh}
          size="small"
          icon={<RefreshCw size={14} strokeWidth={1.5} aria-hidden="true" />}
          tooltipSide="bottom"
          onClick={refresh}
        />
      </header>
      <UndoRevert
        sessionId={sessionId}
        last={changes?.lastRestore}
        blocked={blocked}
        busy={reverting !== null || !current}
        onUndo={(act) => whileReverting(UNDO, act)}
      />
      {open.length > 1 && overview.shown && (
        <FilesBar
          filter={many ? filter : undefined}
          onFilter={setFilter}
          onStep={(step) => stepFrom(inView.path, step)}
          onUnfold={(unfold) =>
            unfolded.set(
              listed.map(({ path }) => path),
              unfold,
            )
          }
        />
      )}
      <div className={styles.main} data-many={many}>
        {overview.shown && <ChangesOverview files={listed} byFolder={many} current={inView.path} onGo={openAndGo} />}
        <div ref={scroller} className={styles.scroller} data-scroller="">
          {state.type === 'loading' && <Skeleton lines={6} label={words.loading} />}
          {state.type === 'failed' && (
            <EmptyState icon={<TriangleAlert {...icon} />} title={words.failed} actions={<Button onClick={refresh}>{words.again}</Button>}>
              {state.message}
            </EmptyState>
          )}
          {changes && (
            <SideBySide value={sideBySide.fits && sideBySide.on}>
              <ChangeList
                sessionId={sessionId}
                since={since}
                ofTurn={chosen !== null}
                changes={changes}
                current={current}
                listed={listed}
                filtered={isFiltered}
                unfolded={unfolded}
                kept={kept}
                blocked={blocked}
                reverting={reverting}
                onRevert={decides ? (file, hunks) => revertPart(changes, file, hunks) : undefined}
              />
            </SideBySide>
          )}
        </div>
      </div>
    </section>
  );
}

/** Keeps files, and offers to undo that: they leave the list. */
function keepAll(kept: Kept, files: readonly ChangedFile[]): void {
  const keys = files.map(fileKey);
  kept.add(keys);
  showToast({ title: words.keptFiles(files.length), action: { label: words.undo, run: () => kept.remove(keys) } });
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
  const wanted = parts?.filter((part) => part.length > 0) ?? [];
  if (wanted.length > 0) await revert(sessionId, changesId, wanted);
}
