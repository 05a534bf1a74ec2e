import { Pencil } from 'lucide-react';
import { memo, useState } from 'react';
import type { OverviewSession } from '#shared/contract/project.ts';
import { useWindow } from '../store/app-store.ts';
import { refreshOverview } from '../store/overview.ts';
import { showSessionOf } from '../store/project-actions.ts';
import { showSessionList } from '../store/window-actions.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { VisibleText } from '../ui/display/visible-text.tsx';
import { NARROW } from '../ui/use-media-query.ts';
import { absoluteTime, shortTime } from '../ui/format.ts';
import { markOf, SessionMarkSign } from './session-mark.tsx';
import { RenameForm } from './rename-form.tsx';
import { words } from './words.ts';
import styles from './session-list.module.css';

const smallIcon = { size: 12, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** One session: its state, title and when it was last used. F2 renames it. */
export const ListedSession = memo(function ListedSession({ session }: { readonly session: OverviewSession }) {
  const { sessionId, projectDir, title, updatedAt } = session;
  const shown = useWindow((window) => window.sessionId);
  const [renaming, setRenaming] = useState(false);
  const mark = markOf(session, shown);
  if (renaming)
    return (
      <li className={styles.renaming}>
        <RenameForm
          session={session}
          onDone={(changed) => {
            setRenaming(false);
            if (changed) refreshOverview();
          }}
        />
      </li>
    );
  const open = () => {
    void showSessionOf(projectDir, sessionId);
    // There the list covers the panes.
    if (window.matchMedia(NARROW).matches) showSessionList(false);
  };
  return (
    <li className={styles.session} data-state={mark}>
      <button
        type="button"
        className={styles.open}
        data-session={sessionId}
        aria-current={sessionId === shown ? 'true' : undefined}
        title={`${title}\n${absoluteTime(updatedAt)}`}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key !== 'F2') return;
          event.preventDefault();
          setRenaming(true);
        }}
      >
        <SessionMarkSign mark={mark} />
        <span className={styles.label}>
          <VisibleText text={title} />
        </span>
        <span className={styles.state}>{mark === 'idle' ? shortTime(updatedAt) : words.states[mark]}</span>
      </button>
      <IconButton
        label={words.rename(title)}
        size="small"
        className={styles.rename}
        icon={<Pencil {...smallIcon} />}
        onClick={() => setRenaming(true)}
      />
    </li>
  );
});
