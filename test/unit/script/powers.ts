import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { EventEmitter } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import http2 from 'node:http2';
import inspector from 'node:inspector';
import { createRequire } from 'node:module';
import net from 'node:net';
import tls from 'node:tls';
import { Worker } from 'node:worker_threads';
import { lockDown } from '../../../main/script/process/lock-down.ts';

/** Program of a test: tries everything that a script could want, with the modules that it could have got hold of. */

const port = Number(process.argv[2]);
const { stdout } = process;
const given = { process, fetch, WebSocket, require: createRequire(import.meta.url) };
lockDown();

const here = { host: '127.0.0.1', port };
const attempts: Record<string, () => unknown> = {
  readFile: () => fs.readFileSync('/etc/hostname'),
  list: () => fs.readdirSync('/'),
  writeFile: () => fs.writeFileSync('/tmp/gatehouse-powers', ''),
  spawn: () => childProcess.spawnSync('true').pid || refuse(),
  worker: () => new Worker('0', { eval: true }),
  inspector: () => inspector.open(0),
  connect: () => arrived(net.connect(here)),
  socket: () => arrived(new net.Socket().connect(here)),
  listen: () => net.createServer().listen(0),
  tls: () => arrived(tls.connect(here)),
  http: () => arrived(http.get({ ...here })),
  https: () => arrived(https.get({ ...here })),
  http2: () => arrived(http2.connect(`http://127.0.0.1:${port}`)),
  fetch: () => given.fetch(`http://127.0.0.1:${port}`),
  webSocket: () => arrived(new given.WebSocket(`ws://127.0.0.1:${port}`)),
  datagram: () => dgram.createSocket('udp4').send('x', port, '127.0.0.1'),
  lookup: () => new Promise((resolve) => dns.lookup('localhost', resolve)),
  signal: () => Reflect.get(given.process, 'kill') ?? refuse(),
  binding: () => Reflect.get(given.process, 'binding') ?? refuse(),
  execve: () => Reflect.get(given.process, 'execve') ?? refuse(),
  builtin: () => Reflect.get(given.process, 'getBuiltinModule') ?? refuse(),
  globals: () => Reflect.get(globalThis, 'process') ?? Reflect.get(globalThis, 'Buffer') ?? refuse(),
  variables: () => Object.keys(given.process.env).length || refuse(),
  code: () => Reflect.construct(Function, ['']) as unknown,
  // oxlint-disable-next-line no-extend-native -- it must fail.
  prototype: () => Object.defineProperty(Object.prototype, 'polluted', { value: 1 }),
};

function refuse(): never {
  throw new Error('refused');
}

/** Fails if there is no connection. */
function arrived(connection: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (connection instanceof EventEmitter) {
      connection.on('connect', resolve).on('response', resolve).on('error', reject);
    } else if (connection instanceof EventTarget) {
      connection.addEventListener('open', resolve);
      connection.addEventListener('error', reject);
    }
  });
}

const answers: Record<string, string> = {};
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    await attempt();
    answers[name] = 'possible';
  } catch {
    answers[name] = 'refused';
  }
}
stdout.write(JSON.stringify(answers));
