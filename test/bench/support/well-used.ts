import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from 'playwright';
import { longWork, shortWork, storeSession } from '#test/support/stored-sessions.ts';
import type { ServedWindowOptions } from './served-window.ts';

const CALLS = 5000;
/** The list shows at most a hundred of one project. */
const PROJECTS = 2;
const SESSIONS_PER_PROJECT = 100;

export const WELL_USED = `${(PROJECTS * SESSIONS_PER_PROJECT).toLocaleString('en-US')} listed sessions, ${CALLS.toLocaleString('en-US')} folded calls`;

/** Stores sessions of two projects, one of them with thousands of calls. */
export const prepareWellUsed: NonNullable<ServedWindowOptions['prepare']> = ({ projectDir, stateDir }) => {
  const dirs = [projectDir, ...Array.from({ length: PROJECTS - 1 }, (_, index) => `${projectDir}-${index + 2}`)];
  for (const dir of dirs) {
    mkdirSync(dir, { recursive: true });
    const others = dir === projectDir ? SESSIONS_PER_PROJECT - 1 : SESSIONS_PER_PROJECT;
    for (let index = 0; index < others; index += 1) storeSession(stateDir, dir, `Session ${index + 1}`, shortWork(index));
  }
  storeSession(stateDir, projectDir, 'Long work', longWork(CALLS));
  const recent = dirs.map((dir) => ({ projectDir: dir, name: basename(dir), openedAt: Date.now() }));
  writeFileSync(join(stateDir, 'recent.json'), JSON.stringify(recent));
};

/** Shows the list of sessions, and opens the one with thousands of calls beside it. Resolves to how long the opening took, in ms. */
export async function openLongWork(page: Page): Promise<number> {
  await page.keyboard.press('ControlOrMeta+b');
  const list = page.getByRole('navigation', { name: 'Sessions' });
  const session = list.getByRole('button', { name: /^Long work/ });
  await list
    .locator('[data-session]')
    .nth(PROJECTS * SESSIONS_PER_PROJECT - 1)
    .waitFor();
  const from = performance.now();
  await session.click();
  await page
    .getByRole('log', { name: 'Messages' })
    .getByText(/^Work on part/)
    .last()
    .waitFor();
  return performance.now() - from;
}
