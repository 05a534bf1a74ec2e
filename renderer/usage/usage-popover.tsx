import { useState } from 'react';
import { priceOf } from '#shared/model/prices.ts';
import { spentUsd } from '#shared/session/spending.ts';
import { amountOf, dollars, limitText } from '#shared/model/dollars.ts';
import { useSession } from '../store/selectors.ts';
import { Popover } from '../ui/overlays/popover.tsx';
import { setBudget } from '../store/session-actions.ts';
import { Button } from '../ui/controls/button.tsx';
import { TextField } from '../ui/controls/text-field.tsx';
import { ContextSection } from './context-section.tsx';
import { CostTable } from './cost-table.tsx';
import { words as buttonWords } from './button-words.ts';
import { words } from './words.ts';
import styles from './usage-popover.module.css';

/** Context use, cost by purpose, and the budget. */
export function UsagePopover({ sessionId, onClose }: { readonly sessionId: string; readonly onClose: () => void }) {
  const scripted = useSession(sessionId, (view) => view.client === 'scripted') ?? false;
  return (
    <Popover anchor={document.querySelector('[data-anchor="usage"]')} onClose={onClose} title={buttonWords.title} size="medium">
      <div className={styles.sections}>
        <ContextSection sessionId={sessionId} onClose={onClose} />
        {scripted ? (
          <section aria-label={words.cost}>
            <h3 className={styles.heading}>{words.cost}</h3>
            <p className={styles.note}>{words.scripted}</p>
          </section>
        ) : (
          <>
            <CostTable sessionId={sessionId} />
            <BudgetForm sessionId={sessionId} />
          </>
        )}
      </div>
    </Popover>
  );
}

/** Sets, changes or removes the session's budget. */
function BudgetForm({ sessionId }: { readonly sessionId: string }) {
  const budget = useSession(sessionId, (view) => view.budgetUsd) ?? null;
  const model = useSession(sessionId, (view) => view.model) ?? '';
  const spent = useSession(sessionId, (view) => spentUsd(view.spending)) ?? 0;
  const [text, setText] = useState('');
  const [wrong, setWrong] = useState(false);
  const unpriced = priceOf(model) === undefined;
  const save = async () => {
    const amount = amountOf(text);
    setWrong(amount === undefined);
    if (amount !== undefined && (await setBudget(sessionId, amount))) setText('');
  };
  return (
    <section aria-label={words.budget}>
      <h3 className={styles.heading}>
        {words.budget}
        {budget !== null && (
          <span className={styles.figure}>
            {spent < budget ? words.spent(dollars(spent), limitText(budget)) : words.usedUp(dollars(spent), limitText(budget))}
          </span>
        )}
      </h3>
      {budget !== null && (
        <div className={styles.meter} data-high={spent > 0.8 * budget} aria-hidden="true">
          <span className={styles.meterFill} style={{ width: `${Math.min(100, (100 * spent) / budget)}%` }} />
        </div>
      )}
      {unpriced && <p className={styles.note}>{words.priceUnknown(model)}</p>}
      <form
        className={styles.budget}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={words.amount}
          hideLabel
          inputMode="decimal"
          autoComplete="off"
          className={styles.amount}
          data-first-focus=""
          placeholder={budget === null ? '$5.00' : limitText(budget)}
          value={text}
          error={wrong ? words.notAnAmount : undefined}
          disabled={unpriced && budget === null}
          onChange={(event) => {
            setText(event.target.value);
            setWrong(false);
          }}
        />
        <Button type="submit" disabled={text.trim() === '' || (unpriced && budget === null)}>
          {budget === null ? words.set : words.change}
        </Button>
        {budget !== null && (
          <Button variant="quiet" onClick={() => void setBudget(sessionId, null)}>
            {words.clear}
          </Button>
        )}
      </form>
      {budget === null && !unpriced && <p className={styles.note}>{words.none}</p>}
    </section>
  );
}
