import { AppError } from '#shared/contract/app-error.ts';
import { isLoopback, LOOPBACK_NAMES } from './own-address.ts';
import { readTlsFiles, type TlsFiles } from './tls-files.ts';

/** Where the window is served, and for whom. */
export interface ServedAt {
  /** 0: any free port. */
  readonly port: number;
  /** The address to listen at. */
  readonly bind: string;
  /** The names that browsers may use, the one for links first. */
  readonly names: readonly string[];
  readonly tls: TlsFiles | undefined;
  /** An unused browser is signed out after this time. */
  readonly idleMs: number | undefined;
}

/** What a person wrote. What is absent has its default: this machine only. */
export interface ServeWish {
  readonly port?: number | undefined;
  readonly host?: string | undefined;
  readonly names?: readonly string[] | undefined;
  /** Absolute paths. */
  readonly certFile?: string | undefined;
  readonly keyFile?: string | undefined;
  readonly withoutTls?: boolean | undefined;
  readonly signOutAfterHours?: number | undefined;
}

/** What the parts of a wish are called where the person wrote them. */
export type ServeWords = Readonly<Record<'port' | 'host' | 'name' | 'cert' | 'key' | 'withoutTls', string>>;

/** The options of `gatehouse serve`. */
export const SERVE_WORDS: ServeWords = {
  port: '--port',
  host: '--host',
  name: '--name',
  cert: '--tls-cert',
  key: '--tls-key',
  withoutTls: '--without-tls',
};

const HOUR_MS = 3_600_000;
/** For browsers on other machines, which may get lost. */
const REMOTE_IDLE_HOURS = 24;
const ALL_ADDRESSES: readonly string[] = ['0.0.0.0', '::'];

/** @throws AppError `unavailable` naming the part that is wrong and what is expected. */
export function servedAt(wish: ServeWish, words: ServeWords = SERVE_WORDS): ServedAt {
  const bind = (wish.host ?? '127.0.0.1').toLowerCase();
  const isLocal = isLoopback(bind);
  const tls = tlsOf(wish, words);
  if (!isLocal && !tls && wish.withoutTls !== true)
    throw wrong(
      `${words.host} ${bind} lets other machines connect, and without TLS anyone on the network can read and change everything, including the link. Add ${words.cert} and ${words.key}, or leave ${words.host} out and use an SSH tunnel. If the network itself is encrypted, add ${words.withoutTls}.`,
    );
  const hours = wish.signOutAfterHours ?? (isLocal ? undefined : REMOTE_IDLE_HOURS);
  return {
    port: wish.port ?? 0,
    bind,
    names: namesOf(bind, wish.names ?? [], tls, words),
    tls,
    idleMs: hours === undefined ? undefined : hours * HOUR_MS,
  };
}

function tlsOf({ certFile, keyFile }: ServeWish, words: ServeWords): TlsFiles | undefined {
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined)
    throw wrong(`${words.cert} and ${words.key} go together: the certificate and its private key.`);
  return readTlsFiles(certFile, keyFile, words);
}

/** Those that were given, those of the certificate, and what the address is by itself. */
function namesOf(bind: string, given: readonly string[], tls: TlsFiles | undefined, words: ServeWords): string[] {
  const others = (tls?.names ?? []).toSorted((a, b) => Number(isLoopback(a)) - Number(isLoopback(b)));
  const own = isLoopback(bind) ? LOOPBACK_NAMES : ALL_ADDRESSES.includes(bind) ? [] : [bind];
  const names = [...new Set([...given.map((name) => hostName(name, words)), ...others, ...own])];
  if (names.length === 0)
    throw wrong(`${words.host} ${bind} has no name that a browser could use. Add ${words.name} with the name or address of this machine.`);
  return names;
}

function hostName(text: string, words: ServeWords): string {
  const name = text.toLowerCase();
  if (!/^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|[0-9a-f:]+)$/u.test(name))
    throw wrong(`${words.name} takes a name or address without scheme and port, such as host.example, not “${text}”.`);
  return name;
}

function wrong(message: string): AppError {
  return new AppError('unavailable', message);
}
