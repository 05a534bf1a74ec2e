import { priceOf } from '#shared/model/prices.ts';
import { spentUsd } from '#shared/session/spending.ts';
import { useSession } from '../store/selectors.ts';
import { retry, setBudget } from '../store/session-actions.ts';
import { openDialog } from '../store/window-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { limitText, raisedBudget } from '#shared/model/dollars.ts';
import { words } from './button-words.ts';

/** Actions when the budget stops the agent: raise it, remove it, or change the model; then the turn continues. */
export function BudgetActions({ sessionId }: { readonly sessionId: string }) {
  const budget = useSession(sessionId, (view) => view.budgetUsd) ?? null;
  const spent = useSession(sessionId, (view) => spentUsd(view.spending)) ?? 0;
  const unpriced = useSession(sessionId, (view) => priceOf(view.model) === undefined) ?? false;
  const resume = async (usd: number | null) => {
    if (await setBudget(sessionId, usd)) await retry(sessionId);
  };
  const holds = budget !== null && (unpriced || spent >= budget);
  if (!holds)
    return (
      <Button size="small" variant="primary" onClick={() => void retry(sessionId)}>
        {words.resume}
      </Button>
    );
  return (
    <>
      {unpriced ? (
        <Button size="small" variant="quiet" onClick={() => openDialog({ type: 'model', sessionId })}>
          {words.changeModel}
        </Button>
      ) : (
        <Button size="small" variant="quiet" onClick={() => openDialog({ type: 'usage', sessionId })}>
          {words.otherAmount}
        </Button>
      )}
      {unpriced ? (
        <Button size="small" onClick={() => void resume(null)}>
          {words.removeAndResume}
        </Button>
      ) : (
        <Button size="small" variant="primary" onClick={() => void resume(raisedBudget(budget, spent))}>
          {words.raiseAndResume(limitText(raisedBudget(budget, spent)))}
        </Button>
      )}
    </>
  );
}
