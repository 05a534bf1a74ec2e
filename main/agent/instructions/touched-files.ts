import { z } from 'zod';
import type { SessionEvent } from '#shared/session/event.ts';

const MAX_FILES = 2000;
const pathsSchema = z.array(z.object({ real: z.string(), access: z.string(), unresolved: z.boolean().optional() }));
const factsSchema = z.object({ paths: pathsSchema, commands: z.array(z.object({ paths: pathsSchema })).optional() });

/**
 * Files that one agent's calls have read or written since its conversation was last compacted: instruction files and skills for them are
 * announced. A fold of the log.
 */
export class TouchedFiles {
  readonly #agentId: string | undefined;
  readonly #decided = new Map<string, readonly string[]>();
  readonly #files = new Set<string>();

  constructor(agentId?: string) {
    this.#agentId = agentId;
  }

  /** Real paths, absolute. */
  get files(): ReadonlySet<string> {
    return this.#files;
  }

  apply(event: SessionEvent): void {
    if (event.agentId !== this.#agentId) return;
    if (event.type === 'conversation.compacted') this.#files.clear();
    if (event.type === 'call.decided') {
      const facts = factsSchema.safeParse(event.data.facts);
      const all = facts.success ? [...facts.data.paths, ...(facts.data.commands ?? []).flatMap(({ paths: own }) => own)] : [];
      const touching = all.filter(({ access, unresolved }) => (access === 'read' || access === 'write') && unresolved !== true);
      const paths = touching.map(({ real }) => real);
      if (event.data.decision.behavior === 'allow' && paths.length > 0) this.#decided.set(event.data.callId, paths);
    }
    if (event.type !== 'call.finished') return;
    const paths = this.#decided.get(event.data.callId) ?? [];
    this.#decided.delete(event.data.callId);
    if (event.data.outcome !== 'done') return;
    for (const path of paths) if (this.#files.size < MAX_FILES) this.#files.add(path);
  }
}
