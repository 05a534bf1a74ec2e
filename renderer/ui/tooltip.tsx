import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement } from 'react';
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
  return (
    <Base.Root>
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
