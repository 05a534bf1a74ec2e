import { resolve } from 'node:path';
import { rendererDir } from '#main/app-root.ts';
import { createEngine } from '#main/engine.ts';
import { startWebHost } from '#main/host/web/web-host.ts';
import { printableLine } from '#shared/printable.ts';
import { exitSoon } from './exit-soon.ts';
import { folder, parseArguments } from './parse-arguments.ts';
import { EXIT, UsageError } from './usage.ts';

export interface ServeOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly projectDir: string | undefined;
  /** Where to put a copy of the demo project. */
  readonly demoDir: string | undefined;
}

/** @throws UsageError naming the argument and what is expected. */
function parseServeOptions(args: readonly string[]): ServeOptions {
  const { values } = parseArguments(args, { port: { type: 'string' }, project: { type: 'string' }, demo: { type: 'string' } });
  if (values.project !== undefined && values.demo !== undefined)
    throw new UsageError('--project and --demo don’t go together: the demo opens its own folder.');
  return {
    port: port(values.port ?? '0'),
    projectDir: values.project === undefined ? undefined : folder(values.project, '--project'),
    demoDir: values.demo === undefined ? undefined : resolve(values.demo),
  };
}

/** Serves the window until a signal stops it. */
export async function serve(args: readonly string[]): Promise<number> {
  const options = parseServeOptions(args);
  const engine = createEngine({ host: 'web', env: process.env });
  try {
    if (options.projectDir !== undefined) await engine.openFirst(options.projectDir);
    if (options.demoDir !== undefined) await engine.openDemo(options.demoDir);
    const host = await startWebHost({ engine, port: options.port, rendererDir });
    process.stdout.write(`Gatehouse is open at this address, for one browser on this machine:\n${printableLine(host.url)}\n`);
    await stopSignal();
    await host.close();
    return EXIT.success;
  } finally {
    await engine.dispose();
    exitSoon();
  }
}

/** Resolves on the first SIGINT, SIGTERM or SIGHUP; a second one ends the process immediately, as usual. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
}

function port(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= 65_535)) throw new UsageError(`--port takes a number from 0 to 65535, not “${text}”.`);
  return number;
}
