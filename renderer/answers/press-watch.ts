import type { Press } from './answer-guard.ts';
import { askAction } from './ask-keys.ts';

/** Controls that take text, or open lists with type-ahead. */
export const TYPING =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="dialog"], .xterm';

const REGION = '[data-region="permission-queue"]';
const PRESSABLE = 'button, a[href], summary, input, [role="button"]';

export interface Typed {
  readonly at: number;
  /** The target of the event. */
  readonly target: Element | null;
}

const NOTHING: Press = { how: 'key', at: Number.NEGATIVE_INFINITY, repeat: true, composing: false };

let press = NOTHING;
let target: Element | null = null;
/** What a pointer went down on: its button, whose content may change meanwhile. */
let pressed: Element | null = null;
let key = '';
let typed: Typed = { at: Number.NEGATIVE_INFINITY, target: null };
let listenerCount = 0;
const listeners = new Set<(typed: Typed) => void>();

/** The user's last key or pointer press: where an answer comes from. */
export function lastPress(): Press {
  return press;
}

/** Whether Tab, not auto-repeated, is moving the focus. */
export function isTabbing(): boolean {
  return key === 'Tab' && !press.repeat;
}

/** Calls back for each key that isn't an answer. Watches the whole window while there are listeners. */
export function watchTyping(listener: (typed: Typed) => void): () => void {
  listeners.add(listener);
  if (listenerCount === 0) listen();
  listenerCount += 1;
  listener(typed);
  return () => {
    listeners.delete(listener);
    listenerCount -= 1;
    if (listenerCount === 0) stopListening();
  };
}

function listen(): void {
  window.addEventListener('keydown', onKeyDown, true);
  window.addEventListener('keyup', onKeyUp, true);
  window.addEventListener('pointerdown', onPointerDown, true);
  window.addEventListener('click', onClick, true);
}

function stopListening(): void {
  window.removeEventListener('keydown', onKeyDown, true);
  window.removeEventListener('keyup', onKeyUp, true);
  window.removeEventListener('pointerdown', onPointerDown, true);
  window.removeEventListener('click', onClick, true);
}

function onKeyDown(event: KeyboardEvent): void {
  const at = performance.now();
  target = event.target instanceof Element ? event.target : null;
  key = event.key;
  const how = target?.closest(TYPING) ? 'field' : 'key';
  press = { how, at, repeat: event.repeat, composing: event.isComposing || event.key === 'Process' };
  if (!isTyping(event)) return;
  typed = { at, target };
  for (const listener of listeners) listener(typed);
}

function onKeyUp(event: KeyboardEvent): void {
  if (event.key === key && key === 'Tab') key = '';
}

function onPointerDown(event: PointerEvent): void {
  target = event.target instanceof Element ? event.target : null;
  pressed = target?.closest(PRESSABLE) ?? target;
  key = '';
  press = { how: 'pointer', at: performance.now(), repeat: false, composing: false };
}

/**
 * Notes a click without a pointer: Enter or Space on the focused element, Enter in a form field, or a screen reader. Drops a pointer's click
 * whose button is gone, such as that of a finger lifted after holding it: the click would press the card that has replaced it.
 */
function onClick(event: MouseEvent): void {
  const clicked = event.target instanceof Element ? event.target : null;
  if (event.detail !== 0) {
    if (pressed?.isConnected !== false || clicked?.closest(REGION) == null) return;
    event.stopPropagation();
    event.preventDefault();
    return;
  }
  const sameForm = clicked?.closest('form') !== null && clicked?.closest('form') === target?.closest('form');
  if ((key === 'Enter' || key === ' ') && (clicked === target || sameForm)) return;
  press = { how: 'assistive', at: performance.now(), repeat: false, composing: false };
}

const OPTION = 'input[type="radio"], input[type="checkbox"]';

/**
 * A key that types text, or a character that is no answer. Shortcuts are commands; Tab, arrows and Escape only move, a digit on an option
 * chooses one.
 */
function isTyping(event: KeyboardEvent): boolean {
  const inField = target?.closest(TYPING) ?? null;
  if (event.isComposing || event.key === 'Process' || event.key === 'Dead') return true;
  if (event.ctrlKey || event.metaKey) return false;
  const isText = event.key.length === 1 || ['Enter', 'Backspace', 'Delete'].includes(event.key);
  if (!isText) return false;
  if (inField) return true;
  if (/^[1-9]$/u.test(event.key) && target?.matches(OPTION) === true) return false;
  if (event.key === 'Enter' || event.key === ' ') return target?.closest(PRESSABLE) === null;
  return target?.closest(REGION) === null || askAction({ ...chord(event), repeat: false }) === undefined;
}

function chord({ key: name, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent) {
  return { key: name, shiftKey, ctrlKey, metaKey, altKey };
}
