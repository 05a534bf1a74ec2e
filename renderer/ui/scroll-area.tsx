import type { CSSProperties, ReactNode, Ref } from 'react';

export interface ScrollAreaProps {
  /** Accessible name. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
  readonly ref?: Ref<HTMLDivElement> | undefined;
  /** The shown part of a call’s result: occurrences of a sought text before it. */
  readonly 'data-result'?: number | undefined;
  readonly children: ReactNode;
}

/** A scrollable region with a tab stop, so that it can be scrolled by keyboard. */
export function ScrollArea({ label, className, style, ref, 'data-result': result, children }: ScrollAreaProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scrollable content must be reachable by keyboard.
    <div ref={ref} role="group" aria-label={label} tabIndex={0} data-result={result} className={className} style={style}>
      {children}
    </div>
  );
}
