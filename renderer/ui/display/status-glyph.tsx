import type { CallRow } from '#shared/session/view.ts';
import { classNames } from '../class-names.ts';
import styles from './status-glyph.module.css';

export type CallState = CallRow['state'];

/** `open`: a task to do. */
export type GlyphState = CallState | 'open';

/** A 12 px icon for a call's state: each state has its own shape, so colour is never the only cue. */
export function StatusGlyph({
  state,
  label,
}: {
  readonly state: GlyphState;
  /** Omit where the state is also shown as text. */ readonly label?: string | undefined;
}) {
  const aria = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg
      className={classNames(styles.glyph, styles[state])}
      {...(state === 'running' && { 'data-turns': '' })}
      width="12"
      height="12"
      viewBox="0 0 12 12"
      fill="none"
      {...aria}
    >
      {SHAPES[state]}
    </svg>
  );
}

const SHAPES: Record<GlyphState, React.ReactNode> = {
  queued: (
    <g fill="currentColor">
      <circle cx="2" cy="6" r="1.1" />
      <circle cx="6" cy="6" r="1.1" />
      <circle cx="10" cy="6" r="1.1" />
    </g>
  ),
  open: <circle cx="6" cy="6" r="4.4" stroke="currentColor" strokeWidth="1.4" />,
  waiting: (
    <g fill="currentColor">
      <rect x="2.5" y="1.5" width="2.5" height="9" rx="0.8" />
      <rect x="7" y="1.5" width="2.5" height="9" rx="0.8" />
    </g>
  ),
  running: (
    <g stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
      <circle cx="6" cy="6" r="4.4" opacity="0.25" />
      <path d="M6 1.6a4.4 4.4 0 0 1 4.4 4.4" />
    </g>
  ),
  done: <path d="M2 6.4 4.8 9 10 3.2" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />,
  failed: <path d="m2.6 2.6 6.8 6.8m0-6.8L2.6 9.4" stroke="currentColor" strokeWidth="1.7" strokeLinecap="round" />,
  denied: (
    <g stroke="currentColor" strokeWidth="1.5" strokeLinecap="round">
      <circle cx="6" cy="6" r="4.5" />
      <path d="m2.9 2.9 6.2 6.2" />
    </g>
  ),
  cancelled: <path d="M2 6h8" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" strokeDasharray="3 2.4" />,
};
