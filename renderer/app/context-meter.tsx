import { useEffect, useState } from 'react';
import type { CommandOutput } from '#shared/contract/commands.ts';
import { call } from '../bridge/client.ts';
import { tokenCount } from '../conversation/token-count.ts';
import { useSession } from '../store/selectors.ts';
import { compact } from '../store/session-actions.ts';
import { Tooltip } from '../ui/tooltip.tsx';
import styles from './context-meter.module.css';

type Limits = CommandOutput<'session.context'>;

/** How much of what the model can read the conversation fills; a click compacts it. */
export function ContextMeter({ sessionId }: { readonly sessionId: string }) {
  const tokens = useSession(sessionId, (view) => view.contextTokens) ?? 0;
  const working = useSession(sessionId, (view) => view.turn !== null) ?? false;
  const scripted = useSession(sessionId, (view) => view.client === 'scripted') ?? false;
  const limits = useLimits(sessionId);
  if (tokens === 0) return null;
  if (scripted || !limits) return <span title={`${tokens} tokens in the conversation`}>{tokenCount(tokens)} tokens</span>;
  const share = Math.min(1, tokens / limits.window);
  const high = tokens > 0.8 * (limits.compactsAt ?? limits.window);
  const words = `${tokenCount(tokens)} of ${tokenCount(limits.window)} tokens`;
  const when = limits.compactsAt === null ? '' : ` It happens by itself at ${tokenCount(limits.compactsAt)}.`;
  return (
    <Tooltip label={working ? `The conversation fills ${words}` : `${words}. Click to compact the conversation.${when}`} side="top">
      <button
        type="button"
        className={styles.meter}
        aria-label={`${tokenCount(tokens)} tokens of ${tokenCount(limits.window)} in the conversation. Compact it`}
        aria-disabled={working}
        data-high={high}
        onClick={() => void (working || compact(sessionId))}
      >
        <span className={styles.bar} aria-hidden="true">
          <span className={styles.fill} style={{ width: `${Math.max(4, share * 100)}%` }} />
        </span>
        {tokenCount(tokens)} tokens
      </button>
    </Tooltip>
  );
}

/** Asked for anew when the model changes. */
function useLimits(sessionId: string): Limits | undefined {
  const model = useSession(sessionId, (view) => view.model);
  const [limits, setLimits] = useState<Limits>();
  useEffect(() => {
    if (!model) return undefined;
    let current = true;
    const keep = (answer: Limits | undefined) => current && setLimits(answer);
    // Without an answer the number alone is shown.
    call('session.context', { sessionId }).then(keep, () => keep(undefined));
    return () => {
      current = false;
    };
  }, [sessionId, model]);
  return limits;
}
