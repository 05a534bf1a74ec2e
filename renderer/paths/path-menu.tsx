import { Copy, Ellipsis, FolderOpen, SquarePen } from 'lucide-react';
import { useState } from 'react';
import { useWindow } from '../store/app-store.ts';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { AnchoredMenu } from '../ui/overlays/anchored-menu.tsx';
import { MenuItem } from '../ui/overlays/menu.tsx';
import { copyPath, openPath, showPath } from './open-path.ts';
import { words } from './words.ts';

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const;

/** Actions for a path: editor, file manager, clipboard. `line`: the line to open in the editor. */
export function PathMenu({ path, line }: { readonly path: string; readonly line?: number | undefined }) {
  const isDesktop = useWindow((state) => state.app?.host === 'electron');
  const [place, setPlace] = useState<{ readonly anchor: HTMLElement; readonly open: boolean }>();
  return (
    <>
      <IconButton
        label={words.menu(path)}
        size="small"
        icon={<Ellipsis size={14} strokeWidth={1.5} aria-hidden="true" />}
        aria-haspopup="menu"
        aria-expanded={place?.open ?? false}
        onClick={({ currentTarget }) => setPlace({ anchor: currentTarget, open: true })}
      />
      {/* A list may have hundreds of these: the menu is made when it first opens. */}
      {place && (
        <AnchoredMenu {...place} align="end" onClose={() => setPlace({ ...place, open: false })} finalFocus={() => place.anchor}>
          <MenuItem icon={<SquarePen {...icon} />} onSelect={() => void openPath(path, line)}>
            {words.open}
          </MenuItem>
          {isDesktop && (
            <MenuItem icon={<FolderOpen {...icon} />} onSelect={() => void showPath(path)}>
              {words.show}
            </MenuItem>
          )}
          <MenuItem icon={<Copy {...icon} />} onSelect={() => void copyPath(path)}>
            {words.copy}
          </MenuItem>
        </AnchoredMenu>
      )}
    </>
  );
}
