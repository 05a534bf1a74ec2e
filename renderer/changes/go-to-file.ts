import { rowId } from './changed-file-names.ts';

/** Brings a file’s row to the top of the list and focuses it. Only the list scrolls: `scrollIntoView` would also move what is around it. */
export function goToFile(path: string): void {
  const row = document.querySelector<HTMLElement>(`#${CSS.escape(rowId(path))}`);
  const list = row?.closest('[data-scroller]');
  if (!row || !list) return;
  list.scrollTop += row.getBoundingClientRect().top - list.getBoundingClientRect().top;
  row.querySelector<HTMLElement>('[data-file]')?.focus({ preventScroll: true });
}
