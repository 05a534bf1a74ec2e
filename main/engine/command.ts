import type { z } from 'zod';
import type { WindowRef } from '#main/host/engine-port.ts';

/** A command's implementation with its input still to be checked. */
export type Handler = (raw: unknown, window: WindowRef) => Promise<unknown>;

/** Joins a command of the contract to its implementation: what `handle` gets has passed the command's own schema. */
export function implement<Input extends z.ZodType, Output extends z.ZodType>(
  contract: { readonly input: Input; readonly output: Output },
  handle: (input: z.output<Input>, window: WindowRef) => z.output<Output> | Promise<z.output<Output>>,
): Handler {
  return async (raw, window) => handle(contract.input.parse(raw), window);
}
