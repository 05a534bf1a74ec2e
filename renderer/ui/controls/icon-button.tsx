import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { Tooltip } from '../overlays/tooltip.tsx';
import styles from './icon-button.module.css';

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title' | 'children'> {
  /** Accessible name and tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
  /** Shown in the tooltip, as in "Mod+J". */
  readonly keys?: string | undefined;
  readonly size?: 'control' | 'small' | undefined;
  readonly pressed?: boolean | undefined;
  /** Disables the button; shown in its tooltip. */
  readonly disabledReason?: string | undefined;
  readonly tooltipSide?: 'top' | 'right' | 'bottom' | 'left' | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
}

/** An icon-only button with a tooltip and an accessible name. */
export function IconButton({
  label,
  icon,
  keys,
  size = 'control',
  pressed,
  disabledReason,
  disabled,
  tooltipSide,
  className,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip label={label} keys={keys} side={tooltipSide}>
      <button
        type={type}
        aria-label={label}
        aria-pressed={pressed}
        title={disabledReason}
        disabled={disabled === true || disabledReason !== undefined}
        className={classNames(styles.button, styles[size], className)}
        {...rest}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
