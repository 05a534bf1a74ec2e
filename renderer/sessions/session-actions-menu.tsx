import { Archive, ArchiveRestore, Pencil, Trash2 } from 'lucide-react';
import type { OverviewSession } from '#shared/contract/project.ts';
import { openDialog } from '../store/window-actions.ts';
import { AnchoredMenu, type MenuAnchor } from '../ui/overlays/anchored-menu.tsx';
import { MenuItem, MenuSeparator } from '../ui/overlays/menu.tsx';
import { archive } from './archive-session.ts';
import { findRow } from './row-name.ts';
import { words } from './words.ts';

/** The session whose menu is open, or was open last. */
export interface MenuTarget {
  readonly session: OverviewSession;
  /** The name of its row. */
  readonly row: string;
  readonly anchor: MenuAnchor;
  readonly open: boolean;
}

export interface SessionActionsMenuProps {
  readonly target: MenuTarget;
  readonly onClose: () => void;
  readonly onRename: () => void;
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** What can be done with a listed session. While its agent runs it can only be renamed. */
export function SessionActionsMenu({ target: { session, row, anchor, open }, onClose, onRename }: SessionActionsMenuProps) {
  const { archived, state, endedAt } = session;
  // Where only a command in the background waits for input, its last turn has ended.
  const isRunning = state === 'running' || (state === 'waiting' && endedAt === null);
  const atRest = isRunning ? { disabled: true, detail: words.notWhileRunning } : {};
  return (
    <AnchoredMenu open={open} anchor={anchor} onClose={onClose} finalFocus={() => findRow(row)}>
      <MenuItem icon={<Pencil {...icon} />} keys="F2" onSelect={onRename}>
        {words.renameTitle}
      </MenuItem>
      {archived ? (
        <MenuItem icon={<ArchiveRestore {...icon} />} onSelect={() => void archive(session, false)}>
          {words.unarchive}
        </MenuItem>
      ) : (
        <MenuItem icon={<Archive {...icon} />} onSelect={() => void archive(session, true)} {...atRest}>
          {words.archive}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Trash2 {...icon} />} onSelect={() => openDialog({ type: 'deleteSession', session })} {...atRest}>
        {words.deleteAsks}
      </MenuItem>
    </AnchoredMenu>
  );
}
