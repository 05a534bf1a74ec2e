import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { type ReactElement, type ReactNode, type RefObject, useRef } from 'react';
import { Kbd } from '../display/kbd.tsx';
import { leaveChords } from '../leave-chords.ts';
import styles from './menu.module.css';

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly side?: 'top' | 'bottom' | 'right' | undefined;
  readonly align?: 'start' | 'end' | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  /** Focused on close. Default: the trigger. */
  readonly finalFocus?: (() => HTMLElement | null) | undefined;
  readonly children: ReactNode;
}

export function Menu({ trigger, side = 'bottom', align = 'start', onOpenChange, finalFocus, children }: MenuProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Base.Root {...(onOpenChange && { onOpenChange: (open: boolean) => onOpenChange(open) })}>
      <Base.Trigger render={trigger} onKeyDown={leaveChords} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={4} className={styles.positioner}>
          <Base.Popup ref={popup} className={styles.popup} {...(finalFocus && { finalFocus: () => focusAfter(popup, finalFocus) })}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/**
 * A dialog or field that an item opened keeps the focus. Without an element it stays where it is: by itself the menu would give it to
 * what had it before an earlier dialog.
 */
export function focusAfter(popup: RefObject<HTMLElement | null>, finalFocus: () => HTMLElement | null): HTMLElement | false {
  const { activeElement } = document;
  const isTaken = activeElement !== null && activeElement !== document.body && popup.current?.contains(activeElement) !== true;
  return (isTaken ? null : finalFocus()) ?? false;
}

export interface MenuItemProps {
  readonly onSelect: () => void;
  readonly icon?: ReactNode;
  readonly keys?: string | undefined;
  /** Secondary line. */
  readonly detail?: string | undefined;
  readonly checked?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly children: ReactNode;
}

export function MenuItem({ onSelect, icon, keys, detail, checked, disabled, children }: MenuItemProps) {
  return (
    <Base.Item className={styles.item} onClick={onSelect} disabled={disabled ?? false} aria-current={checked === true ? 'true' : undefined}>
      {icon}
      <span className={styles.label}>
        {children}
        {detail !== undefined && <span className={styles.detail}>{detail}</span>}
      </span>
      {keys !== undefined && <Kbd keys={keys} />}
    </Base.Item>
  );
}

export interface MenuCheckItemProps {
  readonly checked: boolean;
  readonly onToggle: () => void;
  /** Secondary text at the end, such as a number. */
  readonly note?: string | undefined;
  readonly children: ReactNode;
}

/** A checkbox item: the menu stays open. */
export function MenuCheckItem({ checked, onToggle, note, children }: MenuCheckItemProps) {
  return (
    <Base.CheckboxItem className={styles.item} checked={checked} onCheckedChange={onToggle} closeOnClick={false}>
      <span className={styles.check} aria-hidden="true">
        {checked && <Check size={14} strokeWidth={1.75} />}
      </span>
      <span className={styles.label}>{children}</span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </Base.CheckboxItem>
  );
}

export function MenuSeparator() {
  return <Base.Separator className={styles.separator} />;
}

/** A labelled group of items. */
export function MenuGroup({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <Base.Group>
      <Base.GroupLabel className={styles.heading}>{label}</Base.GroupLabel>
      {children}
    </Base.Group>
  );
}
