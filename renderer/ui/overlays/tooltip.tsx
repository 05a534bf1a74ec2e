import { Tooltip as Base } from '@base-ui/react/tooltip';
import { useState, type ReactElement } from 'react';
import { Kbd } from '../display/kbd.tsx';
import { isTouching } from '../screen-keyboard.ts';
import styles from './tooltip.module.css';

/** Mounted once, so that moving between tooltips skips the delay. */
export const TooltipProvider = Base.Provider;

export interface TooltipProps {
  readonly label: string;
  readonly keys?: string | undefined;
  readonly side?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  /** The trigger element. It must have its own accessible name. */
  readonly children: ReactElement<Record<string, unknown>>;
}

export function Tooltip({ label, keys, side = 'top', children }: TooltipProps) {
  const [open, setOpen] = useState(false);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next, details) => {
        setOpen(next && !isTouching());
        if (details.reason !== 'escape-key') return;
        // The key must also reach the surrounding element: a dialog closes at the first press.
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
