import { createLogger } from '#main/log/logger.ts';
import { resolve } from 'node:path';
import { app, BrowserWindow, dialog, session } from 'electron';
import { isFolder } from '#main/tool/is-folder.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { EnginePort } from '../engine-port.ts';
import { declareAppScheme, serveAppScheme } from './app-scheme.ts';
import { hardenAllContents, hardenSession } from './harden.ts';
import { withDesktop } from './host-commands.ts';
import { installMenu } from './menu.ts';
import { Windows } from './windows.ts';

const log = createLogger('host');

export interface ElectronOptions {
  /** Called once, when the app is ready. */
  readonly createEngine: () => EnginePort | Promise<EnginePort>;
  /** The built window and preload script, absolute paths. */
  readonly rendererDir: string;
  readonly preloadFile: string;
}

/** The desktop app: one process, one engine, a window per project. */
export function startElectron(options: ElectronOptions): void {
  if (!app.requestSingleInstanceLock()) return app.quit();
  // macOS sends a dropped folder before the app is ready.
  const early: string[] = [];
  let open = (folder: string): void => void early.push(folder);
  app.on('open-file', (event, path) => {
    event.preventDefault();
    const folder = folderArgument([path], '/');
    if (folder) open(folder);
  });

  app.enableSandbox();
  declareAppScheme();
  hardenAllContents();
  app
    .whenReady()
    .then(async () => {
      open = await run(options);
      const named = folderArgument(process.argv.slice(app.isPackaged ? 1 : 2), process.cwd());
      for (const folder of named ? [named, ...early] : early) open(folder);
    })
    .catch((error: unknown) => {
      dialog.showErrorBox('Gatehouse could not start', errorMessage(error));
      app.exit(1);
    });
}

/** @returns a function that opens a folder in a window. */
async function run({ createEngine, rendererDir, preloadFile }: ElectronOptions): Promise<(folder: string) => void> {
  const engine = withDesktop(await createEngine(), () => windows);
  const windows = new Windows(engine, preloadFile);
  hardenSession(session.defaultSession);
  serveAppScheme(rendererDir);
  installMenu((id) => windows.run(id));
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) windows.show();
  });
  app.on('second-instance', (_event, argv, workingDir) => {
    const folder = folderArgument(argv.slice(app.isPackaged ? 1 : 2), workingDir);
    if (folder) windows.openFolder(folder);
    else windows.show();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin' && !windows.hasKept) app.quit();
  });
  disposeBeforeQuit(engine);
  windows.create();
  return (folder) => windows.openFolder(folder);
}

/** Stops running commands and closes logs before the process exits. */
function disposeBeforeQuit(engine: EnginePort): void {
  let disposed = false;
  app.on('will-quit', (event) => {
    if (disposed) return;
    event.preventDefault();
    void Promise.resolve(engine.dispose())
      .catch((error: unknown) => log.error('The engine could not be closed', error))
      .then(() => {
        disposed = true;
        app.quit();
      });
  });
}

/** The folder named on a command line, absolute: the first argument that is one. Options belong to Electron. */
function folderArgument(args: readonly string[], workingDir: string): string | undefined {
  return args
    .filter((arg) => arg !== '' && !arg.startsWith('-'))
    .map((arg) => resolve(workingDir, arg))
    .find(isFolder);
}
