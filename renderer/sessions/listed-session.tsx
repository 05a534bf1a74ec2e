import { MoreHorizontal, Pencil } from 'lucide-react';
import { memo, type MouseEvent } from 'react';
import type { OverviewSession } from '#shared/contract/project.ts';
import { useWindow } from '../store/app-store.ts';
import { refreshOverview } from '../store/overview.ts';
import { showSessionOf } from '../store/project-actions.ts';
import { uncoverPanes } from '../store/window-actions.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import type { MenuAnchor } from '../ui/overlays/anchored-menu.tsx';
import { absoluteTime } from '../ui/format.ts';
import { markOf, SessionMarkSign, SessionMarkText } from './session-mark.tsx';
import { RenameForm } from './rename-form.tsx';
import { rowName } from './row-name.ts';
import { words } from './words.ts';
import styles from './listed-session.module.css';

const smallIcon = { size: 12, strokeWidth: 1.75, 'aria-hidden': true } as const;

export interface ListedSessionProps {
  readonly session: OverviewSession;
  /** Names the time at which it was last used. */
  readonly timeOf: (at: number, now: number) => string;
  /** The current time, in minutes' steps. */
  readonly now: number;
  readonly renaming: boolean;
  /** Shown where sessions of several projects are listed together. */
  readonly projectName?: string | undefined;
  /** The session is opened from here. */
  readonly onOpen: (session: OverviewSession) => void;
  /** Begins or ends renaming a session in a row. */
  readonly onRename: (row: string | null) => void;
  /** Opens the menu of a row. */
  readonly onMenu: (session: OverviewSession, row: string, anchor: MenuAnchor) => void;
}

/** One session: its state, title and when it was last used. F2 renames it; a right click or its button opens a menu. */
export const ListedSession = memo(function ListedSession({
  session,
  timeOf,
  now,
  renaming,
  projectName,
  onOpen,
  onRename,
  onMenu,
}: ListedSessionProps) {
  const { sessionId, projectDir, title, updatedAt, archived, waiting } = session;
  // Not the id of the shown one: at a switch only two of hundreds of rows change.
  const isShown = useWindow((window) => window.sessionId === sessionId);
  const mark = markOf(session, isShown ? sessionId : null);
  const row = rowName(session, projectName !== undefined);
  if (renaming)
    return (
      <li className={styles.renaming} data-session-row={row}>
        <RenameForm
          session={session}
          onDone={(changed) => {
            onRename(null);
            if (changed) refreshOverview();
          }}
        />
      </li>
    );
  const open = () => {
    void showSessionOf(projectDir, sessionId);
    onOpen(session);
    uncoverPanes();
  };
  const onContextMenu = (event: MouseEvent<HTMLElement>) => {
    event.preventDefault();
    // Opened with a key or a long press, it stands at the row.
    onMenu(session, row, event.button === 2 ? pointOf(event) : event.currentTarget);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its button opens the same menu
    <li
      className={styles.session}
      data-session-row={row}
      data-twin={projectName === undefined ? undefined : rowName(session)}
      data-state={mark}
      data-with-project={projectName !== undefined || undefined}
      onContextMenu={onContextMenu}
    >
      <button
        type="button"
        className={styles.open}
        data-session={sessionId}
        aria-label={
          projectName !== undefined && mark !== 'idle' ? words.inProject(words.stateOf(mark, waiting), projectName, title) : undefined
        }
        aria-current={isShown ? 'true' : undefined}
        title={`${title}\n${absoluteTime(updatedAt)}`}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key !== 'F2') return;
          event.preventDefault();
          onRename(row);
        }}
      >
        <SessionMarkSign mark={mark} />
        <span className={styles.label}>
          <VisibleText text={title} />
        </span>
        {projectName !== undefined && (
          <span className={styles.where}>
            <VisibleText text={projectName} />
          </span>
        )}
        <SessionMarkText mark={mark} className={styles.state}>
          {mark === 'idle' ? (archived ? words.archivedMark : timeOf(updatedAt, now)) : words.stateOf(mark, waiting)}
        </SessionMarkText>
      </button>
      {projectName === undefined && (
        <span className={styles.actions}>
          <IconButton
            label={words.rename(title)}
            size="small"
            className={styles.rename}
            icon={<Pencil {...smallIcon} />}
            onClick={() => onRename(row)}
          />
          <IconButton
            label={words.moreFor(title)}
            size="small"
            aria-haspopup="menu"
            icon={<MoreHorizontal size={14} strokeWidth={1.75} aria-hidden="true" />}
            onClick={(event) => onMenu(session, row, event.currentTarget)}
          />
        </span>
      )}
    </li>
  );
});

function pointOf({ clientX, clientY }: MouseEvent): MenuAnchor {
  const rect = new DOMRect(clientX, clientY, 0, 0);
  return { getBoundingClientRect: () => rect };
}
