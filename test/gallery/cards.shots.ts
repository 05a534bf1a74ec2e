import { byPrompt } from '../support/by-prompt.ts';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from '../e2e/host.ts';
import { answerWithKey, partsOf, say, startModel } from '../e2e/window.ts';
import { shoot } from './shoot.ts';

const bash = (id: string, command: string) => toolUse(id, 'Bash', { command });
const agent = (id: string, name: string, prompt: string) => toolUse(id, 'Agent', { description: `check ${name}`, prompt, name });
const port = (name: string, height: number) =>
  `export const ${name} = {\n  highWater: ${height},\n  lowWater: 0.4,\n  datum: 'LAT',\n} as const;\n`;

test('commands of several agents on one card, and edits of several folders on the next', async ({ startHost }) => {
  const { server, env } = await startModel(
    ...byPrompt(
      [
        'Check the ports',
        {
          blocks: [
            text('Three agents check one coast each.'),
            agent('a1', 'north', 'North coast.'),
            agent('a2', 'south', 'South coast.'),
            agent('a3', 'west', 'West coast.'),
          ],
        },
        { blocks: [text('All coasts are checked.')] },
      ],
      ['North', { blocks: [bash('n1', 'npm run check -- ports/esbjerg ports/cuxhaven')] }, { blocks: [text('The north is fine.')] }],
      ['South', { blocks: [bash('s1', 'npm run check -- ports/cadiz')] }, { blocks: [text('The south is fine.')] }],
      [
        'West',
        {
          blocks: [
            toolUse('r1', 'Read', { file_path: 'ports/brest.ts' }),
            bash('w1', 'npm run check -- ports/brest ports/galway --strict'),
          ],
        },
        {
          blocks: [
            toolUse('e1', 'Edit', { file_path: 'ports/brest.ts', old_string: 'highWater: 6,', new_string: 'highWater: 6.1,' }),
            toolUse('e2', 'Write', { file_path: 'ports/west/galway.ts', content: port('galway', 5.1) }),
            toolUse('e3', 'Write', { file_path: 'test/galway.test.ts', content: "import '../ports/west/galway.ts';\n" }),
          ],
        },
      ],
    ),
  );
  await using _ = server;
  const scripts = { check: 'echo checked' };
  const files = { 'package.json': JSON.stringify({ scripts }), 'ports/brest.ts': port('brest', 6) };
  const { page } = await startHost({ files, env });
  const { queue, allow } = partsOf(page);
  await say(page, 'Check the ports');
  await expect(allow).toHaveText('Allow once: these 3');
  await expect(allow).toBeEnabled();
  await shoot(page, '49-commands-on-one-card');
  await answerWithKey(page, 'a');
  await expect(queue.getByRole('list', { name: 'Requested edits' }).getByRole('listitem')).toHaveCount(3);
  await expect(allow).toBeEnabled();
  await shoot(page, '50-edits-on-one-card');
});

test('a command that reads a secret, and why it asks', async ({ startHost }) => {
  const { server, env } = await startModel({
    blocks: [text('I look at which key the server expects.'), bash('b1', 'cat ~/.ssh/id_rsa && git log --oneline -3')],
  });
  await using _ = server;
  const { page } = await startHost({ files: { 'deploy.sh': 'ssh tide@example.com\n' }, env });
  const { queue, allow } = partsOf(page);
  await say(page, 'Why does the deployment fail?');
  await expect(queue).toContainText('id_rsa');
  await expect(allow).toBeEnabled();
  await shoot(page, '51-secret');
  await answerWithKey(page, 'x');
  await expect(queue.getByRole('button', { name: 'Explain' })).toHaveAttribute('aria-expanded', 'true');
  await shoot(page, '52-explained');
});
