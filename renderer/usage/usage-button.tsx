import { spentUsd } from '#shared/session/spending.ts';
import { contextWindow } from '#shared/model/models.ts';
import { tokenCount } from '../ui/format.ts';
import { useWindow } from '../store/app-store.ts';
import { useSession } from '../store/selectors.ts';
import { openDialog } from '../store/window-actions.ts';
import { StatusButton } from '../ui/controls/status-button.tsx';
import { dollars, limitText } from '#shared/model/dollars.ts';
import { words } from './button-words.ts';
import styles from './usage-button.module.css';

/** Context use and cost of the session; opens the details. */
export function UsageButton({ sessionId }: { readonly sessionId: string }) {
  const tokens = useSession(sessionId, (view) => view.contextTokens) ?? 0;
  const model = useSession(sessionId, (view) => view.model) ?? '';
  const scripted = useSession(sessionId, (view) => view.client === 'scripted') ?? false;
  const usd = useSession(sessionId, (view) => spentUsd(view.spending)) ?? 0;
  const budget = useSession(sessionId, (view) => view.budgetUsd) ?? null;
  const open = useWindow((state) => state.dialog?.type === 'usage');
  const window = contextWindow(model);
  const share = scripted ? 0 : Math.min(1, tokens / window);
  const cost = scripted ? '' : budget === null ? dollars(usd) : words.costOf(dollars(usd), limitText(budget));
  const tokensText = words.tokens(tokenCount(tokens));
  return (
    <StatusButton
      hint={words.title}
      name={words.now(tokensText, cost)}
      anchor="usage"
      open={open}
      onClick={() => openDialog(open ? null : { type: 'usage', sessionId })}
    >
      {!scripted && (
        <span className={styles.bar} data-full={share > 0.75} aria-hidden="true">
          <span className={styles.fill} style={{ width: `${share === 0 ? 0 : Math.max(4, share * 100)}%` }} />
        </span>
      )}
      <span className={styles.tokens}>{tokensText}</span>
      {cost !== '' && (
        <span className={styles.cost} data-high={budget !== null && usd > 0.8 * budget}>
          {cost}
        </span>
      )}
    </StatusButton>
  );
}
