import type { Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { expect, test } from './host.ts';
import { partsOf, say, startModel } from './window.ts';

// A letter that answers a request is a hole, however rare, so a failure isn't repeated.
test.describe.configure({ retries: 0 });

const COUNT = 30;
const PARAGRAPH =
  'Add a test for that, and do all the jobs at once: deploy, then tidy. A day saved there also adds to the date. Each task ' +
  'has its data; take what exists, have a look at the edges, skip the dead cases. That should hold as the last word today.';

/** Numbers from 0 to 1 that are the same in each run. */
function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Requests that are asked side by side, each sent by the model when it is released. */
function releasedRequests() {
  const released = Array.from({ length: COUNT }, () => Promise.withResolvers<void>());
  const blocks = released.map(({ promise }, index) => {
    const block =
      index % 2 === 0
        ? toolUse(`r${index}`, 'Read', { file_path: `/etc/folder-${index}` })
        : toolUse(`r${index}`, 'Grep', { pattern: 'a', path: `/usr/share/folder-${index}` });
    return { ...block, until: promise };
  });
  return { blocks, release: (index: number) => released[index]?.resolve() };
}

/** Types the paragraph key by key, and releases the requests at random places of it. */
async function typeWhileTheyArrive(page: Page, release: (index: number) => void): Promise<void> {
  const random = pseudoRandom(7);
  const places = Array.from({ length: COUNT }, () => Math.floor(random() * PARAGRAPH.length)).toSorted((a, b) => a - b);
  let next = 0;
  for (const [at, key] of [...PARAGRAPH].entries()) {
    while (places[next] === at) release(next++);
    await page.keyboard.type(key);
  }
}

for (const place of ['message box', 'empty queue'] as const) {
  test(`a paragraph typed into the ${place} while thirty requests arrive answers none`, async ({ startHost, page }) => {
    const { blocks, release } = releasedRequests();
    const { server, env } = await startModel({ blocks }, { blocks: [text('All were answered.')] });
    await using _ = server;
    await startHost({ files: {}, env });
    const { message, queue } = partsOf(page);
    await say(page, 'do all of it');
    await server.received(1);
    if (place === 'empty queue') {
      await page.keyboard.press('ControlOrMeta+j');
      await expect(queue).toBeFocused();
    } else await expect(message).toBeFocused();
    await typeWhileTheyArrive(page, release);
    await expect(queue).toContainText(`${COUNT} pending requests`);
    if (place === 'message box') await expect(message).toHaveValue(PARAGRAPH);
    expect(server.requests).toHaveLength(1);
  });
}
