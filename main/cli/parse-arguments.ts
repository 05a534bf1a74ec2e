import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { errorMessage } from '#shared/error-message.ts';
import { UsageError } from './usage.ts';

type Options = NonNullable<ParseArgsConfig['options']>;
interface Config<T extends Options> {
  args: string[];
  strict: true;
  allowPositionals: boolean;
  options: T;
}

/**
 * Reads the arguments of a command.
 * @throws UsageError for an unknown option, a missing value, or a positional argument unless they are allowed.
 */
export function parseArguments<const T extends Options>(
  args: readonly string[],
  options: T,
  { allowPositionals = false }: { readonly allowPositionals?: boolean } = {},
): ReturnType<typeof parseArgs<Config<T>>> {
  try {
    return parseArgs({ args: [...args], strict: true, allowPositionals, options });
  } catch (error) {
    throw new UsageError(errorMessage(error));
  }
}

/** The absolute path of an option's folder. @throws UsageError when `path` is not a folder. */
export function folder(path: string, option: string): string {
  const absolute = resolve(path);
  if (!statSync(absolute, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`${option}: there is no folder ${absolute}.`);
  return absolute;
}
