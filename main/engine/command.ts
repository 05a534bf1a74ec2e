import type { z } from 'zod';
import type { WindowRef } from '#main/host/engine-port.ts';

/** A command's implementation whose input has not been validated yet. */
export type Handler = (raw: unknown, window: WindowRef) => Promise<unknown>;

/** Joins a command of the contract to its implementation: the input of `handle` has been validated by the command's schema. */
export function implement<Input extends z.ZodType, Output extends z.ZodType>(
  contract: { readonly input: Input; readonly output: Output },
  handle: (input: z.output<Input>, window: WindowRef) => z.output<Output> | Promise<z.output<Output>>,
): Handler {
  return async (raw, window) => handle(contract.input.parse(raw), window);
}
