import { toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, startModel } from './window.ts';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

const LONG = Array.from({ length: 60 }, (_, index) => `npm run step-${index}`).join('\n');
const MKDIR = toolUse('b1', 'Bash', { command: 'mkdir -p out && echo a > out/a.txt' });
const REQUESTS = {
  'one request': [MKDIR],
  'several requests': [
    MKDIR,
    toolUse('b2', 'Bash', { command: 'echo b > out/b.txt' }),
    toolUse('w1', 'Write', { file_path: 'x.txt', content: 'hi\n' }),
  ],
  'a long request': [toolUse('b1', 'Bash', { command: LONG })],
  'a destructive request': [toolUse('b1', 'Bash', { command: 'rm -rf dist build' }), toolUse('b2', 'Bash', { command: 'npm test' })],
};
const SIZES = [
  { width: 360, height: 740 },
  { width: 390, height: 844 },
  { width: 740, height: 360 },
];

for (const [name, blocks] of Object.entries(REQUESTS)) {
  for (const size of SIZES) {
    test(`More moves no answer of ${name} at ${size.width} × ${size.height}`, async ({ startHost, page }) => {
      await page.setViewportSize(size);
      const { server, env } = await startModel({ blocks });
      await using _ = server;
      await startHost({ files: { 'dist/a.txt': 'a' }, env });
      const { message, queue } = partsOf(page);
      await message.fill('go');
      await page.getByRole('button', { name: 'Send' }).tap();
      const more = queue.getByRole('button', { name: 'More', exact: true });
      const deny = queue.getByRole('button', { name: /^Deny/ });
      await expect(deny).toBeEnabled();
      const places = () =>
        Promise.all([queue.getByRole('button', { name: /^(Allow|Hold to allow) once/ }), deny, more].map((one) => one.boundingBox()));
      const before = await places();
      for (const shown of [true, false, true]) {
        await more.tap();
        await expect(queue.getByRole('button', { name: 'Later' })).toHaveCount(shown ? 1 : 0);
        expect(await places()).toEqual(before);
      }
      await expect(queue.getByRole('button', { name: 'Later' })).toBeInViewport({ ratio: 1 });
    });
  }
}
