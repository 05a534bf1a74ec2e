import { useState } from 'react';

const KEY = 'gatehouse.terminal.screen-reader';

/** Whether terminals keep a text copy for screen readers; stored. Off by default, since it is slow. */
export function useScreenReaderText(): readonly [on: boolean, toggle: () => void] {
  const [on, setOn] = useState(() => localStorage.getItem(KEY) === 'on');
  const toggle = () => {
    localStorage.setItem(KEY, on ? 'off' : 'on');
    setOn(!on);
  };
  return [on, toggle];
}
