import { execFileSync, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Serves the git repositories in a folder over http, as a real server does, with git's own program for it. */
export async function serveGit(folder: string, onRequest: (path: string) => void = () => undefined): Promise<string> {
  const backend = join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git-http-backend');
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    onRequest(url.pathname);
    const child = spawn(backend, {
      env: {
        PATH: process.env['PATH'],
        GIT_PROJECT_ROOT: folder,
        GIT_HTTP_EXPORT_ALL: '1',
        GIT_CONFIG_COUNT: '2',
        GIT_CONFIG_KEY_0: 'safe.directory',
        GIT_CONFIG_VALUE_0: '*',
        GIT_CONFIG_KEY_1: 'uploadpack.allowAnySHA1InWant',
        GIT_CONFIG_VALUE_1: 'true',
        GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
        REQUEST_METHOD: request.method,
        PATH_INFO: url.pathname,
        QUERY_STRING: url.search.slice(1),
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        ...(request.headers['content-encoding'] !== undefined && { HTTP_CONTENT_ENCODING: request.headers['content-encoding'] }),
      },
    });
    request.pipe(child.stdin);
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('close', () => {
      const output = Buffer.concat(chunks);
      const end = output.indexOf('\r\n\r\n');
      const headers = output.toString('latin1', 0, end).split('\r\n');
      const status = /^Status: (\d+)/iu.exec(headers.find((line) => /^Status:/iu.test(line)) ?? '')?.[1] ?? '200';
      response.statusCode = Number(status);
      for (const line of headers.filter((one) => !/^Status:/iu.test(one))) {
        const [name = '', value = ''] = line.split(/: (.*)/su);
        if (name !== '') response.setHeader(name, value);
      }
      response.end(output.subarray(end + 4));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
