import { TOUCH } from './use-media-query.ts';

const FIELD = 'input:not([type="radio"], [type="checkbox"]), textarea, [contenteditable]';

/** The last press was a key of a keyboard that isn’t on the screen. */
let hasKeys = false;

/** Notes each press, for as long as the window is open. */
export function watchForKeys(): void {
  window.addEventListener('pointerdown', () => (hasKeys = false), { capture: true, passive: true });
  window.addEventListener(
    'keydown',
    ({ target, key, ctrlKey, metaKey }) => {
      // What is written in a field may come from either.
      if (ctrlKey || metaKey || key === 'Escape' || key === 'Tab' || !isTextField(target)) hasKeys = true;
    },
    { capture: true, passive: true },
  );
}

/** Whether a field that takes the focus now would bring up a keyboard on the screen, which covers half of it. */
export function opensScreenKeyboard(): boolean {
  return !hasKeys && window.matchMedia(TOUCH).matches;
}

export function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(FIELD);
}
