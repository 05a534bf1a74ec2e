import type { CallFacts } from '#shared/permission/facts.ts';
import type { Ask } from '#shared/session/ask.ts';
import type { Loss } from '#shared/session/loss.ts';
import type { AnalysedCall } from './analysed-call.ts';
import { destroysElsewhere } from './destroys-elsewhere.ts';
import { type LossOf, namedTargets } from './named-targets.ts';

/** A question isn't delayed any longer to learn whether a checkpoint covers what the call destroys. */
const LIMIT_MS = 1000;

/** The card, with what is known of whether a destructive call can be undone. Never rejects. */
export async function withLoss({ facts, request: { signal } }: AnalysedCall, ask: Ask, lossOf: LossOf | undefined): Promise<Ask> {
  if (ask.risk !== 'destructive' || signal.aborted) return ask;
  const loss = destroysElsewhere(facts) ? 'final' : await lossHere(facts, signal, lossOf);
  if (loss === 'covered') return { ...ask, restorable: true };
  return loss === 'unknown' ? ask : { ...ask, loss };
}

async function lossHere(facts: CallFacts, signal: AbortSignal, lossOf: LossOf | undefined): Promise<Loss> {
  const { targets, areAll } = namedTargets(facts);
  if (!lossOf || targets.length === 0) return 'unknown';
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MS)]);
  const tooLate = Promise.withResolvers<Loss>();
  limit.addEventListener('abort', () => tooLate.resolve('unknown'), { once: true });
  const loss = await Promise.race([lossOf(targets, limit), tooLate.promise]);
  // The rest of the call may destroy more.
  return areAll || loss === 'final' ? loss : 'unknown';
}
