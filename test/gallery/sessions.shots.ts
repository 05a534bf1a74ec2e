import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { byPrompt } from '../support/by-prompt.ts';
import { text, toolUse } from '../support/messages-answer.ts';
import { shortWork, storeTimedSession } from '../support/stored-sessions.ts';
import { expect, type HostFixtures, test } from '../e2e/host.ts';
import { partsOf, say, startModel } from '../e2e/window.ts';
import { PHONE, shoot } from './shoot.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const PAST = {
  harbour: [
    ['Show depths in metres and feet', 25 * MINUTE],
    ['Why does the export leave out the last buoy?', 3 * HOUR],
    ['Replace the date library', 2 * DAY],
    ['Draw the fairway as one line', 12 * DAY],
  ],
  charts: [
    ['Compare the 2026 charts with those of 2025', 5 * HOUR],
    ['Faster tiles', DAY],
  ],
  'a-project-with-quite-a-long-name-that-has-to-fit': [['Find what is no longer used, and list it by folder', 9 * DAY]],
  project: [
    ['Document the tide format', 6 * HOUR],
    ['Round all heights to centimetres', DAY],
    ['Add the port of Galway', 4 * DAY],
  ],
} as const;

function storePast(homeDir: string): void {
  for (const [name, sessions] of Object.entries(PAST)) {
    const projectDir = join(homeDir, name);
    mkdirSync(projectDir);
    for (const [title, endedAgo] of sessions) {
      const timed = shortWork(0).map((event, index) => ({ at: index * 1000, event }));
      storeTimedSession({ stateDir: join(homeDir, '.gatehouse'), projectDir, title, timed, endedAgo });
    }
  }
}

async function begin(page: Page, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+o');
  await expect(page.getByRole('button', { name: 'Sessions, now New session' })).toBeVisible();
  await say(page, title);
  await expect(page.getByRole('button', { name: `Sessions, now ${title}` })).toBeVisible();
}

test('the session list: several projects, with sessions in every state', async ({ startHost, homeDir }) => {
  await using listed = await openList({ startHost, homeDir });
  await shoot(listed.page, '47-session-list');
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true });

  test('the session list on a phone', async ({ startHost, homeDir }) => {
    await using listed = await openList({ startHost, homeDir });
    await shoot(listed.page, '48-session-list-phone', PHONE);
  });
});

async function openList({ startHost, homeDir }: Pick<HostFixtures, 'startHost' | 'homeDir'>) {
  const run = (id: string, command: string, more: object = {}) => toolUse(id, 'Bash', { command, ...more });
  const refused = { status: 401, error: 'invalid x-api-key' } as const;
  const seen = Promise.withResolvers<void>();
  const { server, env } = await startModel(
    ...byPrompt(
      ['Serve', { blocks: [run('s1', 'ls; sleep 900', { run_in_background: true })] }, { blocks: [text('The preview is being served.')] }],
      ['Rename', { blocks: [toolUse('w1', 'Write', { file_path: 'src/rename.ts', content: 'export const port = "Brest";\n' })] }],
      ['Translate', refused],
      ['Check all', { blocks: [text('I check them now.'), run('c1', 'ls; sleep 900')] }],
      ['Explain', { blocks: [{ ...text('Tides follow the moon, so the table repeats after 18.6 years.'), until: seen.promise }] }],
      ['Add the moon', { blocks: [text('The phases are in the table now.')] }],
    ),
  );
  storePast(homeDir);
  const projectDir = join(homeDir, 'project');
  const { page } = await startHost({ projectDir, env });
  const { queue } = partsOf(page);
  const list = page.getByRole('navigation', { name: 'Sessions' });
  const mark = (title: string, state: string) => list.getByRole('button', { name: new RegExp(`^${title}.* ${state}`) }).first();
  await say(page, 'Serve a preview');
  await expect(page.getByText('The preview is being served.')).toBeVisible();
  await begin(page, 'Translate the notices to mariners');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await begin(page, 'Check all ports against the almanac');
  await expect(page.getByText('I check them now.')).toBeVisible();
  await begin(page, 'Rename the ports');
  await expect(queue).toContainText('1 pending request');
  await begin(page, 'Explain why the table repeats');
  await begin(page, 'Add the moon to the tide tables');
  await expect(page.getByText('The phases are in the table now.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+b');
  await expect(mark('Explain', 'running')).toBeVisible();
  seen.resolve();
  await expect(mark('Explain', 'unread')).toBeVisible();
  for (const [title, state] of [
    ['Serve', 'background'],
    ['Translate', 'failed'],
    ['Check all', 'running'],
    ['Rename', 'waiting'],
  ] as const)
    await expect(mark(title, state)).toBeVisible();
  return { page, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}
