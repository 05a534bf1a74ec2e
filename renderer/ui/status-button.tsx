import type { ReactNode } from 'react';
import styles from './status-button.module.css';
import { Tooltip } from './tooltip.tsx';

export interface StatusButtonProps {
  /** What it is for, shown when it is pointed at. */
  readonly hint: string;
  readonly keys?: string | undefined;
  /** What it shows, in words. */
  readonly name: string;
  /** What its popover finds it by. */
  readonly anchor: string;
  readonly open: boolean;
  /** Gives way where there is little room. */
  readonly shrinks?: boolean | undefined;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A piece of the status bar that opens a popover. */
export function StatusButton({ hint, keys, name, anchor, open, shrinks = false, onClick, children }: StatusButtonProps) {
  return (
    <Tooltip label={hint} keys={keys} side="top">
      <button
        type="button"
        className={styles.button}
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={open}
        data-anchor={anchor}
        data-shrinks={shrinks}
        onClick={onClick}
      >
        {children}
      </button>
    </Tooltip>
  );
}
