import { join } from 'node:path';
import { app, nativeImage, type BrowserWindow } from 'electron';
import { appRoot } from '#main/app-root.ts';

/** Pictures exist for 1 to this; more than that is shown as “9+”. */
const MAX_DIGIT = 9;

/** Shows the number of waiting requests over the window's icon in the taskbar of Windows. Other systems have a badge on the app's icon. */
export function showWaitingOverlay(window: BrowserWindow, count: number): void {
  if (count === 0) return window.setOverlayIcon(null, '');
  const picture = nativeImage.createFromPath(join(appRoot, 'resources/waiting', `${count > MAX_DIGIT ? 'more' : String(count)}.png`));
  window.setOverlayIcon(picture, count === 1 ? '1 request waits' : `${String(count)} requests wait`);
}

/** Bounces the icon in the dock of macOS, or flashes the window's in a taskbar, until the person comes. Does nothing while they are there. */
export function drawAttention(window: BrowserWindow): void {
  if (window.isFocused()) return;
  if (app.dock) {
    app.dock.bounce('critical');
    return;
  }
  window.flashFrame(true);
  window.once('focus', () => window.flashFrame(false));
}
