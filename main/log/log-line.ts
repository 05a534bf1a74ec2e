import { z } from 'zod';
import type { Environment } from '#main/environment.ts';
import { errorCode } from '#shared/error-code.ts';
import { printableLine } from '#shared/printable.ts';
import { redactSecrets } from '#shared/redact-secrets.ts';
import { SECRET_NAME } from '#shared/secret-pattern.ts';
import type { LogEntry } from './logger.ts';

/** Of a text, before secrets are replaced: a secret that is cut off isn't recognised. */
const MAX_READ_CHARS = 20_000;
const MAX_MESSAGE_CHARS = 500;
const MAX_FRAMES = 20;
const MAX_CAUSES = 3;
/** A shorter value of a variable occurs in ordinary words. */
const MIN_SECRET_CHARS = 8;

/** What V8 quotes of a text that isn't JSON, and Node of a command that failed. */
const QUOTED_CONTENT = /, (?:\.\.\.)?".*(?= is not valid JSON)|(?<=^Command failed: ).*/su;

/** Makes lines of entries, without secrets: what looks like one, and the values of variables of `env` that are named like one. */
export function logLineFormat(env: Environment): (entry: LogEntry) => string {
  const values = Object.entries(env).flatMap(([name, value = '']) =>
    SECRET_NAME.test(name) && value.length >= MIN_SECRET_CHARS ? [value] : [],
  );
  const redact = (text: string): string => redactSecrets(values.reduce((kept, value) => kept.replaceAll(value, '[secret]'), text));
  const line = (text: string): string => redact(printableLine(text.slice(0, MAX_READ_CHARS))).slice(0, MAX_MESSAGE_CHARS);
  return ({ at, level, area, message, error }) => {
    const head = `${new Date(at).toISOString()} ${process.pid} ${level} ${area}: ${line(message)}`;
    const details = error === undefined ? [] : describeError(error, MAX_CAUSES).map((text) => `    ${line(text)}`);
    return `${[head, ...details].join('\n')}\n`;
  };
}

/** Name and message, then the stack, then what caused it. A line each. */
function describeError(error: unknown, causes: number): string[] {
  if (!(error instanceof Error)) return [`thrown: ${typeof error}`];
  const frames = (error.stack ?? '').split('\n').filter((frame) => /^\s+at /u.test(frame));
  const code = errorCode(error);
  return [
    `${error.name}: ${messageOf(error)}${code === undefined ? '' : ` (${code})`}`,
    ...frames.slice(0, MAX_FRAMES).map((frame) => frame.trim()),
    ...(error.cause === undefined || causes === 0
      ? []
      : describeError(error.cause, causes - 1).map((text, at) => (at === 0 ? `caused by ${text}` : text))),
  ];
}

/** The first line alone: parsers append the lines they stumble over. */
function messageOf(error: Error): string {
  if (error instanceof z.ZodError) return error.issues.map(({ code, path }) => `${code} at ${path.length} levels`).join(', ');
  return error.message.replace(QUOTED_CONTENT, '').split('\n', 1)[0] ?? '';
}
