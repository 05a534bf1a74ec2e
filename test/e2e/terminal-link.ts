import type { Locator } from 'playwright/test';
import { expect } from './host.ts';

/** Where a terminal's first line starts on its canvas. */
const LINE = { x: 40, y: 8 };

/** Clicks the link at the start of a terminal's first line once it is detected, which may need a request to the host. */
export async function clickFirstLink(terminal: Locator): Promise<void> {
  const screen = terminal.locator('.xterm-screen');
  await screen.hover({ position: { ...LINE, x: LINE.x / 2 } });
  await screen.hover({ position: LINE });
  await expect(screen).toHaveClass(/xterm-cursor-pointer/);
  await screen.click({ position: LINE });
}
