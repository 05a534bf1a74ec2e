import type { CommandInput } from '#shared/contract/commands.ts';

/** Where a pack is read from: a file of the repository, or a text from disk. */
export type PackSource = CommandInput<'packs.read'>['from'];
