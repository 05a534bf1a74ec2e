// Vite's server for the window, connected to a browser host that is restarted when main changes. Runs on the pinned Node.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { createServer } from 'vite';
import { callerDir, outDir, root } from './lib/paths.mjs';
import { say } from './lib/say.mjs';
import { setUp } from './lib/setup.mjs';

/** The running browser host: its port, secret path and cookie, and its process. */
let host = await startHost();

const vite = await createServer({
  configFile: path.join(root, 'vite.config.ts'),
  server: { host: '127.0.0.1', port: 5173, strictPort: false },
  plugins: [{ name: 'gatehouse-socket', configureServer: ({ httpServer }) => void httpServer.on('upgrade', passOn) }],
});
await vite.listen();
const origin = `http://127.0.0.1:${vite.httpServer.address().port}`;
process.stdout.write(`${origin}/\n`);

let timer;
for (const folder of ['main', 'shared']) {
  watch(path.join(root, folder), { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void rebuild(), 200);
  });
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void stop());

/**
 * The page's WebSocket, with the host's address and cookie added. Whoever can open it controls the agent, so it opens only for this
 * server's page.
 */
function passOn(request, socket, head) {
  if (request.url !== '/ws') return;
  if (request.headers.origin !== origin || request.headers.host !== new URL(origin).host) return socket.destroy();
  const headers = { ...request.headers, host: `127.0.0.1:${host.port}`, origin: `http://127.0.0.1:${host.port}`, cookie: host.cookie };
  const upstream = connect(host.port, '127.0.0.1', () => {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    upstream.write(`GET ${host.basePath}ws HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    upstream.write(head);
    socket.pipe(upstream).pipe(socket);
  });
  upstream.on('error', () => socket.destroy());
  socket.on('error', () => upstream.destroy());
}

async function startHost() {
  const child = spawn(
    process.execPath,
    ['--enable-source-maps', path.join(outDir, 'cli/gatehouse.js'), 'serve', ...process.argv.slice(2)],
    {
      cwd: callerDir(),
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { GATEHOUSE_LOG_CONSOLE: '1', ...process.env },
    },
  );
  const ended = new Promise((resolve) => child.once('close', resolve));
  const url = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
      const found = /^(http:\/\/127\.0\.0\.1:\d+\/\S+)$/m.exec(text)?.[1];
      if (found) resolve(found);
    });
    void ended.then((code) => reject(new Error(`The browser host ended with ${code}`)));
  });
  const answer = await fetch(url, { redirect: 'manual' });
  return {
    port: Number(new URL(url).port),
    basePath: answer.headers.get('location'),
    cookie: answer.headers.get('set-cookie').split(';')[0],
    stop: () => (child.kill(), ended),
  };
}

async function rebuild() {
  try {
    await setUp({ targets: ['main'] });
    await host.stop();
    host = await startHost();
    say('Restarted.');
  } catch (error) {
    say(error.message);
  }
}

async function stop() {
  await Promise.allSettled([host.stop(), vite.close()]);
  process.exit(0);
}
