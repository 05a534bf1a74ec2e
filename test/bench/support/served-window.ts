import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright';
import { appRoot } from '#main/app-root.ts';
import { ensureChromium } from '../../../scripts/lib/chromium.mjs';

export interface ServedWindowOptions {
  /** The address of a `MessagesServer`. */
  readonly modelUrl: string;
  /** The user's settings file. */
  readonly settings?: object;
  /** The user's MCP servers. */
  readonly servers?: Readonly<Record<string, object>>;
  /** Files of the project, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** More arguments of `serve`. */
  readonly args?: readonly string[];
  /** More environment, on top of a clean one. */
  readonly env?: Readonly<Record<string, string>>;
  /** Called before the app starts, to store sessions. */
  readonly prepare?: (dirs: Pick<ServedWindow, 'projectDir' | 'stateDir'>) => void;
}

/** The built app's `serve` with its own home folder, and a browser for its window. */
export class ServedWindow {
  readonly context: BrowserContext;
  readonly projectDir: string;
  /** Gatehouse's state: sessions and the like. */
  readonly stateDir: string;
  readonly #home: string;
  readonly #child: ChildProcess;
  readonly #link: string;

  private constructor(context: BrowserContext, child: ChildProcess, home: string, link: string) {
    this.context = context;
    this.#child = child;
    this.#home = home;
    this.#link = link;
    this.projectDir = join(home, 'project');
    this.stateDir = join(home, 'state');
  }

  static async start({
    modelUrl,
    settings = {},
    servers = {},
    files = {},
    args = [],
    env = {},
    prepare,
  }: ServedWindowOptions): Promise<ServedWindow> {
    const home = realpathSync(mkdtempSync(join(tmpdir(), 'gatehouse-bench-')));
    const project = join(home, 'project');
    mkdirSync(project);
    const all = {
      '.claude/settings.json': JSON.stringify(settings),
      '.claude.json': JSON.stringify({ mcpServers: servers }),
      ...prefixed('project', files),
    };
    for (const [path, text] of Object.entries(all)) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    }
    prepare?.({ projectDir: project, stateDir: join(home, 'state') });
    const child = spawn(process.execPath, [join(appRoot, 'out/cli/gatehouse.js'), 'serve', '--project', project, ...args], {
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        GATEHOUSE_HOME: join(home, 'state'),
        LANG: 'C.UTF-8',
        ANTHROPIC_API_KEY: 'k',
        ANTHROPIC_BASE_URL: modelUrl,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    while (!/http:\/\/\S+\s/.test(printed)) printed += String((await once(child.stdout, 'data'))[0]);
    // Without a display there is no GPU, and its software replacement would be measured.
    const browser = await chromium.launch({
      executablePath: process.env['GATEHOUSE_CHROMIUM'] ?? (await ensureChromium()),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    return new ServedWindow(context, child, home, /http:\/\/\S+/.exec(printed)?.[0] ?? '');
  }

  /** Opens the window, waits for the composer, and returns the page. Only for the first window: the link works once. */
  async open(): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(this.#link);
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
    return page;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.context.browser()?.close();
    this.#child.kill();
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'close');
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function prefixed(folder: string, files: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [join(folder, path), text]));
}
