import { Fragment } from 'react';
import type { Span } from '#shared/session/call-record.ts';
import { formatDuration } from '../time/duration.ts';
import { Section } from './section.tsx';
import { words } from './words.ts';
import styles from './inspector.module.css';

/** The steps of the call's pipeline over time. */
export function StepsSection({ spans }: { readonly spans: readonly Span[] }) {
  if (spans.length === 0) return null;
  return (
    <Section id="steps" title={words.steps}>
      <div className={styles.spans}>
        {spanRows(spans).map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a step may repeat; their order never changes.
          <Fragment key={index}>
            <span>{row.step}</span>
            <span className={styles.span} data-outcome={row.outcome} title={row.outcome}>
              <span style={{ left: `min(${row.from * 100}%, 100% - 2px)`, width: `${row.width * 100}%` }} />
            </span>
            <span className={styles.time}>
              {formatDuration(row.duration)}
              {row.outcome !== 'ok' && <span className="visually-hidden"> {row.outcome}</span>}
            </span>
          </Fragment>
        ))}
      </div>
    </Section>
  );
}

interface SpanRow {
  readonly step: string;
  readonly outcome: Span['outcome'];
  readonly duration: number;
  /** Fractions of the whole, 0..1. */
  readonly from: number;
  readonly width: number;
}

/** The steps of a call relative to its total time. */
export function spanRows(spans: readonly Span[]): readonly SpanRow[] {
  const start = Math.min(...spans.map((span) => span.start));
  const whole = Math.max(1, Math.max(...spans.map((span) => span.end)) - start);
  return spans.map((span) => {
    const duration = Math.max(0, span.end - span.start);
    return { step: span.step, outcome: span.outcome, duration, from: (span.start - start) / whole, width: duration / whole };
  });
}
