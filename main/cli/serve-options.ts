import { resolve } from 'node:path';
import { LOOPBACK_NAMES } from '#main/host/web/own-address.ts';
import { readTlsFiles, type TlsFiles } from '#main/host/web/tls-files.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { folder, parseArguments } from './parse-arguments.ts';
import { UsageError } from './usage.ts';

export interface ServeOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly projectDir: string | undefined;
  /** Where to put a copy of the demo project. */
  readonly demoDir: string | undefined;
  /** The address to listen at. */
  readonly bind: string;
  /** The names that browsers may use, the one for links first. */
  readonly names: readonly string[];
  readonly tls: TlsFiles | undefined;
  /** An unused browser is signed out after this time. */
  readonly idleMs: number | undefined;
  /** Commands are read from standard input. */
  readonly console: boolean;
}

const HOUR_MS = 3_600_000;
/** For browsers on other machines, which may get lost. */
const REMOTE_IDLE_HOURS = '24';
const ALL_ADDRESSES: readonly string[] = ['0.0.0.0', '::'];

/** @throws UsageError naming the argument and what is expected. */
export function parseServeOptions(args: readonly string[]): ServeOptions {
  const { values } = parseArguments(args, {
    port: { type: 'string' },
    project: { type: 'string' },
    demo: { type: 'string' },
    host: { type: 'string' },
    name: { type: 'string', multiple: true },
    'tls-cert': { type: 'string' },
    'tls-key': { type: 'string' },
    'without-tls': { type: 'boolean' },
    'sign-out-after': { type: 'string' },
    console: { type: 'boolean' },
  });
  if (values.project !== undefined && values.demo !== undefined)
    throw new UsageError('--project and --demo don’t go together: the demo opens its own folder.');
  const bind = (values.host ?? '127.0.0.1').toLowerCase();
  const isLocal = isLoopback(bind);
  const tls = tlsFiles(values['tls-cert'], values['tls-key']);
  if (!isLocal && !tls && !values['without-tls'])
    throw new UsageError(
      `--host ${bind} lets other machines connect, and without TLS everything can be read and changed on the way, also the link. Add --tls-cert and --tls-key, or leave --host out and use an SSH tunnel. If the network itself is encrypted, add --without-tls.`,
    );
  const idle = values['sign-out-after'] ?? (isLocal ? undefined : REMOTE_IDLE_HOURS);
  return {
    port: port(values.port ?? '0'),
    projectDir: values.project === undefined ? undefined : folder(values.project, '--project'),
    demoDir: values.demo === undefined ? undefined : resolve(values.demo),
    bind,
    names: namesOf(bind, (values.name ?? []).map(hostName), tls),
    tls,
    idleMs: idle === undefined ? undefined : hours(idle) * HOUR_MS,
    console: values.console ?? false,
  };
}

function tlsFiles(cert: string | undefined, key: string | undefined): TlsFiles | undefined {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new UsageError('--tls-cert and --tls-key go together: the certificate and its private key.');
  try {
    return readTlsFiles(resolve(cert), resolve(key));
  } catch (error) {
    throw error instanceof AppError ? new UsageError(error.message) : error;
  }
}

/** Those that were given, those of the certificate, and what the address is by itself. */
function namesOf(bind: string, given: readonly string[], tls: TlsFiles | undefined): string[] {
  const others = (tls?.names ?? []).toSorted((a, b) => Number(isLoopback(a)) - Number(isLoopback(b)));
  const own = isLoopback(bind) ? LOOPBACK_NAMES : ALL_ADDRESSES.includes(bind) ? [] : [bind];
  const names = [...new Set([...given, ...others, ...own])];
  if (names.length === 0)
    throw new UsageError(`--host ${bind} has no name that a browser could use. Add --name with the name or address of this machine.`);
  return names;
}

function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(address);
}

function hostName(text: string): string {
  const name = text.toLowerCase();
  if (!/^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|[0-9a-f:]+)$/u.test(name))
    throw new UsageError(`--name takes a name or address without scheme and port, such as host.example, not “${text}”.`);
  return name;
}

function port(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= 65_535)) throw new UsageError(`--port takes a number from 0 to 65535, not “${text}”.`);
  return number;
}

function hours(text: string): number {
  const number = /^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0;
  if (number <= 0) throw new UsageError(`--sign-out-after takes a number of hours, such as 8 or 0.5, not “${text}”.`);
  return number;
}
