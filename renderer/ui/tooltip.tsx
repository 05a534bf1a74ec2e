import { Tooltip as Base } from '@base-ui/react/tooltip';
import { useState, type ReactElement } from 'react';
import { Kbd } from './kbd.tsx';
import styles from './tooltip.module.css';

/** Wraps the app once, so that moving between tooltips doesn't wait again. */
export const TooltipProvider = Base.Provider;

export interface TooltipProps {
  readonly label: string;
  readonly keys?: string | undefined;
  readonly side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  /** The one element it belongs to. It must carry its own accessible name. */
  readonly children: ReactElement<Record<string, unknown>>;
}

export function Tooltip({ label, keys, side = 'top', children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        setOpen(next);
        if (details.reason !== 'escape-key') return;
        // The key is meant for what the control belongs to, too: a dialog closes at once, not on the second press.
        details.cancel();
        details.allowPropagation();
      }}
    >
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className={styles.positioner}>
          <Base.Popup className={styles.popup}>
            {label}
            {keys !== undefined && <Kbd keys={keys} />}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
