import { useEffect, useRef } from 'react';

/** How often files are looked at that others may save. Milliseconds. */
const LOOK_MS = 5000;

/** Calls `look` now and then while the page is visible, and when the person comes back to it. */
export function useWhileSeen(look: (isBack: boolean) => void): void {
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  }, [look]);
  useEffect(() => {
    const ifSeen = (isBack: boolean): void => {
      if (document.visibilityState === 'visible') latest.current(isBack);
    };
    const onBack = (): void => ifSeen(true);
    const timer = setInterval(() => ifSeen(false), LOOK_MS);
    window.addEventListener('focus', onBack);
    document.addEventListener('visibilitychange', onBack);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', onBack);
      document.removeEventListener('visibilitychange', onBack);
    };
  }, []);
}
