import { readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/**
 * The folder that holds the app's package.json, `out/` and `resources/`: found upwards from this code, so it is the same for the
 * sources, the bundles in `out/` and a packaged app.
 */
export const appRoot: string = findAppRoot(import.meta.dirname);

/** Whether this is a packaged app: its files are in an archive, and its Electron doesn't run as Node (`electron-builder.yml`). */
export const isPackaged: boolean = appRoot.endsWith('.asar');

/** The demo project and its script. */
export const demoDir: string = outsideArchive(join(appRoot, 'resources/demo'));
/** The files of the frame in which the browser host asks outside the page. */
export const confirmationDir: string = join(appRoot, 'resources/confirmation');
/** The built window. */
export const rendererDir: string = join(appRoot, 'out/renderer');

export function appVersion(): string {
  const version = readManifest(appRoot)?.['version'];
  return typeof version === 'string' ? version : '0.0.0';
}

/** The file itself, for what the system opens or runs: a package has copies of these files beside its archive. */
export function outsideArchive(file: string): string {
  const inside = `${appRoot}${sep}`;
  return isPackaged && file.startsWith(inside) ? join(`${appRoot}.unpacked`, file.slice(inside.length)) : file;
}

function findAppRoot(start: string): string {
  for (let dir = start; ; dir = dirname(dir)) {
    if (readManifest(dir)?.['name'] === 'gatehouse') return dir;
    if (dirname(dir) === dir) throw new Error(`Gatehouse’s own files can’t be found above ${start}. Install it again.`);
  }
}

function readManifest(dir: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as Record<string, unknown>;
  } catch {
    // Not the folder of the app.
    return undefined;
  }
}
