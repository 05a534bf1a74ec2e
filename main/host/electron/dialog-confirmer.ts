import { dialog, type MessageBoxOptions } from 'electron';
import type { Confirmer } from '../confirmation/confirmed-engine.ts';
import type { Statement } from '../confirmation/statement.ts';
import type { WindowRef } from '../engine-port.ts';
import { windowOf } from './windows.ts';

/** The most a message box shows; what doesn't fit on the screen has no buttons either. */
const MAX_LINES = 30;
const MAX_CHARS = 2500;
/** Questions of one window that wait for the one before; more are refused. */
const MAX_WAITING = 20;
const SHOWN_DIGEST = 12;

/** The questions of one window. */
interface Asking {
  last: Promise<unknown>;
  waiting: number;
  /** Counts the refused ones: what waits behind one is refused with it, so that a page can't keep a person busy. */
  refused: number;
}

/** Asks in the system's own message box, which no page can press, cover or imitate. Enter cancels, as it may be part of a message. */
export class DialogConfirmer implements Confirmer {
  readonly #windows = new Map<string, Asking>();

  confirm(statement: Statement, ref: WindowRef): Promise<boolean> {
    const asking = this.#windows.get(ref.windowId) ?? { last: Promise.resolve(), waiting: 0, refused: 0 };
    this.#windows.set(ref.windowId, asking);
    if (asking.waiting >= MAX_WAITING) return Promise.resolve(false);
    asking.waiting += 1;
    const { refused } = asking;
    const asked = asking.last
      .then(() => asking.refused === refused && ask(statement, ref))
      .then((confirmed) => {
        if (!confirmed) asking.refused += 1;
        return confirmed;
      })
      .finally(() => (asking.waiting -= 1));
    // The caller gets the error; the next question doesn't.
    asking.last = asked.catch(() => false);
    return asked;
  }

  forget({ windowId }: WindowRef): void {
    this.#windows.delete(windowId);
  }
}

async function ask({ title, rows, digest }: Statement, ref: WindowRef): Promise<boolean> {
  const window = windowOf(ref.windowId);
  if (!window) return false;
  // Indented, so that no line of a text looks like a row of its own.
  const facts = rows.map(({ label, text }) => `${label}: ${text.replaceAll('\n', '\n      ')}`).join('\n');
  const options: MessageBoxOptions = {
    type: 'warning',
    title: 'Gatehouse',
    message: title,
    detail: `${short(facts)}\n\n${digest.slice(0, SHOWN_DIGEST)}`,
    buttons: ['Confirm', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  const { response } = await dialog.showMessageBox(window, options);
  return response === 0;
}

/** The start and the end, with what is left out between them. */
function short(facts: string): string {
  const lines = facts.split('\n');
  const fewer =
    lines.length > MAX_LINES ? [...lines.slice(0, 20), `… ${lines.length - MAX_LINES} more lines …`, ...lines.slice(-10)] : lines;
  const text = fewer.join('\n');
  if (text.length <= MAX_CHARS) return text;
  const half = MAX_CHARS / 2;
  return `${text.slice(0, half)}\n… ${text.length - MAX_CHARS} characters are not shown …\n${text.slice(-half)}`;
}
