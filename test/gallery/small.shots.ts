import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from '../e2e/host.ts';
import { answerWithKey, partsOf, say, startModel } from '../e2e/window.ts';
import { PHONE, shoot } from './shoot.ts';

const files = { 'package.json': JSON.stringify({ scripts: { test: 'echo all tests pass' } }), 'src/tide.ts': 'export const tide = 1;\n' };
const answers = () =>
  [
    {
      blocks: [
        text('I read the table first, then I run its tests.'),
        toolUse('r1', 'Read', { file_path: 'src/tide.ts' }),
        toolUse('b1', 'Bash', { command: 'npm test -- --reporter=dot' }),
      ],
    },
    {
      blocks: [
        text('The tests pass. Now the heights:'),
        toolUse('w1', 'Edit', { file_path: 'src/tide.ts', old_string: '1', new_string: '2' }),
      ],
    },
    { blocks: [text('The heights are right now, and **all tests pass**. Nothing else used the old ones.')] },
  ] satisfies Parameters<typeof startModel>;

test.describe('a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('a phone: the queue, the conversation and the timeline', async ({ startHost }) => {
    const { server, env } = await startModel(...answers());
    await using _ = server;
    const { page } = await startHost({ files, env });
    const { allow, queue, timeline } = partsOf(page);
    await say(page, 'Correct the heights of the tide');
    await expect(allow).toBeEnabled();
    await shoot(page, '63-phone-queue', PHONE);
    await page.setViewportSize(PHONE);
    await allow.tap();
    await expect(queue).toContainText('src/tide.ts');
    await expect(allow).toBeEnabled();
    await shoot(page, '64-phone-edit', PHONE);
    await page.setViewportSize(PHONE);
    await allow.tap();
    await expect(page.getByText('Nothing else used the old ones.')).toBeVisible();
    await expect(queue).toContainText('No pending requests');
    await shoot(page, '65-phone-conversation', PHONE);
    await page.setViewportSize(PHONE);
    await page.getByRole('button', { name: 'Show timeline', exact: true }).tap();
    await expect(timeline).toBeVisible();
    await shoot(page, '66-phone-timeline', PHONE);
  });
});

test.describe('zoomed', () => {
  // What is left of 1280 × 800 at 200 %.
  const size = { width: 640, height: 400 };
  test.use({ viewport: size, deviceScaleFactor: 2 });

  test('at 200 %: a request, and the conversation', async ({ startHost }) => {
    const { server, env } = await startModel(...answers());
    await using _ = server;
    const { page } = await startHost({ files, env });
    const { allow, queue } = partsOf(page);
    await say(page, 'Correct the heights of the tide');
    await expect(allow).toBeEnabled();
    await shoot(page, '67-zoomed-queue', size);
    await answerWithKey(page, 'a');
    await expect(queue).toContainText('src/tide.ts');
    await answerWithKey(page, 'a');
    await expect(page.getByText('Nothing else used the old ones.')).toBeVisible();
    await expect(queue).toContainText('No pending requests');
    await shoot(page, '68-zoomed-conversation', size);
  });
});
