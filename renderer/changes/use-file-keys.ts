import { type RefObject, useEffect } from 'react';

interface FileKeys {
  /** The file that is looked at. */
  readonly inView: string | undefined;
  /** Goes to the file after or before one. */
  readonly stepFrom: (path: string | undefined, step: 1 | -1) => void;
}

/**
 * J and K go to the next and previous file from anywhere in the pane, and where nothing has the focus: what had it may be gone, such as a
 * file that was reverted. Down and Up do from the head of a file.
 */
export function useFileKeys(pane: RefObject<HTMLElement | null>, keys: FileKeys): void {
  // After each render, with what it shows.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => pane.current && onFileKey(event, pane.current, keys);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });
}

function onFileKey(event: KeyboardEvent, pane: HTMLElement, { inView, stepFrom }: FileKeys): void {
  const { target, key } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  // Not in fields, nor in menus and dialogs, which are outside of the pane.
  if (!(target instanceof HTMLElement) || target.matches('input, textarea')) return;
  const isNowhere = target === document.body && pane.checkVisibility() && pane.closest('[inert], [aria-hidden="true"]') === null;
  if (!isNowhere && !pane.contains(target)) return;
  const focused = target.closest<HTMLElement>('[data-open-files] > [data-path]');
  if (key === 'j' || key === 'k') {
    event.preventDefault();
    stepFrom(focused?.dataset['path'] ?? inView, key === 'j' ? 1 : -1);
    return;
  }
  const next = key === 'ArrowDown' ? focused?.nextElementSibling : key === 'ArrowUp' ? focused?.previousElementSibling : null;
  if (!next || !target.matches('[data-file]')) return;
  event.preventDefault();
  next.querySelector<HTMLElement>('[data-file]')?.focus();
}
