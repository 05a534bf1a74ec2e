import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { appRoot } from '#main/app-root.ts';
import { FUSES } from './packaged-app.ts';

export interface PackagedMacApp {
  /** `Gatehouse.app`. */
  readonly app: string;
  /** The arguments of each call of `codesign`, which only notes them. */
  readonly signed: readonly string[];
}

/**
 * Runs `npm run package` for an unpacked macOS app, on a distribution that has no Electron in it and without a certificate. The native packages
 * inside are those of this machine.
 * @param into an empty folder
 */
export async function packageMacApp(into: string): Promise<PackagedMacApp> {
  const electronDist = join(into, 'electron');
  makeDistribution(electronDist);
  const log = join(into, 'codesign.log');
  write(join(into, 'bin/codesign'), `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\n`, 0o755);
  write(log, '');
  const options = ['--mac', 'dir', '--arm64', `-c.electronDist=${electronDist}`, `-c.directories.output=${join(into, 'release')}`];
  await promisify(execFile)(process.execPath, [join(appRoot, 'scripts/package.mjs'), ...options], {
    maxBuffer: 16 * 1024 * 1024,
    // Certificates as a workflow without secrets sets them; those of this machine's keychain don't count.
    env: {
      ...process.env,
      PATH: `${join(into, 'bin')}${delimiter}${process.env['PATH'] ?? ''}`,
      CSC_LINK: '',
      CSC_KEY_PASSWORD: '',
      CSC_IDENTITY_AUTO_DISCOVERY: 'false',
    },
  });
  return { app: join(into, 'release/mac-arm64/Gatehouse.app'), signed: readFileSync(log, 'utf8').split('\n').filter(Boolean) };
}

/** Everything that electron-builder renames, rewrites or copies. */
function makeDistribution(dir: string): void {
  const contents = join(dir, 'Electron.app/Contents');
  bundle(contents, 'Electron');
  for (const name of ['Electron Helper', 'Electron Helper (Renderer)', 'Electron Helper (GPU)', 'Electron Helper (Plugin)'])
    bundle(join(contents, `Frameworks/${name}.app/Contents`), name);
  write(join(contents, 'Frameworks/Electron Framework.framework/Electron Framework'), FUSES, 0o755);
  write(join(contents, 'Resources/electron.icns'), '');
  for (const name of ['version', 'LICENSE', 'LICENSES.chromium.html']) write(join(dir, name), name);
}

function bundle(contents: string, name: string): void {
  write(join(contents, 'MacOS', name), '', 0o755);
  write(
    join(contents, 'Info.plist'),
    `<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string></dict></plist>\n`,
  );
}

function write(file: string, content: string | Buffer, mode = 0o644): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  chmodSync(file, mode);
}
