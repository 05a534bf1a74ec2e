import { ChevronDown, GitFork, Layers2, Plus, Search } from 'lucide-react';
import type { Project } from '#shared/contract/project.ts';
import { useWindow } from '../store/app-store.ts';
import { forkSession, newSession } from '../store/project-actions.ts';
import { useSession } from '../store/selectors.ts';
import { useKeysOf } from '../store/command-keys.ts';
import { openDialog } from '../store/window-actions.ts';
import { compact } from '../store/session-actions.ts';
import { Menu, MenuItem } from '../ui/overlays/menu.tsx';
import { onDemand } from '../ui/on-demand.tsx';
import { words } from './words.ts';
import styles from './session-menu.module.css';

const SessionMenuItems = onDemand(async () => (await import('./session-menu-items.tsx')).SessionMenuItems);

/** The shown session, and a menu of the folder's other sessions. */
export function SessionMenu({ project }: { readonly project: Project }) {
  const current = useWindow((state) => state.sessionId);
  const title = useSession(current ?? '', (view) => view.title);
  const empty = useSession(current ?? '', (view) => view.items.length === 0) ?? true;
  const scripted = useSession(current ?? '', (view) => view.client === 'scripted') ?? false;
  return (
    <Menu
      trigger={
        <button type="button" className={styles.trigger} aria-label={words.sessionsNow(title || words.newSession)}>
          <span className={styles.title}>{title || words.newSession}</span>
          <ChevronDown size={14} strokeWidth={1.5} aria-hidden="true" />
        </button>
      }
    >
      <MenuItem
        icon={<Plus size={16} strokeWidth={1.5} aria-hidden="true" />}
        keys={useKeysOf('session.new')}
        onSelect={() => void newSession()}
      >
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
      <SessionMenuItems projectDir={project.projectDir} />
    </Menu>
  );
}
