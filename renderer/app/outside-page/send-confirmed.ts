import { AppError } from '#shared/contract/app-error.ts';
import type { ResponseMessage } from '#shared/contract/message.ts';
import { useWindow } from '../../store/app-store.ts';
import { words } from './words.ts';
import styles from './outside-page.module.css';

let lastQuestion: Promise<unknown> = Promise.resolve();

/** Sends a command again once the person has confirmed it, one question after the other: the one before may have settled this one. */
export function sendConfirmed(send: () => Promise<ResponseMessage>): Promise<ResponseMessage> {
  const asked = lastQuestion.then(async () => {
    const response = await send();
    if (response.ok || response.error.code !== 'unconfirmed') return response;
    if (await askOutsidePage(response.error.message)) return send();
    throw new AppError('refused', words.notConfirmed);
  });
  // The caller gets the error; the next question doesn't.
  lastQuestion = asked.catch(() => undefined);
  return asked;
}

/**
 * Makes room for a question of the host and reports whether the person confirmed it. The question is a page of another origin: this one can
 * neither read nor press it, and what it reports here allows nothing (docs/security.md).
 */
function askOutsidePage(address: string): Promise<boolean> {
  const { origin } = new URL(address);
  const before = document.activeElement;
  const dialog = document.createElement('dialog');
  dialog.className = styles['dialog'] ?? '';
  dialog.setAttribute('aria-label', words.question);
  const frame = document.createElement('iframe');
  frame.className = styles['frame'] ?? '';
  frame.title = words.question;
  frame.src = address;
  frame.style.colorScheme = getComputedStyle(document.documentElement).colorScheme;
  dialog.append(frame);
  document.body.append(dialog);
  dialog.showModal();
  frame.addEventListener('load', () => frame.focus());
  return new Promise((resolve) => {
    const end = (confirmed: boolean): void => {
      window.removeEventListener('message', onMessage);
      stopFollowing();
      dialog.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      resolve(confirmed);
    };
    const onMessage = (event: MessageEvent<unknown>): void => {
      if (event.source === frame.contentWindow && event.origin === origin) end(event.data === 'confirmed');
    };
    window.addEventListener('message', onMessage);
    dialog.addEventListener('close', () => end(false));
    // A lost host has forgotten the question.
    const stopFollowing = useWindow.subscribe(({ connection }) => connection === 'lost' && end(false));
  });
}
