import { Pencil, Trash2 } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { CommandOutput } from '#shared/contract/commands.ts';
import type { SessionSummary } from '#shared/contract/project.ts';
import { useWindow } from '../store/app-store.ts';
import { deleteSession, showSession } from '../store/project-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { absoluteTime, relativeTime } from '../ui/format.ts';
import { type SessionMark, SessionMarkSign, SessionMarkText } from './session-mark.tsx';
import { RenameForm } from './rename-form.tsx';
import { words } from './words.ts';
import styles from './sessions-dialog.module.css';

export type FoundSession = CommandOutput<'session.search'>['sessions'][number];

interface SessionRowProps {
  readonly session: SessionSummary;
  readonly mark: SessionMark;
  readonly found: FoundSession | undefined;
  readonly onOpened: () => void;
  readonly onChanged: () => void;
  /** The session was deleted. */
  readonly onDeleted: () => void;
}

type RowAction = 'renaming' | 'deleting' | null;

const icon = { size: 14, strokeWidth: 1.5, 'aria-hidden': true } as const;

export function SessionRow({ session, mark, found, onOpened, onChanged, onDeleted }: SessionRowProps) {
  const { sessionId, updatedAt, live, archived } = session;
  const title = session.title || words.withoutMessages;
  const current = useWindow((state) => state.sessionId === sessionId);
  const [action, setAction] = useState<RowAction>(null);
  const row = useRef<HTMLLIElement>(null);
  /** The button that began the action: it gets the focus back. */
  const opener = useRef<RowAction | 'open'>(null);
  useLayoutEffect(() => {
    if (action !== null || opener.current === null) return;
    row.current?.querySelector<HTMLElement>(`[data-action="${opener.current}"]`)?.focus();
    opener.current = null;
  }, [action]);
  const start = (next: RowAction, from: RowAction | 'open' = next) => {
    opener.current = from;
    setAction(next);
  };
  const done = (changed: boolean) => {
    setAction(null);
    if (changed) onChanged();
  };
  const remove = async () => {
    const gone = await deleteSession(sessionId, session.projectDir);
    if (gone) onDeleted();
    done(gone);
  };
  if (action === 'renaming')
    return (
      <li>
        <RenameForm session={session} onDone={done} />
      </li>
    );
  if (action === 'deleting')
    return (
      <li className={styles.row} data-deleting="">
        <span className={styles.question}>{words.confirmDelete(title)}</span>
        <Button size="small" onClick={() => setAction(null)} autoFocus>
          {words.keep}
        </Button>
        <Button size="small" variant="danger" onClick={() => void remove()}>
          {words.deleteSession}
        </Button>
      </li>
    );
  const open = () => {
    onOpened();
    void showSession(sessionId);
  };
  return (
    <li ref={row} className={styles.row}>
      <button
        type="button"
        className={styles.open}
        data-action="open"
        aria-current={current ? 'true' : undefined}
        onClick={open}
        onKeyDown={(event) => {
          if (event.key !== 'F2') return;
          event.preventDefault();
          start('renaming', 'open');
        }}
      >
        <span className={styles.title}>
          <SessionMarkSign mark={mark} />
          {title}
        </span>
        <span className={styles.detail} title={absoluteTime(updatedAt)}>
          {mark === 'idle' ? (
            live && <span className={styles.live}>{current ? words.shown : words.isOpen}</span>
          ) : (
            <SessionMarkText mark={mark} className={styles.mark}>
              {words.states[mark]}
            </SessionMarkText>
          )}
          {archived && <span className={styles.live}>{words.archivedMark}</span>}
          {relativeTime(updatedAt)}
        </span>
        {found && <span className={styles.snippet}>{found.count > 1 ? words.foundTimes(found.snippet, found.count) : found.snippet}</span>}
      </button>
      <IconButton
        label={words.rename(title)}
        data-action="renaming"
        size="small"
        icon={<Pencil {...icon} />}
        onClick={() => start('renaming')}
      />
      <IconButton
        label={words.delete(title)}
        data-action="deleting"
        size="small"
        icon={<Trash2 {...icon} />}
        onClick={() => start('deleting')}
      />
    </li>
  );
}
