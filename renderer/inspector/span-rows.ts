import type { Span } from '#shared/session/call-record.ts';

export interface SpanRow {
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
