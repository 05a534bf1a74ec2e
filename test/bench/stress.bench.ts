/**
 * Typing in the composer while 200 calls run in parallel, each reporting progress 60 times a second, and two commands print endlessly:
 * first with the timeline open, then with both terminals. The baseline is the same typing in the same window with nothing running.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appRoot } from '#main/app-root.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { printGoals, type GoalRow } from './support/goal-table.ts';
import { loadLine } from './support/load-line.ts';
import { ServedWindow } from './support/served-window.ts';
import { typeInComposer, type Typing } from './support/typing.ts';

const CALLS = 200;
const KEYS = 150;
const GOAL_MS = 50;

const printing = (id: string) =>
  toolUse(id, 'Bash', {
    // Waits for a window to attach: unattached, it would fill the disk.
    command: `until [ -e go ]; do sleep 0.2; done; yes "${id} the quick brown fox jumps over the lazy dog 0123456789"`,
    run_in_background: true,
  });
await using model = await MessagesServer.start(
  { blocks: [printing('one'), printing('two')] },
  { blocks: Array.from({ length: CALLS }, (_, index) => toolUse(`w${index}`, 'mcp__busy__work', { part: index })) },
  { blocks: [text('Done.')] },
);
await using served = await ServedWindow.start({
  modelUrl: model.url,
  settings: { permissions: { allow: ['Bash', 'mcp__busy'] } },
  servers: { busy: { command: process.execPath, args: [join(appRoot, 'test/support/servers/busy-mcp-server.ts')] } },
  env: { CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY: String(CALLS) },
});
const page = await served.open();
const idle = await typeInComposer(page, KEYS);
await page.getByRole('textbox', { name: 'Message' }).fill('work');
await page.keyboard.press('Enter');
await page.getByText(`${CALLS} running`).waitFor({ timeout: 120_000 });
const baselines = [];
/** Fails if calls ended early, which would make the figures meaningless. */
const stillRunning = () => page.getByText(`${CALLS} running`).waitFor({ timeout: 2000 });
baselines.push({ name: 'with the timeline', typing: await typeInComposer(page, KEYS) });
await stillRunning();
await page.keyboard.press('ControlOrMeta+2');
await page.getByRole('button', { name: 'Split side by side' }).click();
await page.locator('.xterm').nth(1).waitFor();
writeFileSync(join(served.projectDir, 'go'), '');
baselines.push({ name: 'with two terminals', typing: await typeInComposer(page, KEYS) });
await stillRunning();

const rows = baselines.map(({ name, typing }): GoalRow => {
  return {
    name,
    figure: typing.p95,
    goal: GOAL_MS,
    baselines: { median: typing.median, 'idle p95': idle.p95, 'idle median': idle.median },
  };
});
printGoals(`Typing while ${CALLS} calls report 60 times a second and two commands print without end, ms per key: p95`, rows);
const work = ({ tasks, script, layout }: Typing['work']): string =>
  `${tasks.toFixed(0)} ms (script ${script.toFixed(0)}, style and layout ${layout.toFixed(0)})`;
process.stdout.write(`  CPU time of the main thread, for each second: idle ${work(idle.work)}\n`);
for (const { name, typing } of baselines) process.stdout.write(`    ${name} ${work(typing.work)}\n`);
process.stdout.write(`  ${loadLine()}\n\n`);
