import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extractAll } from '@electron/asar';
import { appRoot } from '#main/app-root.ts';

/** Precedes the fuses in Electron's binary: their version, how many there are, and each as a digit (`@electron/fuses`). */
const FUSE_MARK = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const ELECTRON_FUSES = '101111100';
const PADDING = Buffer.alloc(64);
/** A part of a binary with fuses as Electron ships them. */
export const FUSES: Buffer = Buffer.concat([
  PADDING,
  Buffer.from(FUSE_MARK, 'latin1'),
  Buffer.from([1, ELECTRON_FUSES.length]),
  Buffer.from(ELECTRON_FUSES, 'latin1'),
  PADDING,
]);

export interface PackagedApp {
  /** The unpacked package, with the stand-in for Electron's binary. */
  readonly dir: string;
  readonly executable: string;
  /** All files in the archive, relative, including those beside it. */
  readonly files: readonly string[];
  /** The files outside the archive, relative. */
  readonly unpacked: readonly string[];
  /** The archive's content as a folder: Node can't read archives. The files outside it are beside it, as in the package. */
  readonly appDir: string;
}

/**
 * Runs `npm run package` for an unpacked app, on a distribution that has no Electron in it.
 * @param into an empty folder
 */
export async function packageApp(into: string): Promise<PackagedApp> {
  const electronDist = join(into, 'electron');
  makeDistribution(electronDist);
  const options = ['--linux', 'dir', '--x64', `-c.electronDist=${electronDist}`, `-c.directories.output=${join(into, 'release')}`];
  await promisify(execFile)(process.execPath, [join(appRoot, 'scripts/package.mjs'), ...options], { maxBuffer: 16 * 1024 * 1024 });
  const dir = join(into, 'release/linux-unpacked');
  const archive = join(dir, 'resources/app.asar');
  const appDir = join(into, 'installed/app.asar');
  mkdirSync(join(into, 'installed'));
  extractAll(archive, appDir);
  cpSync(`${archive}.unpacked`, `${appDir}.unpacked`, { recursive: true });
  const unpacked = filesIn(`${archive}.unpacked`);
  return { dir, executable: join(dir, 'gatehouse'), files: filesIn(appDir), unpacked, appDir };
}

/** Everything that electron-builder needs of an Electron, and a binary that only has fuses. */
function makeDistribution(dir: string): void {
  mkdirSync(join(dir, 'resources'), { recursive: true });
  writeFileSync(join(dir, 'electron'), Buffer.concat([Buffer.from('#!/bin/sh\nexit 1\n'), FUSES]));
  chmodSync(join(dir, 'electron'), 0o755);
  for (const name of ['version', 'LICENSE', 'LICENSES.chromium.html', 'chrome-sandbox']) writeFileSync(join(dir, name), name);
}

function filesIn(dir: string): string[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dir.length + 1))
    .toSorted();
}
