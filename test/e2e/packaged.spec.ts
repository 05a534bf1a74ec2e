import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, test as base } from 'playwright/test';
import { EXTERNAL } from '../../vite.shared.ts';
import { appRoot } from '../../main/app-root.ts';
import { packageApp, type PackagedApp } from '../support/packaged-app.ts';
import { startDouble } from './electron-double/start.ts';

/** The real package but for Electron: built by electron-builder, then run on the stand-in for Electron. */
const test = base.extend<{ homeDir: string }, { packaged: PackagedApp }>({
  packaged: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of a fixture's needs from it
    async ({}, use) => {
      const dir = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-package-')));
      await use(await packageApp(dir));
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  homeDir: async ({}, use) => {
    const dir = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-desktop-')));
    await use(dir);
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  },
});

/** Of archive and files beside it, without Electron. It was 28 MB. */
const MAX_MB = 36;

test('contains the built app, the demo and the packages that can’t be bundled, and nothing else', ({ packaged }) => {
  const outside = packaged.files.filter((file) => !/^(?:out|node_modules|resources\/(?:confirmation|demo|tray|waiting))\//u.test(file));
  expect(outside).toEqual(['package.json']);
  for (const file of [
    'out/main/index.js',
    'out/main/engine-process.js',
    'out/main/pty-host-process.js',
    'out/preload/index.cjs',
    'out/renderer/index.html',
    'node_modules/@hyzyla/pdfium/dist/pdfium.wasm',
    'out/THIRD-PARTY-NOTICES.txt',
    'resources/demo/script.json',
    'resources/confirmation/frame.js',
    'resources/confirmation/frame.css',
    'resources/waiting/1.png',
  ])
    expect(packaged.files).toContain(file);
  const packages = new Set(packaged.files.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/u.exec(file)?.[1] ?? []));
  const needed = [...closure(EXTERNAL_PACKAGES)].filter((name) => !isForOtherSystem(name) && !NOT_NEEDED.has(name));
  expect([...packages].toSorted()).toEqual(needed.toSorted());
});

test('contains every module that its packages load', ({ packaged }) => {
  const files = new Set(packaged.files);
  const missing = packaged.files
    // Bundles are whole, and examples in their comments load other modules.
    .filter((file) => /^node_modules\/.*\.c?js$/u.test(file) && !/Bundle\w*\.js$/u.test(file))
    .flatMap((file) =>
      [...readFileSync(join(packaged.appDir, file), 'utf8').matchAll(/\brequire\(["'](\.{1,2}\/[\w./-]+)["']\)/gu)]
        .map(([, name = '']) => join(file, '..', name))
        .filter((path) => !['', '.js', '.cjs', '.json', '/index.js', '/package.json'].some((end) => files.has(path + end)))
        .map((path) => `${path} of ${file}`),
    );
  expect(missing).toEqual([]);
  // Started by its path, on Windows.
  expect(packaged.unpacked).toContain('node_modules/node-pty/worker/conoutSocketWorker.js');
});

test('contains no sources, source maps, types, tests or files of this machine', ({ packaged }) => {
  expect(
    packaged.files
      .filter((file) => /\.(?:map|tsx?|cts|mts|md|pdb)$|\/(?:test|tests|spec|benchmark)\//u.test(file))
      .filter((file) => !file.startsWith('resources/demo/')),
  ).toEqual([]);
  const own = packaged.files.filter((file) => !file.startsWith('node_modules/'));
  for (const file of own) {
    const text = readFileSync(join(packaged.appDir, file), 'latin1');
    for (const path of [appRoot, ...(homedir() === '/' ? [] : [`${homedir()}/`])])
      expect(text.includes(path), `${path} in ${file}`).toBe(false);
  }
});

test('keeps native code and programs outside the archive', ({ packaged }) => {
  expect(packaged.unpacked.filter((file) => /\.node$|\/rg(?:\.exe)?$|\.wasm$/u.test(file)).map((file) => file.split('/').at(-1))).toEqual(
    expect.arrayContaining(['pty.node', 'rg', 'tree-sitter-bash.wasm', 'web-tree-sitter.wasm']),
  );
  expect(packaged.files.filter((file) => file.endsWith('.node') && !packaged.unpacked.includes(file))).toEqual([]);
  expect(packaged.unpacked).toContain('resources/demo/project/package.json');
});

test('is small', ({ packaged }) => {
  const bytes = packaged.files.reduce((sum, file) => sum + statSync(join(packaged.appDir, file)).size, 0);
  expect(bytes / 1024 / 1024).toBeLessThan(MAX_MB);
});

test('has the fuses that keep Electron from running other code', async ({ packaged }) => {
  const fuses = await getCurrentFuseWire(packaged.executable);
  const enabled = (option: FuseV1Options): boolean => String.fromCharCode(fuses[option] ?? 0) === '1';
  expect({
    runAsNode: enabled(FuseV1Options.RunAsNode),
    cookieEncryption: enabled(FuseV1Options.EnableCookieEncryption),
    nodeOptions: enabled(FuseV1Options.EnableNodeOptionsEnvironmentVariable),
    inspect: enabled(FuseV1Options.EnableNodeCliInspectArguments),
    integrity: enabled(FuseV1Options.EnableEmbeddedAsarIntegrityValidation),
    onlyArchive: enabled(FuseV1Options.OnlyLoadAppFromAsar),
    filePrivileges: enabled(FuseV1Options.GrantFileProtocolExtraPrivileges),
  }).toEqual({
    runAsNode: false,
    cookieEncryption: true,
    nodeOptions: false,
    inspect: false,
    integrity: true,
    onlyArchive: true,
    filePrivileges: false,
  });
});

test('plays the demo from the package, with its engine and its commands in utility processes', async ({ packaged, homeDir, page }) => {
  const desktop = await startDouble({ homeDir, appDir: packaged.appDir });
  try {
    await desktop.show(page);
    await page.getByRole('button', { name: 'Try the demo' }).first().click();
    const queue = page.getByRole('region', { name: 'Permission queue' });
    await expect(queue).toContainText('goodsInCents >= FREE_SHIPPING_FROM');
    await queue.getByRole('button', { name: 'Allow once' }).click();
    await expect(queue).toContainText('npm test');
    await queue.getByRole('button', { name: 'Allow once' }).click();
    await expect(page.getByText('All five tests pass.')).toBeVisible();
    const log = await desktop.ask<{ what: string; details: { modulePath?: string } }[]>('log');
    const hosts = log.filter(({ what }) => what === 'utilityProcess').map(({ details }) => details.modulePath);
    expect(hosts).toEqual(['engine-process', 'pty-host-process'].map((name) => join(packaged.appDir, `out/main/${name}.js`)));
  } finally {
    await desktop.stop();
  }
});

/** The names that `EXTERNAL` means, without Electron and Node. */
const EXTERNAL_PACKAGES = EXTERNAL.map(({ source }) => /^\^((?:@[\w-]+\\\/)?[\w-]+)/u.exec(source)?.[1]?.replace('\\/', '/') ?? '').filter(
  (name) => name !== 'electron' && name !== 'node' && name !== '',
);

/** The grammar's native binding, which isn't used, and a package that its user has a copy of. */
const NOT_NEEDED: ReadonlySet<string> = new Set(['node-addon-api', 'node-gyp-build', 'signal-exit']);

/** With everything that they depend on and that is installed. */
function closure(names: readonly string[], found: Set<string> = new Set()): Set<string> {
  for (const name of names) {
    if (found.has(name)) continue;
    const manifest = readManifest(name);
    if (manifest === undefined) continue;
    found.add(name);
    closure([...Object.keys(manifest.dependencies ?? {}), ...Object.keys(manifest.optionalDependencies ?? {})], found);
  }
  return found;
}

function readManifest(name: string): { dependencies?: object; optionalDependencies?: object } | undefined {
  try {
    return JSON.parse(readFileSync(join(appRoot, 'node_modules', name, 'package.json'), 'utf8')) as { dependencies?: object };
  } catch {
    // For another system, so it isn't installed.
    return undefined;
  }
}

function isForOtherSystem(name: string): boolean {
  return /-(?:darwin|win32)-|-linux-arm/u.test(name);
}
