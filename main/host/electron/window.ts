import { BrowserWindow, dialog, nativeTheme } from 'electron';
import { APP_URL } from './app-scheme.ts';

/** The base background of both themes, so that a new window doesn't flash. */
const BACKGROUND = { dark: '#0d0f12', light: '#f9fafb' };

export interface WindowOptions {
  /** Under which its size and position are kept; no other window has it. */
  readonly name: string;
  /** The built preload script, an absolute path. */
  readonly preloadFile: string;
}

/** A window that hasn't loaded yet; restores the last size and position of its name. */
export function createWindow({ name, preloadFile }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    name,
    windowStatePersistence: true,
    width: 1280,
    height: 800,
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Gatehouse',
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      preload: preloadFile,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      // Elsewhere Chromium would download dictionaries from a server.
      spellcheck: process.platform === 'darwin',
    },
  });
  window.once('ready-to-show', () => window.show());
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason !== 'clean-exit' && reason !== 'killed') void offerReload(window, reason);
  });
  return window;
}

export function loadWindow(window: BrowserWindow): Promise<void> {
  return window.loadURL(APP_URL);
}

/** Sessions run in main and continue; only the page has crashed. */
async function offerReload(window: BrowserWindow, reason: string): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'The window stopped working.',
    detail: `Reason: ${reason}. Running sessions continue; reload to show them again.`,
    buttons: ['Reload', 'Close'],
    defaultId: 0,
    cancelId: 1,
  });
  if (window.isDestroyed()) return;
  if (response === 0) window.reload();
  else window.destroy();
}
