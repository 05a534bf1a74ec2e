import type { ReactNode } from 'react';
import styles from './status-button.module.css';
import { Tooltip } from '../overlays/tooltip.tsx';

export interface StatusButtonProps {
  /** Tooltip. */
  readonly hint: string;
  readonly keys?: string | undefined;
  /** The shown value as text. */
  readonly name: string;
  /** ID that its popover uses to find it. */
  readonly anchor: string;
  readonly open: boolean;
  /** Shrinks where space is scarce. */
  readonly shrinks?: boolean | undefined;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A status bar item that opens a popover. */
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
