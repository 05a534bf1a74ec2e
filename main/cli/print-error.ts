import type { Writable } from 'node:stream';
import { printableLine, printableText } from '#shared/printable.ts';

export interface PrintedError {
  /** Default: standard error. */
  readonly stream?: Writable;
  /** Prefix of the message; default `gatehouse`. */
  readonly from?: string;
  /** Default: one line, so that a line break can't fake another message. */
  readonly lines?: 'many';
}

/** Prints an error message, escaped: names and paths in it may come from anywhere. */
export function printError(message: string, { stream = process.stderr, from = 'gatehouse', lines }: PrintedError = {}): void {
  stream.write(`${from}: ${lines === 'many' ? printableText(message) : printableLine(message)}\n`);
}
