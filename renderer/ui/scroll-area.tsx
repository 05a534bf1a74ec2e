import type { CSSProperties, ReactNode, Ref } from 'react';

export interface ScrollAreaProps {
  /** Its name for screen readers. */
  readonly label: string;
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
  readonly ref?: Ref<HTMLDivElement> | undefined;
  readonly children: ReactNode;
}

/** A part that scrolls in itself and can be reached by Tab, so that it also scrolls without a pointer. */
export function ScrollArea({ label, className, style, ref, children }: ScrollAreaProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard.
    <div ref={ref} role="group" aria-label={label} tabIndex={0} className={className} style={style}>
      {children}
    </div>
  );
}
