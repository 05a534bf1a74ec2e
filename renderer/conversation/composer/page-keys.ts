import type { KeyboardEvent } from 'react';
import { scrollsForPerson } from '../../ui/person-scrolls.ts';

/** What a page leaves in view of the one before. Pixels. */
const OVERLAP = 48;

/** Whether a key in the message box scrolls the conversation: the text in the box has no pages of its own. */
export function pagesConversation(press: KeyboardEvent<HTMLElement>): boolean {
  const { key, currentTarget: box } = press;
  const isChord = press.ctrlKey || press.metaKey || press.altKey || press.shiftKey;
  return (key === 'PageUp' || key === 'PageDown') && !isChord && box.scrollHeight <= box.clientHeight + 1;
}

/** Scrolls the conversation by a page; the focus stays where it is. */
export function scrollByPage(direction: 1 | -1): void {
  const scroller = document.querySelector('[data-region="conversation"] [role="log"]');
  if (!scroller) return;
  scrollsForPerson(scroller);
  scroller.scrollBy({ top: direction * Math.max(OVERLAP, scroller.clientHeight - OVERLAP) });
}
