import { ChevronDown, GitFork, Layers2, Plus, Search } from 'lucide-react';
import type { Project } from '#shared/contract/project.ts';
import { useWindow } from '../store/app-store.ts';
import { forkSession, newSession, showSession } from '../store/project-actions.ts';
import { useSession } from '../store/selectors.ts';
import { openDialog } from '../store/window-actions.ts';
import { compact } from '../store/session-actions.ts';
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../ui/overlays/menu.tsx';
import { relativeTime } from '../ui/format.ts';
import { useSessions } from './use-sessions.ts';
import { words } from './words.ts';
import styles from './session-menu.module.css';

/** The shown session, and a menu of the folder's other sessions. */
export function SessionMenu({ project }: { readonly project: Project }) {
  const { sessions, load } = useSessions(project.projectDir);
  const current = useWindow((state) => state.sessionId);
  const title = useSession(current ?? '', (view) => view.title);
  const empty = useSession(current ?? '', (view) => view.items.length === 0) ?? true;
  const scripted = useSession(current ?? '', (view) => view.client === 'scripted') ?? false;
  return (
    <Menu
      onOpenChange={(open) => open && void load()}
      trigger={
        <button type="button" className={styles.trigger} aria-label={words.sessionsNow(title || words.newSession)}>
          <span className={styles.title}>{title || words.newSession}</span>
          <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
        </button>
      }
    >
      <MenuItem icon={<Plus size={16} strokeWidth={1.5} aria-hidden="true" />} keys="Shift+Mod+O" onSelect={() => void newSession()}>
        {words.newSession}
      </MenuItem>
      {current !== null && !empty && (
        <>
          <MenuItem icon={<GitFork size={16} strokeWidth={1.5} aria-hidden="true" />} onSelect={() => void forkSession(current)}>
            {words.forkSession}
          </MenuItem>
          {!scripted && (
            <MenuItem icon={<Layers2 size={16} strokeWidth={1.5} aria-hidden="true" />} onSelect={() => void compact(current)}>
              {words.compactConversation}
            </MenuItem>
          )}
        </>
      )}
      <MenuItem icon={<Search size={16} strokeWidth={1.5} aria-hidden="true" />} onSelect={() => openDialog({ type: 'sessions' })}>
        {words.allSessions}
      </MenuItem>
      {sessions.length > 0 && (
        <>
          <MenuSeparator />
          <MenuGroup label={words.sessionsInThisFolder}>
            {sessions.map((session) => (
              <MenuItem
                key={session.sessionId}
                checked={session.sessionId === current}
                detail={session.live ? words.open(relativeTime(session.updatedAt)) : relativeTime(session.updatedAt)}
                onSelect={() => void showSession(session.sessionId)}
              >
                {session.title || words.withoutMessages}
              </MenuItem>
            ))}
          </MenuGroup>
        </>
      )}
    </Menu>
  );
}
