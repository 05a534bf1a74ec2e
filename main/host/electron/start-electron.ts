import { createLogger } from '#main/log/logger.ts';
import type { OutsidePage } from '#shared/settings/outside-page.ts';
import type { SharingSetting } from '#shared/settings/sharing-setting.ts';
import { app, BrowserWindow, crashReporter, dialog, session } from 'electron';
import { errorMessage } from '#shared/error-message.ts';
import { withConfirmation } from '../confirmation/confirmed-engine.ts';
import type { EnginePort } from '../engine-port.ts';
import { APP_ID } from './app-id.ts';
import { declareAppScheme, serveAppScheme } from './app-scheme.ts';
import { hardenAllContents, hardenSession } from './harden.ts';
import { DesktopMenus } from './desktop-menus.ts';
import { DialogConfirmer } from './dialog-confirmer.ts';
import { LINK_SCHEME } from './draft-link.ts';
import { withDesktop } from './host-commands.ts';
import { type Opened, openedBy } from './opened-by.ts';
import { BrowserSharing } from './sharing/browser-sharing.ts';
import { sharingItems } from './sharing/sharing-menu.ts';
import { AppUpdates, canUpdate } from './updates/app-updates.ts';
import { updateItems } from './updates/update-items.ts';
import { Windows } from './windows.ts';

const log = createLogger('host');

export interface ElectronOptions {
  /** Called once, when the app is ready. */
  readonly createEngine: () => EnginePort | Promise<EnginePort>;
  /** The built window and preload script, absolute paths. */
  readonly rendererDir: string;
  readonly preloadFile: string;
  /** Whether what may allow something is confirmed outside the page. */
  readonly outsidePage?: () => Promise<() => OutsidePage>;
  /** Where browsers reach the app when a person shares it. Default: on this machine. */
  readonly sharingSetting?: () => Promise<SharingSetting>;
}

/** The desktop app: one process, one engine, a window per project. */
export function startElectron(options: ElectronOptions): void {
  if (!app.requestSingleInstanceLock()) return app.quit();
  // macOS sends a dropped folder or a link before the app is ready.
  const early: Opened[] = [];
  let open = (opened: Opened): void => void early.push(opened);
  const openAll = (args: readonly string[], workingDir: string): void => openedBy(args, workingDir).forEach((opened) => open(opened));
  app.on('open-file', (event, path) => {
    event.preventDefault();
    openAll([path], '/');
  });
  app.on('open-url', (event, url) => {
    event.preventDefault();
    openAll([url], '/');
  });
  // Unpackaged, Electron is started with the app's folder, which the system would have to be told.
  if (app.isPackaged) app.setAsDefaultProtocolClient(LINK_SCHEME);

  if (app.isPackaged && process.platform === 'win32') app.setAppUserModelId(APP_ID);
  // Written to this machine only, in the folder that Electron calls crashDumps.
  crashReporter.start({ uploadToServer: false });
  app.enableSandbox();
  declareAppScheme();
  hardenAllContents();
  app
    .whenReady()
    .then(async () => {
      open = await run(options);
      openAll(process.argv.slice(app.isPackaged ? 1 : 2), process.cwd());
      early.forEach((opened) => open(opened));
    })
    .catch((error: unknown) => {
      dialog.showErrorBox('Gatehouse could not start', errorMessage(error));
      app.exit(1);
    });
}

/** @returns a function that shows a folder or a draft in a window. */
async function run(options: ElectronOptions): Promise<(opened: Opened) => void> {
  const { createEngine, rendererDir, preloadFile, outsidePage, sharingSetting } = options;
  const [started, setting] = await Promise.all([createEngine(), outsidePage?.() ?? (() => ({ isOn: false }))]);
  const { isOn, unread }: OutsidePage = setting();
  if (unread !== undefined) log.warn(unread);
  const engine = withDesktop(started, () => windows);
  const windows = new Windows(isOn ? withConfirmation(engine, new DialogConfirmer(), setting) : engine, {
    preloadFile,
    onProject: () => menus.refresh(),
    // Its title is the page's, and it shows less than a confirmation does.
    allowsInNotices: !isOn,
  });
  const sharing = new BrowserSharing({
    engine: started,
    rendererDir,
    outsidePage: setting,
    setting: sharingSetting ?? (() => Promise.resolve({})),
    onChange: () => {
      menus.refreshItems();
      windows.showSharing(sharing.isOn);
    },
  });
  const dispose = disposeBeforeQuit({
    dispose: async () => {
      await sharing.end();
      await engine.dispose();
    },
  });
  const updates = canUpdate(process.env)
    ? new AppUpdates({ isBusy: () => windows.isBusy, dispose, onChange: () => menus.refreshItems() }, process.env)
    : undefined;
  const menus = new DesktopMenus(engine, {
    run: (id) => windows.run(id),
    openFolder: (folder) => windows.openFolder(folder),
    sharing: () => sharingItems(sharing),
    updates: () => (updates ? updateItems(updates) : []),
  });
  hardenSession(session.defaultSession);
  serveAppScheme(rendererDir);
  menus.refresh();
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) windows.show();
  });
  app.on('second-instance', (_event, argv, workingDir) => {
    const opened = openedBy(argv.slice(app.isPackaged ? 1 : 2), workingDir);
    if (opened.length === 0) windows.show();
    opened.forEach(open);
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' && !windows.hasKept && !sharing.isOn) app.quit();
  });
  const open = (opened: Opened): void => {
    if (opened.type === 'folder') windows.openFolder(opened.path);
    else windows.showDraft(opened.text);
  };
  windows.create();
  return open;
}

/** Stops running commands and closes logs before the process exits. Returns what does so earlier. */
function disposeBeforeQuit(engine: Pick<EnginePort, 'dispose'>): () => Promise<void> {
  let disposing: Promise<void> | undefined;
  let isDisposed = false;
  const dispose = (): Promise<void> =>
    (disposing ??= Promise.resolve(engine.dispose())
      .catch((error: unknown) => log.error('The engine could not be closed', error))
      .then(() => void (isDisposed = true)));
  app.on('will-quit', (event) => {
    if (isDisposed) return;
    event.preventDefault();
    void dispose().then(() => app.quit());
  });
  return dispose;
}
