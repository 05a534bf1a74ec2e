import { useEffect, useLayoutEffect, useMemo, useRef, useState, type PointerEvent } from 'react';
import type { CallRow } from '#shared/session/view.ts';
import { useWindow } from '../../store/app-store.ts';
import { engineNow } from '../../store/engine-clock.ts';
import type { ModelWork } from '../../calls/model-work.ts';
import { lineAt, overviewColumns } from './overview.ts';
import { buildAxis, toAxis, type TimeAxis } from '../axis/time-axis.ts';
import type { TimeWindow } from '../axis/time-window.ts';
import { SESSION_LANE, type TimelineView } from '../axis/timeline-view.ts';
import { callIdOf, type GridEntry } from '../turns/turn-entries.ts';
import { useSize } from '../../ui/use-size.ts';
import styles from './overview-strip.module.css';

export interface OverviewStripProps {
  readonly rows: readonly CallRow[];
  readonly model: ModelWork;
  readonly live: boolean;
  readonly view: TimelineView;
  readonly entries: readonly GridEntry[];
  readonly calls: Readonly<Record<string, CallRow>>;
  /** Positions of the first and the last visible line. */
  readonly shown: readonly [from: number, to: number];
  /** A line was chosen. */
  readonly onGoTo: (index: number) => void;
}

/** Pixels of the canvas per column. */
const COLUMN = 2;

/**
 * The whole session as a strip: concurrency, waits for the user, failures. Hidden from screen readers, since keys reach every call without
 * it.
 */
export function OverviewStrip({ rows, model, live, view, entries, calls, shown, onGoTo }: OverviewStripProps) {
  const axis = useMemo(() => buildAxis(rows, engineNow(), view.folding, live, model), [rows, view.folding, live, model]);
  const { mode } = view;
  const zoomed = mode.type === 'chosen' && mode.laneId === SESSION_LANE ? mode.window : undefined;
  const window =
    zoomed ??
    windowOf(
      entries.slice(shown[0], shown[1] + 1).flatMap((entry) => calls[callIdOf(entry) ?? ''] ?? []),
      axis,
    );
  const strip = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(strip);
  const theme = useWindow((state) => state.theme);
  const [systemTheme, countThemes] = useState(0);
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const onChange = () => countThemes((count) => count + 1);
    dark.addEventListener('change', onChange);
    return () => dark.removeEventListener('change', onChange);
  }, []);
  // Redrawn when rows change, four times a second in a long session, not as time passes.
  const length = Math.max(1, endOf(axis, live));
  useLayoutEffect(() => {
    if (canvas.current && width > 0) draw(canvas.current, { rows, axis, live, width, height });
  }, [rows, axis, live, width, height, theme, systemTheme]);

  const goTo = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = (Math.min(Math.max(event.clientX - box.left, 0), box.width) / box.width) * length;
    if (zoomed) view.setMode({ type: 'chosen', laneId: SESSION_LANE, window: { from: at - zoomed.span / 2, span: zoomed.span } });
    onGoTo(lineAt(entries, calls, axis, at));
  };
  return (
    <div
      ref={strip}
      className={styles.strip}
      aria-hidden="true"
      data-overview=""
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        goTo(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && goTo(event)}
    >
      <canvas ref={canvas} className={styles.canvas} />
      <span
        className={styles.window}
        style={{ left: share(window.from / length), right: share(1 - (window.from + window.span) / length) }}
      />
    </div>
  );
}

/** The time of the visible calls. */
function windowOf(rows: readonly CallRow[], axis: TimeAxis): TimeWindow {
  const from = toAxis(axis, Math.min(...rows.map(({ queuedAt }) => queuedAt)));
  const to = toAxis(axis, Math.max(...rows.map(({ finishedAt }) => finishedAt ?? engineNow())));
  return rows.length === 0 ? { from: 0, span: 0 } : { from, span: to - from };
}

/** The length of the axis: what is over ends with its last call. */
function endOf(axis: TimeAxis, live: boolean): number {
  return toAxis(axis, live ? engineNow() : axis.lastKnown);
}

function share(value: number): string {
  return `${(Math.min(Math.max(value, 0), 1) * 100).toFixed(3)}%`;
}

interface Drawing {
  readonly rows: readonly CallRow[];
  readonly axis: TimeAxis;
  readonly live: boolean;
  readonly width: number;
  readonly height: number;
}

function draw(canvas: HTMLCanvasElement, { rows, axis, live, width, height }: Drawing): void {
  const density = Math.min(2, devicePixelRatio);
  canvas.width = width * density;
  canvas.height = height * density;
  const context = canvas.getContext('2d');
  if (!context) return;
  const now = engineNow();
  const columns = overviewColumns(rows, axis, Math.max(1, endOf(axis, live)), Math.max(1, Math.floor(width / COLUMN)), now);
  const most = Math.max(1, ...columns.map(({ running }) => running));
  const colours = getComputedStyle(canvas);
  const [doneColour, waitingColour, failedColour] = ['--bar-done', '--bar-waiting', '--bar-failed'].map((name) =>
    resolved(canvas, colours, name),
  );
  context.scale(density, density);
  const base = height - 3;
  for (const [index, { running, waiting, failed }] of columns.entries()) {
    const x = index * COLUMN;
    if (running > 0) {
      // Square root, so that one call is still visible next to fifty.
      const barHeight = Math.max(3, Math.sqrt(running / most) * (base - 7));
      context.fillStyle = doneColour ?? '';
      context.fillRect(x, base - barHeight, COLUMN, barHeight);
    }
    if (waiting) {
      context.fillStyle = waitingColour ?? '';
      context.fillRect(x, base + 1, COLUMN, 2);
    }
    if (failed) {
      context.fillStyle = failedColour ?? '';
      context.fillRect(x, 2, COLUMN, 4);
    }
  }
}

/** Resolves a colour token: canvases don't know `light-dark()`. */
function resolved(canvas: HTMLCanvasElement, colours: CSSStyleDeclaration, name: string): string {
  canvas.style.color = `var(${name})`;
  const colour = colours.color;
  canvas.style.color = '';
  return colour;
}
