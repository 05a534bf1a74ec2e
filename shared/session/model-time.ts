/** When a model worked on a request, and for which sub-agent. */
export type ModelTime = readonly [from: number, to: number, agentId?: string];

/** A request that a model works on. */
export interface OpenRequest {
  readonly requestId: string;
  readonly startedAt: number;
  /** May lie ahead: the end of the pause before a retry. */
  readonly from: number;
  readonly agentId?: string | undefined;
}
