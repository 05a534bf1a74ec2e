import { spawn } from 'node:child_process';

/** Whether a window can be shown to the person who typed the command. */
export function hasDisplay() {
  if (process.platform === 'darwin' || process.platform === 'win32') return !process.env.SSH_CONNECTION;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Asks the desktop to show `url`. A desktop without a browser is no reason to stop: the address has been printed. */
export function openInBrowser(url) {
  const [file, args] = {
    darwin: ['open', [url]],
    // `start` would need a shell to quote for; this is what it ends up calling.
    win32: ['rundll32.exe', ['url.dll,FileProtocolHandler', url]],
  }[process.platform] ?? ['xdg-open', [url]];
  const child = spawn(file, args, { stdio: 'ignore', detached: true, windowsHide: true });
  child.on('error', () => {});
  child.unref();
}
