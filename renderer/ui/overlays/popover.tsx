import { Popover as Base } from '@base-ui/react/popover';
import { X } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import { isTextField, opensScreenKeyboard } from '../screen-keyboard.ts';
import { words } from '../words.ts';
import { returnFocus } from './return-focus.ts';
import styles from './popover.module.css';

export interface PopoverProps {
  /** The anchor element; clicks on it are left to its own handler. */
  readonly anchor: Element | null;
  readonly onClose: () => void;
  readonly title: string;
  readonly size?: 'small' | 'medium' | undefined;
  readonly children: ReactNode;
}

/** A titled panel anchored to a control: closed by Escape or an outside click, restores the focus. */
export function Popover({ anchor, onClose, title, size = 'small', children }: PopoverProps) {
  const popup = useRef<HTMLDivElement>(null);
  const [opener] = useState(() => document.activeElement);
  return (
    <Base.Root
      open
      onOpenChange={(open, { event }) => {
        if (!open && !(event.target instanceof Node && anchor?.contains(event.target) === true && event.type !== 'keydown')) onClose();
      }}
    >
      <Base.Portal>
        <Base.Positioner anchor={anchor} side="top" align="end" sideOffset={6} collisionPadding={8} className={styles.positioner}>
          <Base.Popup
            ref={popup}
            className={`${styles.popup} ${styles[size]}`}
            initialFocus={() => firstFocus(popup.current)}
            finalFocus={() => returnFocus(popup.current, opener)}
          >
            <div className={styles.header}>
              <Base.Title className={styles.title}>{title}</Base.Title>
              <IconButton label={words.close} size="small" icon={<X size={14} strokeWidth={1.5} />} onClick={onClose} />
            </div>
            <div className={styles.body}>{children}</div>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Its marked field, else the popover itself, as where that would bring up a keyboard. */
function firstFocus(popup: HTMLElement | null): HTMLElement | null {
  const marked = popup?.querySelector<HTMLElement>('[data-first-focus]') ?? null;
  return marked === null || (isTextField(marked) && opensScreenKeyboard()) ? popup : marked;
}
