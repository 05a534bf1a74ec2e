import type { CallRow, SessionView } from '#shared/session/view.ts';

const known = new WeakMap<SessionView, readonly CallRow[]>();

/** All rows in the order of their requests. Computed once per view, shared by all components. */
export function callsOf(view: SessionView): readonly CallRow[] {
  const rows = known.get(view);
  if (rows) return rows;
  const fresh = view.callOrder.flatMap((callId) => view.calls[callId] ?? []);
  known.set(view, fresh);
  return fresh;
}
