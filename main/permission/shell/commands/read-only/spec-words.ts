import type { OptionSpec } from '../../option-spec.ts';

/** One row of the tables of read-only commands. */
export type ReadOnlyCommand = readonly [program: string, spec: OptionSpec];

/** Operands are files whose content is shown. */
export const read = (options: string, more: Partial<OptionSpec> = {}): OptionSpec => ({ options, operands: 'read', ...more });
/** Operands are files whose names and attributes are shown. */
export const list = (options: string, more: Partial<OptionSpec> = {}): OptionSpec => ({ options, operands: 'list', ...more });
/** Operands are not files. */
export const text = (options: string, more: Partial<OptionSpec> = {}): OptionSpec => ({ options, operands: 'text', ...more });
/** Takes no operands. */
export const none = (options: string): OptionSpec => ({ options, operands: 'none' });
