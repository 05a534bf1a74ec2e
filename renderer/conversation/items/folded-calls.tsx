import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { useSession } from '../../store/selectors.ts';
import { useSought } from '../../store/sought-place.ts';
import { Button } from '../../ui/controls/button.tsx';
import { StatusGlyph } from '../../ui/display/status-glyph.tsx';
import { VisibleText } from '../../ui/display/visible-text.tsx';
import { outcomeWords } from '../../ui/words.ts';
import { words } from '../words.ts';
import { keptState } from '../reading/kept-state.ts';
import { CallCard } from './call-card.tsx';
import { failureReason } from './failure-text.ts';
import { plainOutcome } from './plain-outcome.ts';
import { countKinds, editedFiles, kindsOf } from './work-done.ts';
import styles from './folded-calls.module.css';

export interface FoldedCallsProps {
  readonly sessionId: string;
  readonly callIds: readonly string[];
  /** `cancelled`: none of them ran. `failed`: all for the same reason. */
  readonly type: 'folded' | 'cancelled' | 'failed';
}

/** Finished work as one line, “12 reads, 5 commands, 2 edits”, which opens in place; or calls that were cancelled or failed, with the reason of the first. */
export function FoldedCalls({ sessionId, callIds, type }: FoldedCallsProps) {
  /** The calls that are rendered; `null` while closed. */
  const [part, setPart] = usePart(sessionId, callIds[0] ?? '', null);
  const sought = useSought(({ callId }) => (callId === null ? -1 : callIds.indexOf(callId)));
  const [opened, setOpened] = useState(-1);
  if (sought !== opened) {
    setOpened(sought);
    if (sought >= 0) setPart(partWith(sought, part));
  }
  // A text, so that it rerenders only when that changes.
  const kinds = useSession(sessionId, (view) => kindsOf(view, callIds)) ?? '';
  const reason = useSession(sessionId, ({ calls }) => reasonOf(calls[callIds[0] ?? ''])) ?? '';
  const edited = useSession(sessionId, (view) => editedFiles(view, callIds)) ?? '';
  return (
    <div className={styles.folded}>
      <button type="button" className={styles.line} data-line aria-expanded={part !== null} onClick={() => setPart(part ? null : FIRST)}>
        <StatusGlyph state={type === 'folded' ? 'done' : type} />
        <span className={styles.kinds}>{saysWhat(type, kinds)}</span>
        <span className={styles.files} data-reason={type !== 'folded' || undefined}>
          <VisibleText text={type === 'folded' ? edited : plainOutcome(reason)} />
        </span>
        <ChevronRight size={14} strokeWidth={1.5} className={styles.chevron} aria-hidden="true" />
      </button>
      {part && (
        <div className={styles.calls}>
          {part.from > 0 && (
            <Button
              size="small"
              variant="quiet"
              aria-expanded={false}
              data-line
              onClick={() => setPart({ ...part, from: Math.max(0, part.from - PAGE) })}
            >
              {words.showEarlierCalls(part.from)}
            </Button>
          )}
          {callIds.slice(part.from, part.to).map((callId) => (
            <CallCard key={callId} sessionId={sessionId} callId={callId} />
          ))}
          {part.to < callIds.length && (
            <Button
              size="small"
              variant="quiet"
              aria-expanded={false}
              data-line
              data-adds-above
              onClick={() => setPart({ ...part, to: part.to + PAGE })}
            >
              {words.showMoreCalls(callIds.length - part.to)}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function saysWhat(type: FoldedCallsProps['type'], kinds: string): string {
  const counts = countKinds(kinds);
  const done = words.workDone(counts);
  if (type === 'folded') return done;
  return type === 'failed' ? words.workFailed(done) : words.callsNotRun(kinds.split(' ').length);
}

function reasonOf(row: CallRow | undefined): string | undefined {
  return row?.state === 'failed' ? failureReason(row.failure ?? '') : row && outcomeWords(row);
}

interface Part {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && 'from' in value && 'to' in value && [value.from, value.to].every(Number.isInteger);
}

const usePart = keptState<Part | null>('calls', isPart);

/** Calls that are rendered at once: a fold may hold thousands. */
const PAGE = 100;
const FIRST: Part = { from: 0, to: PAGE };

/** A part with the call, which stays what it is if it has it already. */
function partWith(index: number, part: Part | null): Part {
  if (part && index >= part.from && index < part.to) return part;
  const from = Math.max(0, index - PAGE / 4);
  return { from, to: from + PAGE };
}
