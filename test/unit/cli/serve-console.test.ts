import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { serveConsole } from '#main/cli/serve-console.ts';

it('prints links for other browsers, lists who is signed in and signs them out', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  let printed = '';
  output.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const browsers = new Map([1, 2].map((number) => [number, { number, agent: `Phone\u202e ${number}`, signedInAt: 0, usedAt: 60_000 }]));
  const end = serveConsole({
    host: { newUrl: () => 'http://new', browsers: () => [...browsers.values()], signOut: (number) => browsers.delete(number) },
    input,
    output,
  });
  const type = async (line: string, answer: string | RegExp): Promise<void> => {
    printed = '';
    input.write(`${line}\n`);
    await expect.poll(() => printed).toMatch(answer);
  };
  await type('link', /^For one browser:\nhttp:\/\/new\n$/u);
  await type('browsers', /^1 {2}signed in 1970-01-01T00:00:00.000Z, last used 1970-01-01T00:01:00.000Z {2}Phone\\u\{202e\} 1\n2 /u);
  await type('sign-out 2', 'Browser 2 is signed out.');
  await type('sign-out 2', 'There is no such browser');
  await type('sign-out x', 'There is no such browser');
  await type('sign-out all', 'Signed out: 1.');
  await type('browsers', 'No browser is signed in.');
  await type('help', '“link” prints a link');
  end();
});
