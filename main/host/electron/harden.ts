import { app, BrowserWindow, dialog, shell, type Session, type WebContents } from 'electron';
import { shorten } from '#shared/shorten.ts';
import { APP_ORIGIN } from './app-scheme.ts';
import { addContextMenu } from './context-menu.ts';

/** The permissions granted to our own page; all others (camera, location, …) are denied. */
const PERMISSIONS: ReadonlySet<string> = new Set([
  // "Copy" buttons.
  'clipboard-sanitized-write',
]);

const EXTERNAL_PROTOCOLS: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:']);

/** Applies to every page and session created later; call before the first window. */
export function hardenAllContents(): void {
  app.on('session-created', hardenSession);
  app.on('web-contents-created', (_event, contents) => hardenContents(contents));
}

export function hardenSession(session: Session): void {
  session.setPermissionRequestHandler((contents, permission, callback) =>
    callback(isOurs(contents.getURL()) && PERMISSIONS.has(permission)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => isOurs(origin) && PERMISSIONS.has(permission));
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}));
  session.on('will-download', (event) => event.preventDefault());
}

function hardenContents(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  addContextMenu(contents);
  contents.setWindowOpenHandler(({ url }) => {
    void openOutside(contents, url);
    return { action: 'deny' };
  });
}

/** Links may come from a model or a tool's output, so the person sees the address before a browser opens it. */
async function openOutside(contents: WebContents, text: string): Promise<void> {
  const url = URL.parse(text);
  const window = BrowserWindow.fromWebContents(contents);
  if (!url || !window || !EXTERNAL_PROTOCOLS.has(url.protocol)) return;
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: url.protocol === 'mailto:' ? 'Write an email to this address?' : `Open ${url.host} in your browser?`,
    detail: shorten(url.href, 500),
    buttons: ['Open link', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  });
  if (response === 0) await shell.openExternal(url.href);
}

function isOurs(url: string): boolean {
  return url === APP_ORIGIN || url.startsWith(`${APP_ORIGIN}/`);
}
