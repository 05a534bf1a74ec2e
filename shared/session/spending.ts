import { costUsd, WEB_SEARCH_USD } from '../model/prices.ts';
import type { Usage } from './content.ts';
import type { SessionEvent } from './event.ts';

/** The purpose of a request; absent: the conversation itself. `classifier` judges calls in auto mode, `tool` works for a call. */
export type SpendingPurpose = 'compaction' | 'classifier' | 'tool';

interface Payer {
  readonly model: string;
  /** The sub-agent it was for; absent for the main agent. */
  readonly agentId?: string | undefined;
  readonly purpose?: SpendingPurpose | undefined;
}

/** A request whose answer is awaited. */
interface OpenRequest {
  readonly payer: Payer;
  /** A script answers, so it costs nothing. */
  readonly isScripted: boolean;
}

/** The total of one agent's requests to one model for one purpose. */
export interface SpendingRow extends Payer {
  readonly requests: number;
  readonly usage: Usage;
  /** US dollars at the list price at the time of each request; `null`: the model's price isn't known. */
  readonly usd: number | null;
}

/** What a session's requests have used, including discarded answers and rewound turns. */
export interface Spending {
  /** Requests in progress, by id. */
  readonly open: Readonly<Record<string, OpenRequest>>;
  /** In the order of their first request. */
  readonly rows: readonly SpendingRow[];
}

export const NO_USAGE: Usage = { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
export const NO_SPENDING: Spending = { open: {}, rows: [] };

/** Folds one event; returns the same object when it is about no request. */
export function spendingAfter(spending: Spending, event: SessionEvent): Spending {
  const { agentId } = event;
  switch (event.type) {
    case 'request.started': {
      const { requestId, model, purpose, isScripted = false } = event.data;
      return { ...spending, open: { ...spending.open, [requestId]: { payer: { model, agentId, purpose }, isScripted } } };
    }
    case 'request.ended': {
      const { requestId, usage } = event.data;
      const { [requestId]: request, ...open } = spending.open;
      if (!request) return spending;
      const { payer, isScripted } = request;
      return { open, rows: withRequest(spending.rows, payer, usage, isScripted ? 0 : listUsd(payer.model, usage)) };
    }
    case 'classifier.asked': {
      const { model, usage, isScripted } = event.data;
      const payer = { model, agentId, purpose: 'classifier' as const };
      return { ...spending, rows: withRequest(spending.rows, payer, usage, isScripted ? 0 : listUsd(model, usage)) };
    }
    case 'tool.asked_model': {
      const { model, usage, searches } = event.data;
      const tokens = listUsd(model, usage);
      const usd = tokens === null && searches === 0 ? null : (tokens ?? 0) + searches * WEB_SEARCH_USD;
      return { ...spending, rows: withRequest(spending.rows, { model, agentId, purpose: 'tool' }, usage, usd) };
    }
    case 'session.resumed':
      return { ...spending, open: {} };
    default:
      return spending;
  }
}

/** US dollars. Requests to models without a known price are not included. */
export function spentUsd({ rows }: Pick<Spending, 'rows'>): number {
  return rows.reduce((sum, { usd }) => sum + (usd ?? 0), 0);
}

export function spentTokens({ rows }: Pick<Spending, 'rows'>): Usage {
  return rows.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE);
}

function listUsd(model: string, usage: Usage | null): number | null {
  return costUsd(model, usage ?? NO_USAGE) ?? null;
}

function withRequest(rows: readonly SpendingRow[], payer: Payer, usage: Usage | null, usd: number | null): readonly SpendingRow[] {
  const used = usage ?? NO_USAGE;
  const at = rows.findIndex((row) => row.model === payer.model && row.agentId === payer.agentId && row.purpose === payer.purpose);
  const row = rows[at];
  if (!row) return [...rows, { ...payer, requests: 1, usage: used, usd }];
  const sum = { ...row, requests: row.requests + 1, usage: addUsage(row.usage, used), usd: usd === null ? row.usd : (row.usd ?? 0) + usd };
  return rows.with(at, sum);
}

function addUsage(a: Usage, b: Usage): Usage {
  return {
    input_tokens: a.input_tokens + b.input_tokens,
    output_tokens: a.output_tokens + b.output_tokens,
    cache_creation_input_tokens: a.cache_creation_input_tokens + b.cache_creation_input_tokens,
    cache_read_input_tokens: a.cache_read_input_tokens + b.cache_read_input_tokens,
  };
}
