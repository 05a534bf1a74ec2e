import { homedir } from 'node:os';
import { rendererDir } from '#main/app-root.ts';
import { createEngine } from '#main/engine.ts';
import { startWebHost } from '#main/host/web/web-host.ts';
import { outsidePageSetting } from '#main/settings/confirms-outside-page.ts';
import { printableLine } from '#shared/printable.ts';
import { exitSoon } from './exit-soon.ts';
import { serveConsole } from './serve-console.ts';
import { parseServeOptions } from './serve-options.ts';
import { EXIT } from './usage.ts';

/** Serves the window until a signal stops it. */
export async function serve(args: readonly string[]): Promise<number> {
  const { projectDir, demoDir, console, ...options } = parseServeOptions(args);
  const outsidePage = outsidePageSetting({ homeDir: homedir(), env: process.env });
  const engine = createEngine({ host: 'web', env: process.env });
  try {
    if (projectDir !== undefined) await engine.openFirst(projectDir);
    if (demoDir !== undefined) await engine.openDemo(demoDir);
    const host = await startWebHost({ ...options, engine, rendererDir, outsidePage });
    const { unread } = outsidePage();
    if (unread !== undefined) process.stderr.write(`${printableLine(unread)}\n`);
    process.stdout.write(
      `Gatehouse is open at this address, for one browser${isLocal(host.url) ? ' on this machine' : ''}:\n${printableLine(host.url)}\n`,
    );
    // Only when asked for: a program in the background is stopped if it reads from its terminal.
    const endConsole = console ? serveConsole({ host, input: process.stdin, output: process.stdout }) : undefined;
    await stopSignal();
    endConsole?.();
    await host.close();
    return EXIT.success;
  } finally {
    await engine.dispose();
    exitSoon();
  }
}

function isLocal(url: string): boolean {
  return new URL(url).hostname === '127.0.0.1';
}

/** Resolves on the first SIGINT, SIGTERM or SIGHUP; a second one ends the process immediately, as usual. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}
