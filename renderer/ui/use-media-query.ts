import { useSyncExternalStore } from 'react';

/** A phone, or a window as narrow: its controls are for fingers. The stylesheets repeat it. */
export const PHONE = '(max-width: 600px)';
/** A phone on which three answers need two rows. */
export const SMALL_PHONE = '(max-width: 379px)';
/** A phone on its side, or a window as low: a request may take all of its height. The stylesheets repeat it. */
export const LOW = '(max-height: 479px) and (min-width: 720px), (max-height: 479px) and (min-width: 601px) and (pointer: coarse)';
/** The conversation or a pane, one at a time: on a phone and, where the window is no wider than one, on its side. The stylesheets repeat it. */
export const ONE_PANE = [
  PHONE,
  '(max-width: 959px) and (max-height: 479px) and (pointer: coarse)',
  '(min-width: 720px) and (max-width: 959px) and (max-height: 479px)',
].join(', ');
/** Fingers, mostly with a keyboard on the screen that has no shortcuts. */
export const TOUCH = '(pointer: coarse)';
/** The session list and the inspector cover the panes. */
export const NARROW = '(max-width: 1099px)';
/** The session list has some more room for titles. */
export const WIDER = '(min-width: 1240px)';
/** The session list has room for titles. */
export const WIDE = '(min-width: 1440px)';

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}
