import { useEffect, useEffectEvent, type RefObject } from 'react';
import { useWindow } from '../store/app-store.ts';
import { askAct, type AskAct } from './ask-keys.ts';
import { TYPING } from './press-watch.ts';

/** The queue's keys, while it has the focus; the guard decides whether one counts. A key handled elsewhere first is ignored. */
export function useQueueKeys(
  queue: RefObject<HTMLElement | null>,
  run: (act: AskAct, press: KeyboardEvent) => void,
  release: () => void,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    if (event.defaultPrevented || event.isComposing || target?.closest(TYPING) || useWindow.getState().dialog !== null) return;
    const act = target !== null && queue.current?.contains(target) === true ? askAct(event) : undefined;
    if (!act) return;
    event.preventDefault();
    run(act, event);
  });
  const onKeyUp = useEffectEvent((event: KeyboardEvent) => event.key.toLowerCase() === 'a' && release());
  const letGo = useEffectEvent(() => release());
  useEffect(() => {
    const down = (event: KeyboardEvent) => onKeyDown(event);
    const up = (event: KeyboardEvent) => onKeyUp(event);
    // Another window may swallow the keyup.
    const blur = () => letGo();
    window.addEventListener('keydown', down);
    window.addEventListener('keyup', up);
    window.addEventListener('blur', blur);
    return () => {
      window.removeEventListener('keydown', down);
      window.removeEventListener('keyup', up);
      window.removeEventListener('blur', blur);
    };
  }, []);
}
