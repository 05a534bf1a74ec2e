import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { WebHost } from '#main/host/web/web-host.ts';
import { printableLine } from '#shared/printable.ts';

const HELP =
  'Commands: “link” prints a link for another browser, “browsers” lists who is signed in, “sign-out N” or “sign-out all” ends that.';

interface ConsoleOptions {
  readonly host: Pick<WebHost, 'newUrl' | 'browsers' | 'signOut'>;
  readonly input: Readable;
  readonly output: Writable;
}

/** Commands typed where `gatehouse serve` runs, one a line: links for other browsers, and signing browsers out. Returns what ends it. */
export function serveConsole({ host, input, output }: ConsoleOptions): () => void {
  const print = (text: string): void => void output.write(`${text}\n`);
  const lines = createInterface({ input, terminal: false });
  lines.on('line', (line) => {
    const [command = '', argument = ''] = line.trim().split(/\s+/u);
    if (command === 'link') print(`For one browser:\n${printableLine(host.newUrl())}`);
    else if (command === 'browsers') print(listed(host.browsers()));
    else if (command === 'sign-out') print(signedOut(host, argument));
    else if (command !== '') print(HELP);
  });
  return () => lines.close();
}

function listed(browsers: ReturnType<WebHost['browsers']>): string {
  if (browsers.length === 0) return 'No browser is signed in.';
  return browsers
    .map(
      ({ number, agent, signedInAt, usedAt }) =>
        `${number}  signed in ${new Date(signedInAt).toISOString()}, last used ${new Date(usedAt).toISOString()}  ${printableLine(agent)}`,
    )
    .join('\n');
}

function signedOut(host: ConsoleOptions['host'], which: string): string {
  if (which === 'all') {
    const browsers = host.browsers();
    for (const { number } of browsers) host.signOut(number);
    return `Signed out: ${String(browsers.length)}. “link” prints a new link.`;
  }
  if (/^\d{1,9}$/u.test(which) && host.signOut(Number(which))) return `Browser ${which} is signed out.`;
  return 'There is no such browser. “browsers” lists them.';
}
