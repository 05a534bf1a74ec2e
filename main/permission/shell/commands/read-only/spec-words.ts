import type { OptionSpec } from '../../option-spec.ts';

/** One row of the tables of commands that only read. */
export type ReadOnlyCommand = readonly [program: string, spec: OptionSpec];

/** Its operands are files whose content it shows. */
export const read = (options: string, more: Partial<OptionSpec> = {}): OptionSpec => ({ options, operands: 'read', ...more });
/** Its operands are files of which it shows names and attributes. */
export const list = (options: string, more: Partial<OptionSpec> = {}): OptionSpec => ({ options, operands: 'list', ...more });
/** Its operands are no files. */
export const text = (options: string, more: Partial<OptionSpec> = {}): OptionSpec => ({ options, operands: 'text', ...more });
/** It takes no operands. */
export const none = (options: string): OptionSpec => ({ options, operands: 'none' });
