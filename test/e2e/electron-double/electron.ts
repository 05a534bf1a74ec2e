/**
 * A small stand-in for the `electron` module with only what the desktop host uses. Main and preload run in this one process; messages
 * between them are cloned as Electron would clone them. `double` gives tests access.
 */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { double, note, type ProtocolHandler } from './double.ts';

export { double } from './double.ts';
export { net } from './net.ts';
export { safeStorage } from './safe-storage.ts';
export { utilityProcess } from './utility-process.ts';

if (process.env['DOUBLE_RESOURCES'] !== undefined) Object.assign(process, { resourcesPath: process.env['DOUBLE_RESOURCES'] });

type Listener = (...args: never[]) => unknown;

class App extends EventEmitter {
  /** With a folder of resources, as a package has. */
  readonly isPackaged = process.env['DOUBLE_RESOURCES'] !== undefined;
  #isReady = false;
  readonly #ready = Promise.withResolvers<void>();
  requestSingleInstanceLock = (): boolean => true;
  enableSandbox = (): void => note('enableSandbox', { beforeReady: !this.#isReady });
  whenReady = (): Promise<void> => this.#ready.promise;
  getPath = (): string => homedir();
  getName = (): string => 'gatehouse';
  getVersion = (): string => process.env['DOUBLE_VERSION'] ?? '0.1.0';
  releaseSingleInstanceLock = (): void => note('releaseSingleInstanceLock');
  setBadgeCount = (count: number): void => note('badge', count);
  setAsDefaultProtocolClient = (scheme: string): boolean => (note('protocolClient', scheme), true);
  readonly dock = {
    setMenu: (menu: unknown): void => void (double.dockMenu = menu),
    bounce: (type: string): void => note('bounce', type),
  };
  exit = (code: number): void => process.exit(code);
  becomeReady(): void {
    this.#isReady = true;
    this.emit('ready');
    this.#ready.resolve();
  }
  quit(): void {
    let prevented = false;
    this.emit('will-quit', { preventDefault: () => (prevented = true) });
    if (!prevented) {
      double.exited = true;
      this.emit('quit', {}, 0);
      process.exit(0);
    }
  }
}
export const app = new App();

export class WebContents extends EventEmitter {
  static readonly all = new Map<number, WebContents>();
  static last = 0;
  readonly id = (WebContents.last += 1);
  readonly mainFrame = { origin: 'null' };
  openHandler: ((details: { url: string }) => { action: string }) | undefined;
  /** The preload script's end of the channel. */
  readonly renderer = new EventEmitter();
  bridge: Record<string, unknown> | undefined;
  url = '';
  constructor() {
    super();
    WebContents.all.set(this.id, this);
    app.emit('web-contents-created', {}, this);
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }
  getURL = (): string => this.url;
  isDestroyed = (): boolean => false;
  reload = (): void => note('reload');
  replaceMisspelling = (word: string): void => note('replaceMisspelling', word);
  send(channel: string, ...args: unknown[]): void {
    const cloned = structuredClone(args);
    setImmediate(() => this.renderer.emit(channel, {}, ...cloned));
  }
}

export class BrowserWindow extends EventEmitter {
  static readonly all: BrowserWindow[] = [];
  static getAllWindows = (): BrowserWindow[] => BrowserWindow.all;
  static getFocusedWindow = (): BrowserWindow | null => BrowserWindow.all.at(-1) ?? null;
  static fromWebContents = (contents: WebContents): BrowserWindow | null =>
    BrowserWindow.all.find((window) => window.webContents === contents) ?? null;
  readonly webContents = new WebContents();
  readonly options: { webPreferences: { preload: string } & Record<string, unknown> } & Record<string, unknown>;
  constructor(options: BrowserWindow['options']) {
    super();
    this.options = options;
    if (BrowserWindow.all.some((window) => window.options['name'] === options['name'])) throw new Error('Window name must be unique');
    note('window', { name: options['name'] });
    BrowserWindow.all.push(this);
  }
  show = (): void => note('show');
  focus = (): void => note('focus');
  restore = (): void => note('restore');
  reload = (): void => note('reload');
  setOverlayIcon = (image: unknown, description: string): void => note('overlay', { image, description });
  isMinimized = (): boolean => false;
  isFocused = (): boolean => false;
  isDestroyed = (): boolean => !BrowserWindow.all.includes(this);
  /** Like its close button. */
  close(): void {
    let prevented = false;
    this.emit('close', { preventDefault: () => (prevented = true) });
    if (!prevented) this.destroy();
  }
  destroy(): void {
    note('destroy');
    BrowserWindow.all.splice(BrowserWindow.all.indexOf(this), 1);
    WebContents.all.delete(this.webContents.id);
    this.webContents.emit('destroyed');
    this.emit('closed');
    if (BrowserWindow.all.length === 0) app.emit('window-all-closed');
  }
  async loadURL(url: string): Promise<void> {
    this.webContents.url = url;
    this.webContents.mainFrame.origin = new URL(url).href.split('/', 3).join('/');
    this.webContents.emit('did-start-loading');
    runPreload(this.options.webPreferences.preload, this.webContents);
    this.emit('ready-to-show');
  }
}

export const webContents = { fromId: (id: number): WebContents | undefined => WebContents.all.get(id) };

const invokeHandlers = new Map<string, (event: unknown, ...args: unknown[]) => unknown>();
const mainChannels = new EventEmitter();
export const ipcMain = {
  handle: (channel: string, handler: (event: unknown, ...args: unknown[]) => unknown) => void invokeHandlers.set(channel, handler),
  on: (channel: string, listener: Listener) => void mainChannels.on(channel, listener as (...args: unknown[]) => void),
};

/** A message from a page to main, from any frame a test wants to forge. */
export async function invokeMain(contents: WebContents, senderFrame: unknown, channel: string, args: unknown[]): Promise<unknown> {
  const handler = invokeHandlers.get(channel);
  if (!handler) throw new Error(`No handler registered for '${channel}'`);
  return structuredClone(await handler({ sender: contents, senderFrame }, ...structuredClone(args)));
}

/** Runs the built preload script as the sandbox does: CommonJS that can require only `electron`. */
function runPreload(file: string, contents: WebContents): void {
  const sandboxed = {
    contextBridge: {
      exposeInMainWorld: (name: string, api: Record<string, unknown>) => {
        note('exposed', { name, keys: Object.keys(api).sort(), frozen: Object.isFrozen(api) });
        contents.bridge = api;
      },
    },
    ipcRenderer: {
      invoke: (channel: string, ...args: unknown[]) => invokeMain(contents, contents.mainFrame, channel, args),
      send: (channel: string, ...args: unknown[]) =>
        mainChannels.emit(channel, { sender: contents, senderFrame: contents.mainFrame }, ...structuredClone(args)),
      on: (channel: string, listener: Listener) => contents.renderer.on(channel, listener as (...args: unknown[]) => void),
      off: (channel: string, listener: Listener) => contents.renderer.off(channel, listener as (...args: unknown[]) => void),
    },
    webUtils: { getPathForFile: (file: { path?: string }) => file.path ?? '' },
  };
  const require = (name: string): unknown => {
    if (name === 'electron') return sandboxed;
    throw new Error(`A sandboxed preload script can't require ${name}`);
  };
  // oxlint-disable-next-line no-implied-eval, no-new-func, no-unsafe-call -- it is what loading a CommonJS file is
  new Function('require', 'module', 'exports', readFileSync(file, 'utf8'))(require, { exports: {} }, {});
}

export const protocol = {
  registerSchemesAsPrivileged: (schemes: unknown[]) => void (double.schemes = schemes),
  handle: (scheme: string, handler: ProtocolHandler) => void double.protocolHandlers.set(scheme, handler),
};

export const session = {
  defaultSession: {
    setPermissionRequestHandler: (handler: typeof double.permission) => (double.permission = handler),
    setPermissionCheckHandler: () => note('permissionCheck'),
    setDevicePermissionHandler: () => note('devicePermission'),
    setDisplayMediaRequestHandler: () => note('displayMedia'),
    on: () => {},
  },
  fromPartition: (name: string) => ({ name }),
};

export const autoUpdater = new EventEmitter();

export const dialog = {
  showOpenDialog: (...args: unknown[]) => answerDialog('showOpenDialog', args),
  showSaveDialog: (...args: unknown[]) => answerDialog('showSaveDialog', args),
  showMessageBox: (...args: unknown[]) => {
    const { type, message } = args.at(-1) as { type?: string; message: string };
    if (type === 'error') process.stderr.write(`${message}\n`);
    return answerDialog('showMessageBox', args);
  },
  showErrorBox: (title: string, text: string) => {
    note('showErrorBox', { title, text });
    process.stderr.write(`${title}: ${text}\n`);
  },
};

function answerDialog(what: string, args: readonly unknown[]): Promise<unknown> {
  note(what, args.at(-1));
  return Promise.resolve(double.dialogAnswers.shift() ?? { canceled: true, filePaths: [], filePath: '', response: 1 });
}

export const shell = {
  openExternal: (url: string) => Promise.resolve(note('openExternal', url)),
  showItemInFolder: (path: string) => note('showItemInFolder', path),
};

export class Notification extends EventEmitter {
  static readonly shown: Notification[] = [];
  static isSupported = (): boolean => true;
  readonly options: { title: string; body: string; actions?: { text: string }[] };
  constructor(options: Notification['options']) {
    super();
    this.options = options;
  }
  show(): void {
    Notification.shown.push(this);
    note('notification', this.options);
  }
  close(): void {
    this.emit('close');
  }
}

export const Menu = {
  buildFromTemplate: (template: object[]) => Object.assign(template, { popup: () => void (double.popup = template) }),
  setApplicationMenu: (menu: unknown) => (double.menu = menu),
};

export const clipboard = { writeText: (text: string): void => note('clipboard', text) };

export const nativeImage = { createFromPath: (path: string) => ({ path }) };

export class Tray extends EventEmitter {
  constructor(image: unknown) {
    super();
    note('tray', image);
  }
  setToolTip = (text: string): void => note('trayToolTip', text);
  setTitle = (text: string): void => note('trayTitle', text);
  setContextMenu = (): void => {};
  destroy = (): void => note('trayGone');
}

let blockers = 0;
export const powerSaveBlocker = {
  start: (type: string): number => {
    note('keepAwake', type);
    return (blockers += 1);
  },
  stop: (): void => note('keepAwakeEnded'),
};

export const crashReporter = { start: (options: unknown) => note('crashReporter', options) };

export const nativeTheme = { shouldUseDarkColors: true };
