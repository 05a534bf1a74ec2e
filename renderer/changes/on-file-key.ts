import type { KeyboardEvent } from 'react';

interface FileKeys {
  /** The file that is looked at. */
  readonly inView: string | undefined;
  /** Goes to the file after or before one. */
  readonly stepFrom: (path: string | undefined, step: 1 | -1) => void;
}

/** J and K go to the next and previous file from anywhere in the list; Down and Up from the head of a file. */
export function onFileKey(event: KeyboardEvent<HTMLElement>, { inView, stepFrom }: FileKeys): void {
  const { target, currentTarget, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // Not in fields, nor in menus, whose keys come here too.
  if (!(target instanceof HTMLElement) || !currentTarget.contains(target) || target.matches('input, textarea')) return;
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
