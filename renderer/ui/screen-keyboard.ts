import { TOUCH } from './use-media-query.ts';

const FIELD = 'input:not([type="radio"], [type="checkbox"]), textarea, [contenteditable]';

/** The last press was a key of a keyboard that isn’t on the screen. */
let hasKeys = false;

/** The last press was one of a finger. */
let isTouched = false;

/** Notes each press, for as long as the window is open. */
export function watchForKeys(): void {
  window.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      hasKeys = false;
      isTouched = pointerType === 'touch';
    },
    { capture: true, passive: true },
  );
  window.addEventListener(
    'keydown',
    ({ target, key, ctrlKey, metaKey, isTrusted }) => {
      // Back on a phone closes things as Escape does. What is written in a field may come from either.
      if (!isTrusted || !(ctrlKey || metaKey || key === 'Escape' || key === 'Tab' || !isTextField(target))) return;
      hasKeys = true;
      isTouched = false;
    },
    { capture: true, passive: true },
  );
}

/** Whether a field that takes the focus now would bring up a keyboard on the screen, which covers half of it. */
export function opensScreenKeyboard(): boolean {
  return !hasKeys && window.matchMedia(TOUCH).matches;
}

/** Whether the person uses fingers now, which leave what shows up under them standing. */
export function isTouching(): boolean {
  return isTouched;
}

export function isTextField(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(FIELD);
}
