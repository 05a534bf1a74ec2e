import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** The Chromium of the browser tests; `undefined` where there is none. */
export function testChromium(): string | undefined {
  return [process.env['GATEHOUSE_CHROMIUM'], chromium.executablePath(), '/usr/bin/chromium'].find(
    (file) => file !== undefined && existsSync(file),
  );
}
