import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test as base, type Page } from 'playwright/test';
import { text, toolUse } from '../support/messages-answer.ts';
import { startDouble, type DoubleApp } from './electron-double/start.ts';
import { partsOf, say, startModel } from './window.ts';

type Start = (options?: { env?: Record<string, string> }) => Promise<DoubleApp>;

/** The built app on the stand-in for Electron, its engine in a process of its own. */
const test = base.extend<{ homeDir: string; start: Start }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of a fixture's needs from it
  homeDir: async ({}, use) => {
    const dir = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-engine-')));
    await use(dir);
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  },
  start: async ({ homeDir }, use) => {
    const apps: DoubleApp[] = [];
    await use(async (options) => {
      const app = await startDouble({ homeDir, ...options });
      apps.push(app);
      return app;
    });
    await Promise.all(apps.map((app) => app.stop()));
  },
});

const STATE = { id: 1, command: 'app.state', input: {} };

/** The engine's processes that were started, oldest first. */
async function enginePids(app: DoubleApp): Promise<number[]> {
  const log = await app.ask<{ what: string; details: { modulePath?: string; pid?: number } }[]>('log');
  return log.flatMap(({ what, details }) =>
    what === 'utilityProcess' && details.modulePath?.endsWith('engine-process.js') ? [details.pid ?? 0] : [],
  );
}

/** Processes, by a part of their command line, that haven't ended. */
function running(part: string): string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/u.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(part);
    } catch {
      // It has ended meanwhile.
      return false;
    }
  });
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/mu.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    // It has ended.
    return false;
  }
}

/** A project folder of a user whose settings allow commands. */
function project(homeDir: string): string {
  const folder = join(homeDir, 'project');
  for (const dir of [folder, join(homeDir, '.claude')]) mkdirSync(dir, { recursive: true });
  writeFileSync(join(homeDir, '.claude/settings.json'), '{"permissions":{"allow":["Bash"]}}');
  return folder;
}

async function showProject(app: DoubleApp, page: Page, folder: string): Promise<void> {
  await app.show(page);
  await expect(page.getByRole('button', { name: 'Try the demo' }).first()).toBeVisible();
  await app.ask('dropOnDock', folder);
}

test('an engine killed during a call leaves what was seen, and its session goes on with Continue', async ({ homeDir, start, page }) => {
  const seconds = `6${String(process.pid)}`;
  const { server, env } = await startModel(
    {
      blocks: [
        toolUse('b1', 'Bash', { command: `echo one; sleep ${seconds}`, run_in_background: true }),
        toolUse('w1', 'Write', { file_path: 'a.txt', content: 'x' }),
      ],
    },
    { blocks: [text('Going on.')] },
  );
  await using _ = server;
  const folder = project(homeDir);
  const app = await start({ env });
  await showProject(app, page, folder);
  const { allow, queue, timeline } = partsOf(page);
  await say(page, 'Go');
  await expect.poll(() => running(`sleep\0${seconds}`).length).toBe(1);
  await expect(allow).toBeEnabled();
  const [pid = 0] = await enginePids(app);

  // Stopped first, so that it can't answer before it ends.
  process.kill(pid, 'SIGSTOP');
  const unanswered = app.ask('request', { id: 70, command: 'session.list', input: { projectDir: folder } });
  process.kill(pid, 'SIGKILL');
  expect(await unanswered).toMatchObject({ id: 70, ok: false, error: { code: 'unavailable' } });
  const later = app.ask('request', { id: 71, command: 'session.list', input: { projectDir: folder } });
  expect(await later).toMatchObject({ ok: true, output: { sessions: [{ title: 'Go' }] } });
  expect(await enginePids(app)).toHaveLength(2);

  await expect(timeline).toContainText('a.txt');
  await expect(queue.getByRole('button', { name: 'Allow once' })).toHaveCount(0);
  // Once, on the card of the turn.
  await expect(page.getByRole('group', { name: 'End of the turn' }).getByRole('button', { name: 'Continue' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Going on.')).toBeVisible();
  await expect.poll(() => running(`sleep\0${seconds}`)).toEqual([]);

  const files = readdirSync(join(homeDir, '.gatehouse/sessions'), { recursive: true, encoding: 'utf8' });
  const log = files.find((name) => name.endsWith('.jsonl')) ?? '';
  const events = readFileSync(join(homeDir, '.gatehouse/sessions', log), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  const numbers = events.map((line) => (JSON.parse(line) as { seq: number }).seq);
  expect(numbers).toEqual(numbers.map((_seq, index) => index + (numbers[0] ?? 0)));
});

test('the window says that the engine is gone, and keeps what it shows', async ({ homeDir, start, page }) => {
  const { server, env } = await startModel({ blocks: [text('The first answer.')] }, { blocks: [text('The second answer.')] });
  await using _ = server;
  const app = await start({ env });
  await showProject(app, page, project(homeDir));
  await say(page, 'Go');
  await expect(page.getByText('The first answer.')).toBeVisible();
  // The next engine may be there before a look from outside.
  const seen = page.evaluate<string>(`new Promise((resolve) => {
    new MutationObserver(() => {
      if (document.body.innerText.includes('Connection to Gatehouse lost')) resolve(document.body.innerText);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  })`);
  const [pid = 0] = await enginePids(app);
  process.kill(pid, 'SIGKILL');
  expect(await seen).toContain('The first answer.');
  await expect(page.getByText('Connection to Gatehouse lost')).toBeHidden();
  await say(page, 'And now?');
  await expect(page.getByText('The second answer.')).toBeVisible();
});

test('the demo’s folder stays the demo’s after the engine was killed', async ({ start }) => {
  const app = await start();
  const begun = await app.ask<{ output: { project: { projectDir: string } } }>('request', { id: 80, command: 'demo.start', input: {} });
  const { projectDir: path } = begun.output.project;
  const [pid = 0] = await enginePids(app);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => enginePids(app)).toHaveLength(2);
  const opened = await app.ask('request', { id: 81, command: 'project.open', input: { path } });
  expect(opened).toMatchObject({ ok: true, output: { projectDir: path, demo: true } });
  const state = await app.ask('request', { id: 82, command: 'app.state', input: {} });
  expect(state).toMatchObject({ ok: true, output: { recent: [] } });
});

test('the app and its terminals leave no process behind, whether it quits or is killed', async ({ homeDir, start }) => {
  for (const [index, end] of (['quit', 'kill'] as const).entries()) {
    const seconds = `7${String(index)}${String(process.pid)}`;
    const { server, env } = await startModel({ blocks: [toolUse('b1', 'Bash', { command: `echo one; sleep ${seconds}` })] });
    await using _ = server;
    const folder = project(homeDir);
    const app = await start({ env });
    await app.ask('request', { id: 4, command: 'project.open', input: { path: folder } });
    const command = { id: 5, command: 'session.create', input: { projectDir: folder } };
    const { output } = await app.ask<{ output: { sessionId: string } }>('request', command);
    await app.ask('request', { id: 6, command: 'session.send', input: { sessionId: output.sessionId, text: 'Go' } });
    await expect.poll(() => running(`sleep\0${seconds}`).length).toBeGreaterThan(0);
    const [pid = 0] = await enginePids(app);
    if (end === 'quit') {
      await app.ask('quit');
      expect(await app.exited).toBe(0);
    } else await app.stop();
    await expect.poll(() => running(`sleep\0${seconds}`)).toEqual([]);
    await expect.poll(() => isRunning(pid)).toBe(false);
  }
});

test('an engine that can’t start says why', async ({ homeDir, start }) => {
  writeFileSync(join(homeDir, 'a file'), '');
  const said = await start({ env: { GATEHOUSE_HOME: join(homeDir, 'a file/state') } }).then(
    async (app) => {
      await app.exited;
      return app.output();
    },
    // It ended before its window was there.
    (error: Error) => error.message,
  );
  expect(said).toContain('Set GATEHOUSE_HOME to a folder you can write.');
});

test('the key of the system’s keychain stays with main; what it protects is known to the next engine', async ({ homeDir, start }) => {
  const env = { DOUBLE_KEYCHAIN: '1' };
  const first = await start({ env });
  await first.ask('request', { id: 2, command: 'app.setAccess', input: { apiKey: 'sk-remembered', remember: true } });
  await first.ask('quit');
  await first.exited;
  expect(JSON.parse(readFileSync(join(homeDir, '.gatehouse/access.json'), 'utf8'))).toMatchObject({ by: 'keychain' });
  const second = await start({ env });
  expect(await second.ask('request', STATE)).toMatchObject({ output: { access: { isRemembered: true, storage: 'keychain' } } });
  const without = await start();
  expect(await without.ask('request', STATE)).toMatchObject({ output: { access: { isRemembered: false, storage: 'key_file' } } });
});

test('a variable keeps the engine in main', async ({ start }) => {
  const app = await start({ env: { GATEHOUSE_ENGINE_IN_MAIN: '1' } });
  expect(await app.ask('request', STATE)).toMatchObject({ ok: true, output: { host: 'electron' } });
  expect(await enginePids(app)).toEqual([]);
});
