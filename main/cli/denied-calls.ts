import type { Decision, RuleRef } from '#shared/permission/decision.ts';
import { RULE_PLACES } from '#shared/permission/rule-places.ts';
import type { SessionEvent } from '#shared/session/event.ts';

interface SeenCall {
  readonly name: string;
  readonly decision?: Decision;
}

/** Says of each denied call of a run which it was and why, in a line each. */
export class DeniedCalls {
  readonly #calls = new Map<string, SeenCall>();

  /** The line that is now due. */
  take(event: SessionEvent): string | undefined {
    switch (event.type) {
      case 'call.queued':
        this.#calls.set(event.data.callId, { name: event.data.toolName });
        return undefined;
      case 'call.decided': {
        const { callId, decision } = event.data;
        const call = this.#calls.get(callId);
        if (call) this.#calls.set(callId, { ...call, decision });
        return undefined;
      }
      case 'call.finished': {
        const { callId, outcome, view } = event.data;
        const call = this.#calls.get(callId);
        this.#calls.delete(callId);
        if (outcome !== 'denied' || !call) return undefined;
        return `${call.name}${view.summary === '' ? '' : ` “${view.summary}”`}: ${whyDenied(call.decision)}`;
      }
      default:
        return undefined;
    }
  }
}

function whyDenied(decision: Decision | undefined): string {
  if (decision === undefined) return 'Denied.';
  const rule = decision.trace.findLast((entry) => entry.outcome === 'deny' && entry.rule !== undefined)?.rule;
  if (decision.reason === 'rule' && rule !== undefined) return `Denied by the rule ${rule.text}, from ${placeOf(rule)}.`;
  return `Denied. ${decision.message}`.trim();
}

function placeOf({ source, file, line }: RuleRef): string {
  const place = RULE_PLACES[source];
  if (file === undefined) return place;
  return `${place} (${file}${line === undefined ? '' : `:${line}`})`;
}
