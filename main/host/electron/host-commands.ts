import { realpath, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { app, type BrowserWindow, dialog, shell } from 'electron';
import { AppError } from '#shared/contract/app-error.ts';
import type { hostCommands as contract } from '#shared/contract/commands/host-commands.ts';
import type { SavedText } from '#shared/contract/commands/fields.ts';
import type { CommandInput, CommandName, CommandOutput } from '#shared/contract/commands.ts';
import { errorMessage } from '#shared/error-message.ts';
import type { EnginePort, Handler, Handlers, WindowRef } from '../engine-port.ts';
import { type WindowActs, windowOf } from './windows.ts';

let lastFolder: string | undefined;

/** Wraps the engine, handling the commands that only a desktop can carry out. */
export function withDesktop(engine: EnginePort, windows: () => WindowActs): EnginePort {
  const own: { readonly [N in CommandName]?: Handler<N> } = {
    ...hostCommands(windows),
    'session.exportTrace': async (input, window) => saveMade(await engine.handle('session.exportTrace', input, window), window),
    'report.export': async (input, window) => saveMade(await engine.handle('report.export', input, window), window),
    'packs.export': async (input, window) => saveMade(await engine.handle('packs.export', input, window), window),
  };
  return {
    handle: async (command, input, window) => own[command]?.(input, window) ?? engine.handle(command, input, window),
    onPush: (listener) => engine.onPush(listener),
    onConnection: (listener) => engine.onConnection?.(listener) ?? (() => undefined),
    refused: (refusal) => engine.refused(refusal),
    windowClosed: (window) => engine.windowClosed(window),
    dispose: () => engine.dispose(),
  };
}

function hostCommands(windows: () => WindowActs): Handlers<typeof contract> {
  return {
    'project.pick': async (_, window) => ({ path: await pickFolder(windowOf(window.windowId)), unsupported: false }),
    'shell.openPath': showInFolder,
    'window.open': ({ path }) => {
      windows().open(path);
      return { opened: true };
    },
    'window.shows': (input, window) => {
      windows().shows(window, input);
      return {};
    },
    'window.notify': (input, window) => ({ shown: windows().notify(window, input) }),
    'window.waits': async (input, window) => ({ shown: await windows().waits(window, input) }),
  };
}

/** `null` when cancelled. Starts in the last picked folder. */
async function pickFolder(window: BrowserWindow | undefined): Promise<string | null> {
  const options = {
    title: 'Open folder',
    defaultPath: lastFolder ?? app.getPath('home'),
    properties: ['openDirectory' as const, 'createDirectory' as const],
  };
  const { canceled, filePaths } = await (window ? dialog.showOpenDialog(window, options) : dialog.showOpenDialog(options));
  const path = canceled ? undefined : filePaths[0];
  lastFolder = path ?? lastFolder;
  return path ?? null;
}

/** Saves a text to a file the person chooses: downloads are blocked here, so the window can't. */
async function saveMade(made: SavedText, { windowId }: WindowRef): Promise<SavedText> {
  if (made.type !== 'text') return made;
  const window = windowOf(windowId);
  const options = { title: 'Save the file', defaultPath: join(app.getPath('downloads'), made.fileName) };
  const { canceled, filePath } = await (window ? dialog.showSaveDialog(window, options) : dialog.showSaveDialog(options));
  if (canceled || filePath === '') return { type: 'cancelled' };
  await writeFile(filePath, made.text, { mode: 0o600 }).catch((cause: unknown) => {
    const why = errorMessage(cause);
    throw new AppError('unavailable', `The file could not be written (${why}).`, { cause });
  });
  return { type: 'saved', path: filePath };
}

/** Shows the file rather than opening it: opening would run a program or shortcut from the repository. */
async function showInFolder({ path, projectDir }: CommandInput<'shell.openPath'>): Promise<CommandOutput<'shell.openPath'>> {
  const [file, root] = await Promise.all([realpath(path), realpath(projectDir)]).catch((cause: unknown) => {
    throw new AppError('not_found', `${path} doesn’t exist.`, { cause });
  });
  if (file !== root && !file.startsWith(root + sep)) throw new AppError('refused', `${path} is outside the project.`);
  shell.showItemInFolder(file);
  return { opened: true };
}
