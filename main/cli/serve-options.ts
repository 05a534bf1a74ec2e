import { resolve } from 'node:path';
import { type ServedAt, servedAt, type ServeWish } from '#main/host/web/served-at.ts';
import { AppError } from '#shared/contract/app-error.ts';
import { folder, parseArguments } from './parse-arguments.ts';
import { UsageError } from './usage.ts';

export interface ServeOptions extends ServedAt {
  readonly projectDir: string | undefined;
  /** Where to put a copy of the demo project. */
  readonly demoDir: string | undefined;
  /** Commands are read from standard input. */
  readonly console: boolean;
}

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
  return {
    ...usable({
      port: port(values.port ?? '0'),
      host: values.host,
      names: values.name,
      certFile: absolute(values['tls-cert']),
      keyFile: absolute(values['tls-key']),
      withoutTls: values['without-tls'],
      signOutAfterHours: values['sign-out-after'] === undefined ? undefined : hours(values['sign-out-after']),
    }),
    projectDir: values.project === undefined ? undefined : folder(values.project, '--project'),
    demoDir: absolute(values.demo),
    console: values.console ?? false,
  };
}

function usable(wish: ServeWish): ServedAt {
  try {
    return servedAt(wish);
  } catch (error) {
    throw error instanceof AppError ? new UsageError(error.message) : error;
  }
}

function absolute(path: string | undefined): string | undefined {
  return path === undefined ? undefined : resolve(path);
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
