import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRawHeader } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from 'playwright/test';
import { packageMacApp } from '../support/packaged-mac-app.ts';

/** What the system reads of the macOS app, which electron-builder writes on any system. Nothing of it runs here. */
test('the macOS app opens folders and links, and is checked and signed without a certificate', async () => {
  test.skip(process.platform === 'win32', 'electron-builder packages no macOS app on Windows');
  test.setTimeout(600_000);
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-mac-')));
  try {
    const { app, signed } = await packageMacApp(dir);
    const info = readFileSync(join(app, 'Contents/Info.plist'), 'utf8').replaceAll(/>\s+</gu, '><');
    expect(info).toContain('<key>CFBundleIdentifier</key><string>dev.gatehouse.app</string>');
    expect(info).toContain('<key>LSMinimumSystemVersion</key><string>13.0</string>');
    expect(info).toContain('<key>CFBundleURLSchemes</key><array><string>gatehouse</string></array>');
    expect(info).toContain('<key>LSItemContentTypes</key><array><string>public.folder</string></array>');
    expect(info).toMatch(/<key>NSDocumentsFolderUsageDescription<\/key><string>A command or tool that you allowed/u);
    const archive = join(app, 'Contents/Resources/app.asar');
    const header = createHash('sha256').update(getRawHeader(archive).headerString).digest('hex');
    expect(info).toContain(
      `<key>Resources/app.asar</key><dict><key>algorithm</key><string>SHA256</string><key>hash</key><string>${header}</string>`,
    );
    const fuses = await getCurrentFuseWire(app);
    expect(String.fromCharCode(fuses[FuseV1Options.RunAsNode] ?? 0)).toBe('0');
    expect(String.fromCharCode(fuses[FuseV1Options.OnlyLoadAppFromAsar] ?? 0)).toBe('1');
    // Setting fuses breaks Electron's signature, without which Apple's processors run nothing.
    expect(signed).toEqual([`--sign - --force --preserve-metadata=entitlements,requirements,flags,runtime --deep ${app}`]);
  } finally {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  }
});
