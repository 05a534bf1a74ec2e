import { useEffect, useEffectEvent, type RefObject } from 'react';
import { useWindow } from '../store/app-store.ts';
import { ARM_DELAY, askAct, type AskAct } from './ask-keys.ts';

/** Controls that take letters, or open lists that do. */
const TYPING =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="dialog"], .xterm';

let typedAt = 0;

/**
 * The queue's keys. They act only while the queue has the focus and what they act on has been in sight for a moment (`shown`), and never
 * right after typing. Anything else that handles a key first keeps it.
 */
export function useQueueKeys(queue: RefObject<HTMLElement | null>, shown: boolean, run: (act: AskAct) => void, release: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null;
    if (target?.closest(TYPING)) {
      // A chord such as Mod+J is a command, and Escape leaves the field: neither is typing.
      if (!event.ctrlKey && !event.metaKey && event.key !== 'Escape') typedAt = Date.now();
      return;
    }
    if (event.defaultPrevented || event.isComposing || useWindow.getState().dialog !== null) return;
    const act = target !== null && queue.current?.contains(target) === true ? askAct(event) : undefined;
    // Keys pressed right after typing were meant for the field one typed in.
    if (!act || !shown || Date.now() - typedAt < ARM_DELAY) return;
    event.preventDefault();
    run(act);
  });
  const onKeyUp = useEffectEvent((event: KeyboardEvent) => event.key.toLowerCase() === 'a' && release());
  const letGo = useEffectEvent(() => release());
  useEffect(() => {
    const down = (event: KeyboardEvent) => onKeyDown(event);
    const up = (event: KeyboardEvent) => onKeyUp(event);
    // A key that is let go over another window is never heard to be.
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
