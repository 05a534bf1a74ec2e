import { spawn } from 'node:child_process';

/** Whether the person who typed the command has a display. */
export function hasDisplay() {
  if (process.platform === 'darwin' || process.platform === 'win32') return !process.env.SSH_CONNECTION;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Asks the desktop to open `url`. Failure is ignored, since the address has been printed. */
export function openInBrowser(url) {
  const [file, args] = {
    darwin: ['open', [url]],
    // `start` would need a shell and quoting; this is what it calls.
    win32: ['rundll32.exe', ['url.dll,FileProtocolHandler', url]],
  }[process.platform] ?? ['xdg-open', [url]];
  const child = spawn(file, args, { stdio: 'ignore', detached: true, windowsHide: true });
  child.on('error', () => {});
  child.unref();
}
