import { Menu as Base } from '@base-ui/react/menu';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { focusAfter } from './menu.tsx';
import styles from './menu.module.css';

/** What a menu stands at: an element, or a point in the window. */
export type MenuAnchor = Element | { readonly getBoundingClientRect: () => DOMRect };

export interface AnchoredMenuProps {
  readonly open: boolean;
  readonly anchor: MenuAnchor;
  readonly align?: 'start' | 'end' | undefined;
  readonly onClose: () => void;
  /** Focused on close. */
  readonly finalFocus: () => HTMLElement | null;
  readonly children: ReactNode;
}

/** One menu for many rows, opened by code rather than by its own button. */
export function AnchoredMenu({ open, anchor, align = 'start', onClose, finalFocus, children }: AnchoredMenuProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} side="bottom" align={align} sideOffset={2} className={styles.positioner}>
          <Base.Popup ref={popup} className={styles.popup} finalFocus={() => focusAfter(popup, finalFocus)}>
            <FirstItem popup={popup} anchor={anchor} />
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Opened by a key, a menu has its first item focused, as one that its own button opens. What it stands at shows the focus then. */
function FirstItem({ popup, anchor }: { readonly popup: RefObject<HTMLElement | null>; readonly anchor: MenuAnchor }) {
  // As it was when the menu opened.
  const [isByKey] = useState(() => anchor instanceof Element && anchor.matches(':focus-visible, :has(:focus-visible)'));
  useEffect(() => {
    if (isByKey) popup.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
  }, [popup, isByKey]);
  return null;
}
