import { useSession } from '../store/selectors.ts';
import { Popover } from '../ui/popover.tsx';
import { BudgetForm } from './budget-form.tsx';
import { ContextSection } from './context-section.tsx';
import { CostTable } from './cost-table.tsx';
import { words } from './words.ts';
import styles from './usage-popover.module.css';

/** Context use, cost by purpose, and the budget. */
export function UsagePopover({ sessionId, onClose }: { readonly sessionId: string; readonly onClose: () => void }) {
  const scripted = useSession(sessionId, (view) => view.client === 'scripted') ?? false;
  return (
    <Popover anchor={document.querySelector('[data-anchor="usage"]')} onClose={onClose} title={words.title} size="medium">
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
