import { Ellipsis, GitFork, History, Undo2 } from 'lucide-react';
import { useSession } from '../store/selectors.ts';
import { openDialog } from '../store/window-actions.ts';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { editAndResend, forkFromHere } from './go-back.ts';
import styles from './message-menu.module.css';

export interface MessageMenuProps {
  readonly sessionId: string;
  readonly messageId: string;
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** What can be done from a message on. */
export function MessageMenu({ sessionId, messageId }: MessageMenuProps) {
  const working = useSession(sessionId, (view) => view.turn !== null) ?? false;
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className={styles.trigger} aria-label="Message actions" title="Message actions">
          <Ellipsis size={16} strokeWidth={1.5} aria-hidden="true" />
        </button>
      }
    >
      <MenuItem
        icon={<Undo2 {...icon} />}
        disabled={working}
        detail={working ? 'When the agent is done' : 'Takes back what followed; files stay as they are'}
        onSelect={() => void editAndResend(sessionId, messageId)}
      >
        Edit and resend…
      </MenuItem>
      <MenuItem
        icon={<History {...icon} />}
        disabled={working}
        detail={working ? 'When the agent is done' : 'Files, conversation or both, as they were before'}
        onSelect={() => openDialog({ type: 'restore', sessionId, messageId })}
      >
        Restore…
      </MenuItem>
      <MenuItem
        icon={<GitFork {...icon} />}
        detail="A new session with what came before"
        onSelect={() => void forkFromHere(sessionId, messageId)}
      >
        Fork from here
      </MenuItem>
    </Menu>
  );
}
