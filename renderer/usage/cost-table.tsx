import { agentLabel } from '#shared/session/fold/fold-agents.ts';
import { NO_SPENDING, spentTokens, spentUsd, type SpendingRow } from '#shared/session/spending.ts';
import type { AgentRow } from '#shared/session/view.ts';
import { tokenCount } from '../ui/format.ts';
import { useSession } from '../store/selectors.ts';
import { dollars } from '#shared/model/dollars.ts';
import { words } from './words.ts';
import styles from './usage-popover.module.css';

/** Tokens and cost of the session's requests, by model, agent and purpose. */
export function CostTable({ sessionId }: { readonly sessionId: string }) {
  const spending = useSession(sessionId, (view) => view.spending) ?? NO_SPENDING;
  const agents = useSession(sessionId, (view) => view.agents);
  const forked = useSession(sessionId, (view) => view.origin !== null) ?? false;
  const byModel = Map.groupBy(spending.rows, ({ model }) => model);
  const usd = spentUsd(spending);
  const all = spentTokens(spending);
  const requests = spending.rows.reduce((sum, row) => sum + row.requests, 0);
  const unpriced = spending.rows.some((row) => row.usd === null);
  return (
    <section aria-label={words.cost}>
      <h3 className={styles.heading}>
        {words.cost}
        <span className={styles.figure}>
          {dollars(usd)}
          {unpriced && words.andUnpriced}
        </span>
      </h3>
      {spending.rows.length === 0 ? (
        <p className={styles.note}>{words.noRequests}</p>
      ) : (
        <>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide tables scroll, so the keyboard must reach them */}
          <div className={styles.scroller} role="region" aria-label={words.byModel} tabIndex={0}>
            <table className={styles.table}>
              <thead>
                <tr>
                  {words.columns.map((name) => (
                    <th key={name} scope="col">
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              {[...byModel].map(([model, rows]) => (
                <tbody key={model}>
                  <tr>
                    <th scope="rowgroup" colSpan={words.columns.length} className={styles.model}>
                      {model}
                    </th>
                  </tr>
                  {rows.map((row) => (
                    <Row key={`${row.agentId ?? ''} ${row.purpose ?? ''}`} name={nameOf(row, agents)} row={row} />
                  ))}
                </tbody>
              ))}
              {spending.rows.length > 1 && (
                <tfoot>
                  <Row name={words.total} row={{ requests, usage: all, usd: unpriced && usd === 0 ? null : usd }} />
                </tfoot>
              )}
            </table>
          </div>
          <p className={styles.note}>
            {words.listPrices} {forked && words.fork}
          </p>
        </>
      )}
    </section>
  );
}

function Row({
  name,
  row: { requests, usage, usd },
}: {
  readonly name: string;
  readonly row: Pick<SpendingRow, 'requests' | 'usage' | 'usd'>;
}) {
  return (
    <tr>
      <th scope="row" className={styles.who} title={name}>
        {name}
      </th>
      <td>{requests.toLocaleString('en')}</td>
      {[usage.input_tokens, usage.cache_read_input_tokens, usage.cache_creation_input_tokens, usage.output_tokens].map((tokens, column) => (
        // oxlint-disable-next-line react/no-array-index-key -- columns have a fixed order
        <td key={column} title={tokens.toLocaleString('en')}>
          {tokenCount(tokens)}
        </td>
      ))}
      <td>{usd === null ? '–' : dollars(usd)}</td>
    </tr>
  );
}

function nameOf({ agentId, purpose }: SpendingRow, agents: Readonly<Record<string, AgentRow>> | undefined): string {
  const agent = agentId === undefined ? undefined : agents?.[agentId];
  const who = agentId === undefined ? words.mainAgent : words.agentNamed(agent ? agentLabel(agent) : agentId);
  if (purpose === undefined) return who;
  const what = words.purposes[purpose];
  return agentId === undefined ? what : `${what}, ${who.toLowerCase()}`;
}
