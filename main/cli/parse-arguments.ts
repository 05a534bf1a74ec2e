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
    throw new UsageError(faultIn(args, options, allowPositionals) ?? errorMessage(error));
  }
}

/** What is wrong with the first argument that doesn’t fit. */
function faultIn(args: readonly string[], options: Options, allowPositionals: boolean): string | undefined {
  const { tokens } = parseArgs({ args: [...args], strict: false, allowPositionals: true, tokens: true, options });
  for (const token of tokens) {
    if (token.kind === 'option-terminator' || (token.kind === 'positional' && allowPositionals)) continue;
    if (token.kind === 'positional') return `Only options are expected here, not “${token.value}”.`;
    const { name, rawName, value, inlineValue } = token;
    const option = Object.hasOwn(options, name) ? options[name] : undefined;
    if (option === undefined) return `There is no option ${rawName}.`;
    if (option.type === 'boolean' && value !== undefined) return `${rawName} takes no value.`;
    if (option.type === 'string' && value === undefined) return `${rawName} needs a value.`;
    if (option.type === 'string' && inlineValue === false && value.startsWith('-'))
      return `${rawName} needs a value. One that begins with “-” is written ${rawName}=VALUE.`;
  }
  return undefined;
}

/** The absolute path of an option's folder. @throws UsageError when `path` is not a folder. */
export function folder(path: string, option: string): string {
  const absolute = resolve(path);
  if (!statSync(absolute, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`${option}: there is no folder ${absolute}.`);
  return absolute;
}
