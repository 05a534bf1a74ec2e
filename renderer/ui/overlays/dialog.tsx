import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { IconButton } from '../controls/icon-button.tsx';
import { useRootMark } from '../use-root-mark.ts';
import { words } from '../words.ts';
import { returnFocus } from './return-focus.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly description?: string | undefined;
  readonly size?: 'small' | 'medium' | 'large' | 'wide' | undefined;
  /** Only its content, near the top of the window: the title is for screen readers, and Escape closes it. */
  readonly bare?: boolean | undefined;
  readonly children: ReactNode;
  /** Buttons at the bottom, the primary one last. */
  readonly footer?: ReactNode;
}

/** A modal dialog with a title: Escape closes it, the focus is trapped and restored. Never used to ask for permission. */
export function Dialog({ open, onClose, title, description, size = 'small', bare = false, children, footer }: DialogProps) {
  useRootMark('dialog', open);
  const popup = useRef<HTMLDivElement>(null);
  // Read before a field inside takes the focus.
  const [opener] = useState(() => document.activeElement);
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          className={classNames(styles.popup, styles[size], bare && styles.bare)}
          initialFocus={() => firstFocus(popup.current)}
          finalFocus={() => returnFocus(popup.current, opener)}
        >
          <header className={bare ? 'visually-hidden' : styles.header}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            {!bare && <IconButton label={words.close} icon={<X size={16} strokeWidth={1.5} />} onClick={onClose} />}
          </header>
          {description !== undefined && <Base.Description className={styles.description}>{description}</Base.Description>}
          <div className={styles.body}>{children}</div>
          {footer !== undefined && <footer className={styles.footer}>{footer}</footer>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

/** The autofocus field, else the dialog itself: never the close button, whose tooltip would open. */
function firstFocus(popup: HTMLElement | null): HTMLElement | null {
  const { activeElement } = document;
  return activeElement instanceof HTMLElement && popup?.contains(activeElement) === true ? activeElement : popup;
}
