/** Runs the built app on the stand-in and performs the test's operations over the process channel. */
import { join } from 'node:path';
import { BrowserWindow, Notification, type WebContents, app, double, invokeMain } from './electron.ts';

const [appRoot = '', folder] = process.argv.slice(2);
// Like Electron: the binary, the app, then the user's arguments.
process.argv = [process.execPath, appRoot, ...(folder === undefined ? [] : [folder])];

type Bridge = {
  request(message: unknown): Promise<unknown>;
  onPush(listener: (message: unknown) => void): void;
  onConnection(listener: (connected: boolean) => void): void;
  pathForFile(file: unknown): string | null;
};

function first(): { window: BrowserWindow; contents: WebContents; bridge: Bridge } {
  const window = BrowserWindow.all[0];
  if (!window?.webContents.bridge) throw new Error('There is no window yet');
  return { window, contents: window.webContents, bridge: window.webContents.bridge as unknown as Bridge };
}

const operations: Record<string, (...args: never[]) => unknown> = {
  isReady: () => BrowserWindow.all[0]?.webContents.bridge !== undefined,
  log: () => double.log,
  windowOptions: () => first().window.options,
  schemes: () => double.schemes,
  menuLabels: () =>
    (double.menu as { label?: string; submenu?: { label?: string }[] }[]).flatMap(({ submenu }) => submenu ?? []).map(({ label }) => label),
  clickMenu: (id: string) =>
    (double.menu as { submenu?: { id?: string; click?: () => void }[] }[])
      .flatMap(({ submenu }) => submenu ?? [])
      .find((item) => item.id === id)
      ?.click?.(),
  windows: () => BrowserWindow.all.length,
  pid: () => process.pid,
  closeWindow: () => first().window.close(),
  answerNotification: (label: string) => {
    const notification = Notification.shown.at(-1);
    notification?.emit(
      'action',
      {},
      notification.options.actions?.findIndex(({ text }) => text === label),
    );
  },
  clickNotification: () => void Notification.shown.at(-1)?.emit('click'),
  request: (message: unknown) => first().bridge.request(message),
  requestFrom: (origin: string, message: unknown) => invokeMain(first().contents, { origin }, 'gatehouse:request', [message]),
  pathForFile: (file: unknown) => first().bridge.pathForFile(file),
  answerNextDialog: (answer: unknown) => void double.dialogAnswers.push(answer),
  async load(url: string) {
    // A Request would normalize the address; Electron passes it as Chromium made it.
    const response = await double.protocolHandlers.get(new URL(url).protocol.slice(0, -1))?.({ url, method: 'GET' } as Request);
    return (
      response && {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: Buffer.from(await response.arrayBuffer()).toString('base64'),
      }
    );
  },
  navigate(event: string, url: string) {
    let prevented = false;
    first().contents.emit(event, { preventDefault: () => (prevented = true) }, url);
    return prevented;
  },
  openWindow: (url: string) => first().contents.openHandler?.({ url }),
  askPermission: (permission: string) => new Promise((resolve) => double.permission?.(first().contents, permission, resolve)),
  dropOnDock: (path: string) => void app.emit('open-file', { preventDefault: () => {} }, path),
  dockLabels: () => (double.dockMenu as { label?: string }[]).map(({ label }) => label ?? ''),
  clickDock: (label: string) =>
    (double.dockMenu as { label?: string; click?: () => void }[]).find((item) => item.label === label)?.click?.(),
  contextMenu(params: object) {
    double.popup = undefined;
    first().contents.emit('context-menu', {}, params);
    return (double.popup as { label?: string; role?: string; enabled?: boolean }[] | undefined)?.map(({ label, role, enabled }) => ({
      label,
      role,
      enabled,
    }));
  },
  openUrl: (url: string) => void app.emit('open-url', { preventDefault: () => {} }, url),
  secondInstance: (argv: string[], workingDir: string) => void app.emit('second-instance', {}, argv, workingDir),
  quit: () => void setImmediate(() => app.quit()),
};

process.on('message', ({ id, operation, args }: { id: number; operation: string; args: never[] }) => {
  Promise.resolve()
    .then(() => operations[operation]?.(...args))
    .then(
      (value) => process.send?.({ id, value }),
      (error: unknown) => process.send?.({ id, error: error instanceof Error ? error.message : String(error) }),
    );
});

await import(join(appRoot, 'out/main/index.js'));
app.becomeReady();
const wait = setInterval(() => {
  if (!BrowserWindow.all[0]?.webContents.bridge) return;
  clearInterval(wait);
  first().bridge.onPush((message) => process.send?.({ push: message }));
  first().bridge.onConnection((connected) => process.send?.({ connected }));
  process.send?.({ ready: true });
}, 20);
