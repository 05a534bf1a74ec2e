import { Ellipsis, GitFork, History, Undo2 } from 'lucide-react';
import { useSession } from '../store/selectors.ts';
import { openDialog } from '../store/window-actions.ts';
import { Menu, MenuItem } from '../ui/menu.tsx';
import { editAndResend, forkFromHere } from './go-back.ts';
import { words } from './words.ts';
import styles from './message-menu.module.css';

export interface MessageMenuProps {
  readonly sessionId: string;
  readonly messageId: string;
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Actions on a message: edit, fork, restore. */
export function MessageMenu({ sessionId, messageId }: MessageMenuProps) {
  const working = useSession(sessionId, (view) => view.turn !== null) ?? false;
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className={styles.trigger} aria-label={words.messageActions} title={words.messageActions}>
          <Ellipsis size={16} strokeWidth={1.5} aria-hidden="true" />
        </button>
      }
    >
      <MenuItem
        icon={<Undo2 {...icon} />}
        disabled={working}
        detail={working ? words.whenDone : words.editHint}
        onSelect={() => void editAndResend(sessionId, messageId)}
      >
        {words.editAndResend}
      </MenuItem>
      <MenuItem
        icon={<History {...icon} />}
        disabled={working}
        detail={working ? words.whenDone : words.restoreHint}
        onSelect={() => openDialog({ type: 'restore', sessionId, messageId })}
      >
        {words.restore}
      </MenuItem>
      <MenuItem icon={<GitFork {...icon} />} detail={words.forkHint} onSelect={() => void forkFromHere(sessionId, messageId)}>
        {words.forkFromHere}
      </MenuItem>
    </Menu>
  );
}
