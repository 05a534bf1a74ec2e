/**
 * Typing in the composer while 200 calls run in parallel, each reporting progress 60 times a second, and two commands print endlessly:
 * first with the timeline open, then with both terminals. The baseline is the same typing in the same window with nothing running.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { appRoot } from '#main/app-root.ts';
import { text, toolUse } from '#test/support/messages-answer.ts';
import { MessagesServer } from '#test/support/messages-server.ts';
import { printGoals, type GoalRow } from './support/goal-table.ts';
import { loadLine } from './support/load-line.ts';
import { ServedWindow } from './support/served-window.ts';
import { typeInComposer, type Typing } from './support/typing.ts';
import { openLongWork, prepareWellUsed, WELL_USED } from './support/well-used.ts';

const CALLS = 200;
const KEYS = 150;
const GOAL_MS = 50;

const printing = (id: string) =>
  toolUse(id, 'Bash', {
    // Waits for a window to attach: unattached, it would fill the disk.
    command: `until [ -e go ]; do sleep 0.2; done; yes "${id} the quick brown fox jumps over the lazy dog 0123456789"`,
    run_in_background: true,
  });
const SET_UP = {
  settings: { permissions: { allow: ['Bash', 'mcp__busy'] } },
  servers: { busy: { command: process.execPath, args: [join(appRoot, 'test/support/servers/busy-mcp-server.ts')] } },
  env: { CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY: String(CALLS) },
};

interface Typed {
  readonly idle: Typing;
  readonly timeline: Typing;
  readonly terminals: Typing;
}

const states = [
  { name: 'new session', typed: await typeInNewSession() },
  { name: 'well used', typed: await typeWhereWellUsed() },
];
const rows = states.flatMap(({ name, typed: { idle, timeline, terminals } }) =>
  [
    { while: 'timeline', typing: timeline },
    { while: 'two terminals', typing: terminals },
  ].map(({ while: shown, typing }): GoalRow => {
    const baselines = { median: typing.median, 'idle p95': idle.p95, 'idle median': idle.median };
    return { name: `${shown}, ${name}`, figure: typing.p95, goal: GOAL_MS, baselines };
  }),
);
printGoals(
  `Typing while ${CALLS} calls report 60 times a second and two commands print without end, ms per key: p95. Well used: ${WELL_USED}`,
  rows,
);
const work = ({ work: { tasks, script, layout } }: Typing): string =>
  `${tasks.toFixed(0)} ms (script ${script.toFixed(0)}, style and layout ${layout.toFixed(0)})`;
process.stdout.write('  CPU time of the main thread, for each second:\n');
for (const { name, typed } of states)
  process.stdout.write(
    `    ${name}: idle ${work(typed.idle)}, with the timeline ${work(typed.timeline)}, with two terminals ${work(typed.terminals)}\n`,
  );
process.stdout.write(`  ${loadLine()}\n\n`);

async function typeInNewSession(): Promise<Typed> {
  await using model = await startModel();
  await using served = await ServedWindow.start({ modelUrl: model.url, ...SET_UP });
  return await measureTyping(served, await served.open());
}

async function typeWhereWellUsed(): Promise<Typed> {
  await using model = await startModel();
  await using served = await ServedWindow.start({ modelUrl: model.url, ...SET_UP, prepare: prepareWellUsed });
  const page = await served.open();
  await openLongWork(page);
  return await measureTyping(served, page);
}

function startModel(): Promise<MessagesServer> {
  return MessagesServer.start(
    { blocks: [printing('one'), printing('two')] },
    { blocks: Array.from({ length: CALLS }, (_, index) => toolUse(`w${index}`, 'mcp__busy__work', { part: index })) },
    { blocks: [text('Done.')] },
  );
}

async function measureTyping(served: ServedWindow, page: Page): Promise<Typed> {
  const idle = await typeInComposer(page, KEYS);
  await page.getByRole('textbox', { name: 'Message' }).fill('work');
  await page.keyboard.press('Enter');
  await page.getByText(`${CALLS} running`).waitFor({ timeout: 120_000 });
  /** Fails if calls ended early, which would make the figures meaningless. */
  const stillRunning = () => page.getByText(`${CALLS} running`).waitFor({ timeout: 2000 });
  const timeline = await typeInComposer(page, KEYS);
  await stillRunning();
  await page.keyboard.press('ControlOrMeta+2');
  await page.getByRole('button', { name: 'Split side by side' }).click();
  await page.locator('.xterm').nth(1).waitFor();
  writeFileSync(join(served.projectDir, 'go'), '');
  const terminals = await typeInComposer(page, KEYS);
  await stillRunning();
  return { idle, timeline, terminals };
}
