import { BrowserWindow, clipboard, dialog, type MenuItemConstructorOptions, type MessageBoxOptions } from 'electron';
import { errorMessage } from '#shared/error-message.ts';
import { printableLine } from '#shared/printable.ts';
import { isLoopback } from '../../web/own-address.ts';
import type { ServedAt } from '../../web/served-at.ts';
import type { BrowserSharing } from './browser-sharing.ts';

/** Browsers that have a button of their own; the others are signed out together. */
const MAX_BUTTONS = 4;
const MAX_NAMES = 5;

/** The menu's items for sharing with browsers. Pages can't press them, nor the message boxes that they show. */
export function sharingItems(sharing: BrowserSharing): MenuItemConstructorOptions[] {
  const item = (id: string, label: string, act: (sharing: BrowserSharing) => Promise<void>): MenuItemConstructorOptions => ({
    id,
    label,
    click: () => void act(sharing).catch((error: unknown) => dialog.showErrorBox('Sharing with browsers failed', errorMessage(error))),
  });
  if (!sharing.isOn) return [item('share', 'Share with a browser…', share)];
  return [
    item('share.link', 'Link for another browser…', showLink),
    item('share.browsers', 'Signed-in browsers…', showBrowsers),
    item('share.stop', 'Stop sharing with browsers', () => sharing.stop()),
  ];
}

async function share(sharing: BrowserSharing): Promise<void> {
  const at = await sharing.plan();
  const isLocal = isLoopback(at.bind);
  const response = await ask({
    type: isLocal ? 'question' : 'warning',
    message: `Share with browsers on ${isLocal ? 'this machine' : 'other machines'}?`,
    detail: `A browser that opens the link sees the sessions of all your projects and can do what you can do in the window, which includes allowing commands. ${isLocal ? 'It is only reachable from this machine.' : reach(at)} Sharing continues when the last window is closed, until you stop it or quit.`,
    buttons: ['Share', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  });
  if (response !== 0) return;
  await sharing.start(at);
  await showLink(sharing);
}

/** How other machines get there, and who may read along. */
function reach({ names, port, tls }: ServedAt): string {
  const where = `${names.slice(0, MAX_NAMES).map(printableLine).join(', ')} (${port === 0 ? 'a free port' : `port ${String(port)}`})`;
  return tls
    ? `Other machines reach it as ${where}, encrypted with your certificate.`
    : `Other machines reach it as ${where}, and nothing is encrypted: anyone on the network can read everything, including the link, and answer for you.`;
}

async function showLink(sharing: BrowserSharing): Promise<void> {
  const link = sharing.link();
  const response = await ask({
    type: 'info',
    message: 'A link for one browser',
    detail: `${printableLine(link)}\n\nIt works once.`,
    buttons: ['Copy the link', 'Close'],
    defaultId: 0,
    cancelId: 1,
  });
  if (response === 0) await clipboard.writeText(link);
}

async function showBrowsers(sharing: BrowserSharing): Promise<void> {
  const browsers = sharing.browsers.toSorted((a, b) => b.usedAt - a.usedAt);
  const single = browsers.slice(0, MAX_BUTTONS);
  const response = await ask({
    type: 'info',
    message: browsers.length === 0 ? 'No browser is signed in.' : 'Signed-in browsers',
    detail: browsers
      .map(
        ({ number, agent, signedInAt, usedAt }) =>
          `${String(number)}: signed in ${time(signedInAt)}, last used ${time(usedAt)}\n${printableLine(agent)}`,
      )
      .join('\n\n'),
    buttons: ['Close', ...single.map(({ number }) => `Sign out ${String(number)}`), ...(browsers.length > 1 ? ['Sign out all'] : [])],
    defaultId: 0,
    cancelId: 0,
  });
  if (response === 0) return;
  const one = single[response - 1];
  for (const { number } of one ? [one] : browsers) sharing.signOut(number);
}

function time(at: number): string {
  return new Date(at).toLocaleString();
}

async function ask(options: MessageBoxOptions): Promise<number> {
  const window = BrowserWindow.getFocusedWindow();
  const { response } = await (window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options));
  return response;
}
