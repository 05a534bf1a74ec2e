import { Fragment } from 'react';
import type { Span } from '#shared/session/call-record.ts';
import type { Interval } from '../calls/call-times.ts';
import { formatDuration } from '../time/duration.ts';
import { Section } from './section.tsx';
import { stepRows, type StepRow } from './step-rows.ts';
import { words } from './words.ts';
import styles from './inspector.module.css';

interface StepsSectionProps {
  readonly spans: readonly Span[];
  /** When the call waited for the user. */
  readonly waits: readonly Interval[];
}

/** The steps of the call's pipeline over time, and what it waited in them. */
export function StepsSection({ spans, waits }: StepsSectionProps) {
  if (spans.length === 0) return null;
  return (
    <Section id="steps" title={words.steps}>
      <div className={styles.spans}>
        {stepRows(spans, waits).map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a step may repeat; their order never changes.
          <Fragment key={index}>
            <span className={typeof row.step === 'string' ? undefined : styles.waitedIn}>{nameOf(row)}</span>
            <span className={styles.span} data-outcome={row.outcome} title={isPlain(row) ? undefined : row.outcome}>
              <span style={{ left: `min(${row.from * 100}%, 100% - 2px)`, width: `${row.width * 100}%` }} />
            </span>
            <span className={styles.time}>
              {formatDuration(row.duration)}
              {!isPlain(row) && <span className="visually-hidden"> {row.outcome}</span>}
            </span>
          </Fragment>
        ))}
      </div>
    </Section>
  );
}

function nameOf({ step }: StepRow): string {
  if (typeof step === 'string') return step;
  return step.type === 'waited' ? words.waitedInIt : words.waitedBefore;
}

/** Its outcome says nothing more. */
function isPlain({ outcome }: StepRow): boolean {
  return outcome === 'ok' || outcome === 'waiting';
}
