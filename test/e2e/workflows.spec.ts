import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { byPrompt } from '../support/by-prompt.ts';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { answerWithKey, partsOf, say, startModel } from './window.ts';

const SCRIPT = `export const meta = {
  name: 'review-modules',
  description: 'Reviews each module and checks the findings',
  phases: [{ title: 'Review' }, { title: 'Check' }],
};
phase('Review');
const reports = await parallel(args.modules.map((name) => () => agent('Review the module ' + name, { label: name })));
log(reports.length + ' modules reviewed');
phase('Check');
return await agent('Check these findings: ' + reports.join(' '), { label: 'check the findings' });`;

test('a workflow is shown with its phases and agents, which ask like any other', async ({ startHost }, info) => {
  const { server, env } = await startModel(
    ...byPrompt(
      [
        'Please',
        { blocks: [toolUse('w1', 'Workflow', { script: SCRIPT, args: { modules: ['money', 'receipt', 'discount'] } })] },
        { blocks: [text('The review runs.')] },
        { blocks: [text('Rounding is wrong in one module.')] },
      ],
      ['module money', { blocks: [text('Rounds half up.')] }],
      ['module receipt', { blocks: [text('Fine.')] }],
      ['module discount', { blocks: [text('Fine.')] }],
      [
        'Check these findings',
        { blocks: [toolUse('f1', 'Write', { file_path: 'findings.md', content: 'Rounds half up.\n' })] },
        { blocks: [text('It is **true**.')] },
      ],
    ),
  );
  await using _ = server;
  const { page, projectDir } = await startHost({ files: {}, env });
  const { queue } = partsOf(page);
  await say(page, 'Please review all modules');

  // The script is asked about as a whole, and shown.
  await expect(queue.getByRole('heading', { name: /wants to run the workflow review-modules/ })).toBeVisible();
  await expect(queue).toContainText("phase('Review')");
  await page.screenshot({ path: info.outputPath('asks.png') });
  // All of it has to have been in view: an early answer scrolls on.
  const scriptAsks = queue.getByRole('heading', { name: /wants to run the workflow/ });
  await expect(async () => {
    if (await scriptAsks.isVisible()) await answerWithKey(page, 'a');
    await expect(scriptAsks).toBeHidden({ timeout: 3000 });
  }).toPass();

  // What its agents do is asked about one by one.
  await expect(queue.getByRole('heading', { name: /wants to create/ })).toBeVisible();
  const card = page.getByRole('button', { name: /^Waiting for you review-modules/ });
  await expect(card).toContainText('3 of 4 agents done');
  await card.click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector.getByRole('group', { name: 'Review' }).getByRole('button')).toHaveCount(3);
  await expect(inspector).toContainText('3 modules reviewed');
  await page.screenshot({ path: info.outputPath('running.png') });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.screenshot({ path: info.outputPath('running-dark.png') });
  await page.setViewportSize({ width: 720, height: 800 });
  await page.screenshot({ path: info.outputPath('running-narrow.png') });
  await page.setViewportSize({ width: 1280, height: 800 });
  await answerWithKey(page, 'a');

  await expect(page.getByText('Rounding is wrong in one module.')).toBeVisible();
  expect(existsSync(join(projectDir, 'findings.md'))).toBe(true);
  await inspector.getByRole('button', { name: /check the findings/ }).click();
  await expect(inspector.getByRole('group', { name: 'The agent’s conversation' }).locator('strong')).toHaveText('true');
  await page.screenshot({ path: info.outputPath('done.png') });
});

test('a workflow can be stopped with its agents', async ({ startHost }) => {
  const { server, env } = await startModel(
    ...byPrompt(
      ['Please', { blocks: [toolUse('w1', 'Workflow', { script: SCRIPT, args: { modules: ['money'] } })] }, { blocks: [text('It runs.')] }],
      ['module money', { blocks: [toolUse('s1', 'Bash', { command: 'sleep 300; true' })] }],
    ),
  );
  await using _ = server;
  const { page } = await startHost({ files: { '.claude/settings.local.json': '{"permissions":{"allow":["Workflow","Bash"]}}' }, env });
  await say(page, 'Please review it');
  await page.getByRole('button', { name: 'Stop review-modules' }).click();
  await expect(page.getByRole('button', { name: /^Stopped review-modules/ })).toContainText('The user stopped it.');
});
