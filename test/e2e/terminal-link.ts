import type { Locator } from 'playwright/test';
import { expect } from './host.ts';

/** Where the first line of a terminal begins, in what it draws on. */
const LINE = { x: 40, y: 8 };

/** Clicks the link that a terminal's first line begins with, once it is one: that may have to be asked of the host. */
export async function clickFirstLink(terminal: Locator): Promise<void> {
  const screen = terminal.locator('.xterm-screen');
  await screen.hover({ position: { ...LINE, x: LINE.x / 2 } });
  await screen.hover({ position: LINE });
  await expect(screen).toHaveClass(/xterm-cursor-pointer/);
  await screen.click({ position: LINE });
}
