import { join } from 'node:path';
import { text } from '../support/messages-answer.ts';
import { OAuthServer, protectedMcpServer } from '../support/servers/oauth-server.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

test('signs in to a server through the browser, asks for more, and signs out', async ({ startHost }, info) => {
  await using oauth = await OAuthServer.start();
  let metadata: Record<string, unknown> = { registration_endpoint: undefined };
  await using broken = await OAuthServer.start({ metadata: () => metadata });
  await using notes = await protectedMcpServer(oauth, { callScope: 'write' });
  await using boards = await protectedMcpServer(broken);
  const { server, env } = await startModel({ blocks: [text('Hello.')] });
  await using _ = server;
  const entries = { notes: { type: 'http', url: notes.url }, boards: { type: 'http', url: boards.url } };
  const { page } = await startHost({ files: { '.mcp.json': JSON.stringify({ mcpServers: entries }) }, env });
  await page.getByRole('button', { name: /^Trust/ }).click();
  await say(page, 'Hello');
  await expect(partsOf(page).stop).toBeHidden();
  await page.getByRole('button', { name: 'Settings' }).click();
  const rowOf = (name: string) => page.getByRole('listitem', { name: `MCP server ${name}` });
  const shoot = async (name: string): Promise<void> => {
    await rowOf('notes').scrollIntoViewIfNeeded();
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(info.outputDir, `${name}-${colorScheme}.png`) });
    }
  };
  await expect(rowOf('notes')).toContainText('Sign-in needed');
  await shoot('needed');

  await page.getByRole('button', { name: 'Sign in to boards' }).click();
  await expect(rowOf('boards')).toContainText('Signing in didn’t work.');
  await expect(rowOf('boards')).toContainText('takes no new programs by itself');
  await page.getByRole('button', { name: 'Sign in to notes' }).click();
  const link = rowOf('notes').getByRole('link', { name: /^Open 127/ });
  await expect(link).toBeVisible();
  await expect(rowOf('notes')).toContainText('code_challenge_method=S256');
  await expectAccessible(page, 'signing in');
  await shoot('waiting');
  await rowOf('notes').getByText('on another machine').click();
  await rowOf('notes').getByLabel('Address where the browser ended').fill('http://localhost:1/callback?code=1');
  await rowOf('notes').getByRole('button', { name: 'Finish' }).click();
  await expect(rowOf('notes').getByRole('alert')).toContainText('isn’t the expected address');
  await shoot('pasted');

  const opened = page.context().waitForEvent('page');
  await link.click();
  await expect((await opened).getByText('You can close this page')).toBeVisible();
  await (await opened).screenshot({ path: join(info.outputDir, 'callback.png') });
  await page.bringToFront();
  await expect(rowOf('notes')).toContainText('Connected');
  await expect(rowOf('notes')).toContainText(`Signed in at ${new URL(oauth.address).host}`);
  await shoot('signed-in');

  await page.getByRole('button', { name: 'Sign out of notes' }).click();
  await expect(rowOf('notes')).toContainText('Sign-in needed');
  metadata = {};
  await page.getByRole('button', { name: 'Sign in to boards' }).click();
  await page.getByRole('button', { name: 'Cancel signing in to boards' }).click();
  await expect(page.getByRole('button', { name: 'Sign in to boards' })).toBeVisible();
});
