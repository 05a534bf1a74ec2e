import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ToolKind } from '#shared/session/tool-view.ts';
import type { SessionView } from '#shared/session/view.ts';
import { useSession } from '../../store/selectors.ts';
import { StatusGlyph } from '../../ui/display/status-glyph.tsx';
import { words } from '../words.ts';
import { CallCard } from './call-card.tsx';
import styles from './folded-calls.module.css';

export interface FoldedCallsProps {
  readonly sessionId: string;
  readonly callIds: readonly string[];
}

/** Finished work as one line, “12 reads, 5 commands, 2 edits”, which opens in place. */
export function FoldedCalls({ sessionId, callIds }: FoldedCallsProps) {
  const [open, setOpen] = useState(false);
  // A text, so that it rerenders only when that changes.
  const kinds = useSession(sessionId, (view) => kindsOf(view, callIds)) ?? '';
  const edited = useSession(sessionId, (view) => editedFiles(view, callIds)) ?? '';
  return (
    <div className={styles.folded}>
      <button type="button" className={styles.line} aria-expanded={open} onClick={() => setOpen(!open)}>
        <StatusGlyph state="done" />
        <span className={styles.kinds}>{words.workDone(countKinds(kinds))}</span>
        <span className={styles.files}>{edited}</span>
        <ChevronRight size={14} strokeWidth={1.5} className={styles.chevron} aria-hidden="true" />
      </button>
      {open && (
        <div className={styles.calls}>
          {callIds.map((callId) => (
            <CallCard key={callId} sessionId={sessionId} callId={callId} />
          ))}
        </div>
      )}
    </div>
  );
}

function kindsOf({ calls }: SessionView, callIds: readonly string[]): string {
  return callIds.map((callId) => calls[callId]?.view.kind ?? 'other').join(' ');
}

/** In the order of their first call. */
function countKinds(kinds: string): ReadonlyMap<ToolKind, number> {
  const counts = new Map<ToolKind, number>();
  for (const kind of kinds.split(' ') as ToolKind[]) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

function editedFiles({ calls }: SessionView, callIds: readonly string[]): string {
  const paths = callIds.flatMap((callId) => {
    const view = calls[callId]?.view;
    return view?.kind === 'edit' ? [view.summary.slice(view.summary.lastIndexOf('/') + 1)] : [];
  });
  return [...new Set(paths)].join(', ').slice(0, 200);
}
