/** What a command that prints 100 MB into an open terminal does to the window: typing in the composer meanwhile, against the same with nothing running. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright';
import { appRoot } from '#main/app-root.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { ensureChromium } from '../../scripts/lib/chromium.mjs';
import { printTable, type Measurement } from './measure.ts';
import { median, quantile } from './support/statistics.ts';

const BYTES = 100_000_000;
const KEYS = 80;

/** In the page: from each key to the end of the frame after it. */
const LISTEN = `{
  window.times = [];
  const done = (at) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => window.times.push(performance.now() - at);
    port2.postMessage(0);
  };
  window.onkeydown = () => {
    const at = performance.now();
    requestAnimationFrame(() => done(at));
  };
}`;

/** From the key to the frame that shows it, milliseconds. */
async function typing(page: Page, name: string, goesOn: () => Promise<boolean>): Promise<Measurement> {
  await page.getByRole('textbox', { name: 'Message' }).click();
  await page.evaluate(LISTEN);
  for (let key = 0; key < KEYS && (await goesOn()); key += 1) {
    await page.keyboard.press(key % 7 === 6 ? 'Space' : 'a');
    await page.waitForTimeout(40);
  }
  const times = await page.evaluate<number[]>('window.times');
  return { name, median: median(times), p95: quantile(times, 0.95), runs: times.length };
}

const home = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'));
const project = join(home, 'project');
const settings = join(home, '.claude');
for (const folder of [project, settings]) mkdirSync(folder);
writeFileSync(join(settings, 'settings.json'), JSON.stringify({ permissions: { allow: ['Bash'] } }));
await using server = await MessagesServer.start(
  {
    blocks: [
      toolUse('b1', 'Bash', {
        command: `yes "the quick brown fox jumps over the lazy dog 0123456789" | head -c ${BYTES}; echo; echo the end`,
      }),
    ],
  },
  { blocks: [text('Printed.')] },
);
const child = spawn(process.execPath, [join(appRoot, 'out/cli/gatehouse.js'), 'serve', '--project', project], {
  env: {
    PATH: process.env['PATH'],
    HOME: home,
    GATEHOUSE_HOME: join(home, 'state'),
    LANG: 'C.UTF-8',
    ANTHROPIC_API_KEY: 'k',
    ANTHROPIC_BASE_URL: server.url,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const browser = await chromium.launch({
  executablePath: process.env['GATEHOUSE_CHROMIUM'] ?? (await ensureChromium()),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  let printed = '';
  while (!/http:\/\/\S+\s/.test(printed)) printed += String((await once(child.stdout, 'data'))[0]);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(/http:\/\/\S+/.exec(printed)?.[0] ?? '');
  await page.getByRole('textbox', { name: 'Message' }).waitFor();
  await page.keyboard.press('Control+2');
  const idle = await typing(page, 'typing, nothing runs', () => Promise.resolve(true));
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('print it');
  await page.keyboard.press('Enter');
  await page.locator('.xterm').waitFor();
  const startedAt = performance.now();
  const ended = page.getByRole('option').filter({ hasText: /exit 0/ });
  const busy = await typing(page, `typing, ${BYTES / 1e6} MB go through the terminal`, async () => (await ended.count()) === 0);
  await ended.waitFor({ timeout: 300_000 });
  const took = performance.now() - startedAt;
  await page.locator('.xterm-rows').getByText('the end').waitFor();
  printTable('Typing in the composer', [idle, busy]);
  process.stdout.write(`  The command took ${(took / 1000).toFixed(1)} s with its terminal open, its last line is on the screen.\n\n`);
} finally {
  await browser.close();
  child.kill();
  await once(child, 'close');
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
}
