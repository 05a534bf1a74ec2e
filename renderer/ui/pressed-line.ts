/** What opens and closes a part of a list in place. What is chosen in it and a menu open elsewhere. */
const DISCLOSURE = 'summary, button[aria-expanded]:not([aria-haspopup], [data-chooses])';
/** A button at the end of a part, which moves down with what it adds: the line above it stays. */
const ADDS_ABOVE = '[data-adds-above]';
/** Layout rounds. Pixels. */
const SAME_PX = 1;

/** Where a line of a list is in the window. Pixels. */
export interface ListPlace {
  readonly line: Element;
  readonly top: number;
}

/**
 * The line of a list that was pressed last to open or close what is below it, or that a person returned to. It stays where it is until
 * they scroll.
 */
export interface PressedLine {
  /** Scrolls the line back to its place after a change of layout; `false` without one. */
  readonly keep: (shrank: boolean) => boolean;
  /** Called on each scroll: forgets the line if it was scrolled away. */
  readonly scrolled: () => void;
  readonly returnTo: (place: ListPlace) => void;
  readonly forget: () => void;
  readonly stop: () => void;
}

interface Pressed extends ListPlace {
  readonly opens: boolean;
  /** Where the list was scrolled to when the line was at its place last, or as near as possible. */
  scrollTop: number;
}

export function pressedLine(scroller: HTMLElement): PressedLine {
  let pressed: Pressed | null = null;
  const forget = () => void (pressed = null);
  const onClick = ({ target, isTrusted }: MouseEvent) => {
    const control = target instanceof Element ? target.closest(DISCLOSURE) : null;
    // What the window opens itself, it scrolls to.
    if (!control || !isTrusted) return;
    const line = (control.matches(ADDS_ABOVE) && control.previousElementSibling) || control;
    pressed = { line, top: topOf(line), opens: !isOpen(control), scrollTop: scroller.scrollTop };
  };
  const keep = (shrank: boolean): boolean => {
    if (!pressed) return false;
    const isMoved = Math.abs(scroller.scrollTop - pressed.scrollTop) > SAME_PX && !shrank;
    // A line that is gone, such as “and 8 more”, leaves what it opened at its place.
    if (isMoved || !pressed.line.isConnected) {
      const isGone = !isMoved;
      pressed = null;
      return isGone;
    }
    const by = topOf(pressed.line) - pressed.top;
    if (Math.abs(by) >= SAME_PX) scroller.scrollTop += by;
    pressed.scrollTop = scroller.scrollTop;
    if (!pressed.opens) pressed = null;
    return true;
  };
  const returnTo = (place: ListPlace) => {
    scroller.scrollTop += topOf(place.line) - place.top;
    pressed = { ...place, opens: true, scrollTop: scroller.scrollTop };
  };
  const scrolled = () => {
    // As near as the list could scroll: what makes it long enough may still be loading.
    if (!pressed || Math.abs(scroller.scrollTop - pressed.scrollTop) <= SAME_PX) return;
    if (Math.abs(topOf(pressed.line) - pressed.top) > SAME_PX) pressed = null;
  };
  scroller.addEventListener('click', onClick, { capture: true });
  return { keep, scrolled, returnTo, forget, stop: () => scroller.removeEventListener('click', onClick, { capture: true }) };
}

function isOpen(control: Element): boolean {
  const { parentElement: parent } = control;
  return control.getAttribute('aria-expanded') === 'true' || (parent instanceof HTMLDetailsElement && parent.open);
}

function topOf(line: Element): number {
  return line.getBoundingClientRect().top;
}
