import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from '../../ui/controls/button.tsx';
import styles from './hold-button.module.css';

/** How long to hold the button or key to allow a destructive call. Milliseconds. */
const HOLD_TIME = 600;

export interface Hold {
  readonly holding: boolean;
  /** The last hold ended before the time was over. */
  readonly wasShort: boolean;
  readonly begin: () => void;
  readonly cancel: () => void;
}

/** Runs `act` after being held for `HOLD_TIME`. */
export function useHold(act: () => void): Hold {
  const [holding, setHolding] = useState(false);
  const [wasShort, setWasShort] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const end = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setHolding(false);
  };
  const cancel = () => {
    if (timer.current !== undefined) setWasShort(true);
    end();
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    holding,
    wasShort,
    cancel,
    begin: () => {
      if (timer.current !== undefined) return;
      setHolding(true);
      setWasShort(false);
      timer.current = setTimeout(() => {
        end();
        act();
      }, HOLD_TIME);
    },
  };
}

/** A button that fills in `HOLD_TIME` while `filling`. */
export function FillButton({ filling, children, ...rest }: ButtonProps & { readonly filling: boolean }) {
  return (
    <Button {...rest} className={styles.hold} data-variant={rest.variant} data-holding={filling}>
      <span className={styles.fill} aria-hidden="true" />
      <span className={styles.label}>{children}</span>
    </Button>
  );
}

/** A button that acts only when held: by pointer, or by Space or Enter while focused. */
export function HoldButton({
  hold,
  disabled,
  title,
  children,
}: {
  readonly hold: Hold;
  readonly disabled: boolean;
  readonly title: string;
  readonly children: ReactNode;
}) {
  const isPress = (key: string): boolean => key === ' ' || key === 'Enter';
  return (
    <FillButton
      variant="danger"
      filling={hold.holding}
      disabled={disabled}
      title={title}
      onPointerDown={(event) => event.button === 0 && hold.begin()}
      onPointerUp={hold.cancel}
      onPointerLeave={hold.cancel}
      onKeyDown={(event) => {
        if (!isPress(event.key)) return;
        event.preventDefault();
        if (!event.repeat) hold.begin();
      }}
      onKeyUp={(event) => isPress(event.key) && hold.cancel()}
      onBlur={hold.cancel}
    >
      {children}
    </FillButton>
  );
}
