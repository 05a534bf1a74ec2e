import { type PointerEvent, useState } from 'react';
import { classNames } from './class-names.ts';
import styles from './edge-resizer.module.css';

export interface KeptSize {
  /** `undefined`: the usual one. */
  readonly size: number | undefined;
  /** Without a size: back to the usual one. */
  readonly setSize: (wanted?: number) => void;
}

export interface SizeLimits {
  readonly min: number;
  readonly max: number;
}

/** A size that the person gave a part of the window, kept for the next start under `key`. */
export function useKeptSize(key: string, limits: SizeLimits): KeptSize {
  const [size, set] = useState(() => storedSize(key, limits));
  const setSize = (wanted?: number): void => {
    const next = wanted === undefined ? undefined : Math.round(Math.min(limits.max, Math.max(limits.min, wanted)));
    set(next);
    if (next === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, String(next));
  };
  return { size, setSize };
}

function storedSize(key: string, { min, max }: SizeLimits): number | undefined {
  const stored = Number(localStorage.getItem(key));
  return stored >= min && stored <= max ? stored : undefined;
}

export interface EdgeResizerProps extends KeptSize {
  readonly label: string;
  /** `right`: of a column; `bottom`: of a row. */
  readonly edge: 'right' | 'bottom';
  readonly limits: SizeLimits;
  /** As in the style sheet. */
  readonly usual: number;
  /** By which an arrow key changes the size. */
  readonly step: number;
  /** The size with the edge at this point of the window. */
  readonly sizeAt: (edge: HTMLElement, at: { readonly x: number; readonly y: number }) => number;
  readonly className?: string | undefined;
}

const WAYS = { right: { ArrowLeft: -1, ArrowRight: 1 }, bottom: { ArrowUp: -1, ArrowDown: 1 } } as const;

/** An edge that is dragged, or moved with the arrow keys. A double click resets it. It lies on the edge of its positioned parent. */
export function EdgeResizer({ label, edge, limits, usual, step, size, setSize, sizeAt, className }: EdgeResizerProps) {
  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (event.currentTarget.hasPointerCapture(event.pointerId))
      setSize(sizeAt(event.currentTarget, { x: event.clientX, y: event.clientY }));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that can be moved is a widget
    <div
      role="separator"
      aria-orientation={edge === 'right' ? 'vertical' : 'horizontal'}
      aria-label={label}
      aria-valuemin={limits.min}
      aria-valuemax={limits.max}
      aria-valuenow={size ?? usual}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys move it
      tabIndex={0}
      className={classNames(styles.edge, styles[edge], className)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onDoubleClick={() => setSize()}
      onKeyDown={(event) => {
        const ways: Readonly<Record<string, number>> = WAYS[edge];
        const way = ways[event.key];
        if (way === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        const { right, bottom } = event.currentTarget.getBoundingClientRect();
        setSize((size ?? sizeAt(event.currentTarget, { x: right, y: bottom })) + way * step);
      }}
    />
  );
}
