import { useEffect, useRef, useState } from 'react';
import { HOLD_TIME } from './ask-keys.ts';

export interface Hold {
  readonly holding: boolean;
  readonly begin: () => void;
  readonly cancel: () => void;
}

/** Runs `act` after being held for `HOLD_TIME`. */
export function useHold(act: () => void): Hold {
  const [holding, setHolding] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const cancel = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
    setHolding(false);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    holding,
    cancel,
    begin: () => {
      if (timer.current !== undefined) return;
      setHolding(true);
      timer.current = setTimeout(() => {
        cancel();
        act();
      }, HOLD_TIME);
    },
  };
}
