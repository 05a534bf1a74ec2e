import { join } from 'node:path';
import { EVERYTHING } from '../support/mcp-fixture.ts';
import { text, toolUse } from '../support/messages-answer.ts';
import { expectNoViolation } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { say, startModel } from './window.ts';

const files = {
  '.mcp.json': JSON.stringify({ mcpServers: { desk: { command: process.execPath, args: [EVERYTHING, 'stdio'] } } }),
  '.claude/settings.local.json': JSON.stringify({ permissions: { allow: ['mcp__desk'] } }),
};

test('a server’s form is filled in, checked and sent, and its values stay out of the log', async ({ startHost }, info) => {
  const { server, env } = await startModel(
    { blocks: [toolUse('c1', 'mcp__desk__trigger-elicitation-request', {})] },
    { blocks: [text('Thank you.')] },
    { blocks: [toolUse('c2', 'mcp__desk__trigger-elicitation-request', {})] },
    { blocks: [text('As you like.')] },
  );
  await using _ = server;
  const { page } = await startHost({ files, env });
  await page.getByRole('button', { name: /^Trust/ }).click();
  await say(page, 'ask me');
  const form = page.getByRole('region', { name: 'The MCP server desk asks' });
  await expect(form.getByRole('textbox', { name: 'String', exact: true })).toBeVisible();
  const send = form.getByRole('button', { name: 'Send to the server' });
  await expect(send).toBeEnabled();
  await send.click();
  await expect(form.getByText('Enter a value')).toBeVisible();
  await expectNoViolation(page, '[data-form]');
  for (const [colorScheme, width] of [
    ['dark', 1280],
    ['light', 1280],
    ['light', 640],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(info.outputDir, `form-${colorScheme}-${width}.png`) });
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await form.getByRole('textbox', { name: 'String', exact: true }).fill('Ada of the form');
  await expect(send).toBeEnabled();
  await send.click();
  await expect(page.getByText('Thank you.')).toBeVisible();
  await expect(form).toBeHidden();
  expect(JSON.stringify(server.requests[1]?.body.messages)).toContain('Ada of the form');

  await say(page, 'again');
  await expect(form).toBeVisible();
  // It survives a reload, as the server still waits.
  await page.reload();
  const decline = form.getByRole('button', { name: 'Decline' });
  await expect(decline).toBeEnabled();
  await decline.click();
  await expect(page.getByText('As you like.')).toBeVisible();
  expect(JSON.stringify(server.requests[3]?.body.messages)).toContain('declined');
});
