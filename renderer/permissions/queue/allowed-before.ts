import type { QueuedAsk } from '../../store/queued-asks.ts';

type Named = Pick<QueuedAsk, 'toolName' | 'digest' | 'cwd'>;

/** What this window has allowed, by tool, input and folder. */
const allowed = new Set<string>();

export function noteAllowed(ask: Named): void {
  allowed.add(nameOf(ask));
}

/** Whether the same call was allowed in this window, for this agent or another: it may have run meanwhile. */
export function wasAllowed(ask: Named): boolean {
  return allowed.has(nameOf(ask));
}

function nameOf({ toolName, digest, cwd }: Named): string {
  return `${toolName}\n${digest}\n${cwd}`;
}
