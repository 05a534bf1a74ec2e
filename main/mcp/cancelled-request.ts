import { z } from 'zod';

const cancelledSchema = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
});

/** The request that a message takes back, which then isn't answered any more; `undefined` for any other message. */
export function cancelledRequest(message: unknown): string | number | undefined {
  return cancelledSchema.safeParse(message).data?.params.requestId;
}
