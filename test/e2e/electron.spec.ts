import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { _electron, expect, test } from 'playwright/test';
import { appRoot } from '../../main/app-root.ts';
import { electronBinary } from '../../scripts/lib/electron.mjs';

const binary = electronBinary();
const hasDisplay = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);

test('the window opens in Electron and reports its host', async () => {
  test.skip(binary === undefined, "Electron's binary is not here (npm run electron:fetch)");
  test.skip(!hasDisplay, 'there is no display');
  const homeDir = mkdtempSync(join(tmpdir(), 'gatehouse-electron-'));
  const app = await _electron.launch({
    executablePath: binary ?? '',
    // Chromium has no sandbox as root, which test machines often use.
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), `--user-data-dir=${join(homeDir, 'profile')}`, appRoot],
    env: { ...process.env, GATEHOUSE_HOME: join(homeDir, '.gatehouse') },
  });
  try {
    const window = await app.firstWindow();
    await expect(window).toHaveTitle('Gatehouse');
    await expect(window.getByRole('button', { name: 'Try the demo' })).toBeVisible();
    expect(await window.evaluate(() => Object.keys((globalThis as unknown as { gatehouse: object }).gatehouse).sort())).toEqual([
      'onConnection',
      'onPush',
      'pathForFile',
      'request',
    ]);
  } finally {
    await app.close();
    rmSync(homeDir, { recursive: true, force: true, maxRetries: 5 });
  }
});
