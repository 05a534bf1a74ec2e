import { text, type AnswerBlock } from '../support/messages-answer.ts';
import { expectAccessible } from './expect-accessible.ts';
import { expect, test } from './host.ts';
import { partsOf, row, say, startModel } from './window.ts';

/** A call whose input arrives in these pieces, each after the next `release()`. */
function inPieces(id: string, name: string, ...pieces: string[]): { readonly call: AnswerBlock; readonly release: () => void } {
  const gates = pieces.map(() => Promise.withResolvers<void>());
  let at = 0;
  return {
    call: { type: 'tool_use', id, name, pieces: pieces.flatMap((piece, index) => [gates[index]?.promise ?? '', piece]) },
    release: () => gates[at++]?.resolve(),
  };
}

test('a call is shown while the model writes it, and becomes a request when it is complete', async ({ startHost }) => {
  const { call, release } = inPieces(
    'w1',
    'Write',
    '{"file_path":"src/tides.ts","content":"export const low = 1;\\nexp',
    `ort const high = 2;\\n${Array.from({ length: 500 }, (_, line) => `// note ${line}\\n`).join('')}`,
    '// \\u001b[31mred \\u202ebackwards',
    '"}',
  );
  const { server, env } = await startModel({ blocks: [text('I write a file.'), call] }, { blocks: [text('Written.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const incoming = page.getByRole('group', { name: 'The model is writing this call' });
  await say(page, 'write it');
  await expect(incoming).toContainText('Write');
  await expect(incoming.getByRole('definition')).toHaveCount(0);

  release();
  await expect(incoming).toContainText('src/tides.ts');
  await expect(incoming.getByRole('definition')).toHaveText(/^export const low = 1;\s+exp$/);
  await expectAccessible(page, 'a call being written');

  release();
  await expect(incoming).toContainText('502 lines');
  await expect(incoming.getByText('// note 499')).toBeInViewport();
  await expect(incoming).not.toContainText('export const high');

  release();
  await expect(incoming).toContainText('ESC[31mred');
  await expect(incoming.getByTitle('right-to-left override U+202E')).toBeVisible();
  await expect(partsOf(page).allow).toBeHidden();

  release();
  await expect(partsOf(page).allow).toBeVisible();
  await expect(incoming).toBeHidden();
});

test('a command appears as it is typed; stopping removes it, and it never becomes a call', async ({ startHost }) => {
  const { call, release } = inPieces('b1', 'Bash', '{"command":"rm -rf bui', 'ld","description":"Remove the bu', 'ild"}');
  const { server, env } = await startModel({ blocks: [text('I clean up.'), call] }, { blocks: [text('Here again.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const incoming = page.getByRole('group', { name: 'The model is writing this call' });
  await say(page, 'clean up');
  release();
  await expect(incoming).toContainText(/rm -rf buiwriting$/);
  release();
  await expect(incoming).toContainText('Remove the bu');
  await partsOf(page).stop.click();
  await expect(incoming).toBeHidden();
  await expect(row(partsOf(page).timeline, 'rm -rf')).toHaveCount(0);
  await say(page, 'again');
  await expect(page.getByText('Here again.')).toBeVisible();
  release();
  expect(JSON.stringify(server.requests[1]?.body.messages)).not.toContain('rm -rf');
});

test('an incoming call of a stream that fails is removed before the next attempt', async ({ startHost }) => {
  const broken = { blocks: [{ type: 'tool_use', id: 'b1', name: 'Bash', rawInput: '{"command":"make half' }], openLast: true } as const;
  const { promise, resolve } = Promise.withResolvers<void>();
  const { server, env } = await startModel({ ...broken, until: promise, after: 'cut' }, { blocks: [text('Whole now.')] });
  await using _ = server;
  const { page } = await startHost({ files: {}, env });
  const incoming = page.getByRole('group', { name: 'The model is writing this call' });
  await say(page, 'build');
  await expect(incoming).toContainText('make half');
  resolve();
  await expect(incoming).toBeHidden();
  await expect(page.getByText('Whole now.')).toBeVisible();
});
