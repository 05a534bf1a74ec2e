import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';

/** Empty rows of the timeline's height: the baseline cost of scrolling a virtualized list. */
export function FloorList({ count }: { readonly count: number }) {
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its values are used here only.
  const virtual = useVirtualizer({ count, getScrollElement: () => scroller.current, estimateSize: () => 28, overscan: 8 });
  return (
    <div ref={scroller} role="list" aria-label="Floor" style={{ height: '100%', overflow: 'hidden auto' }}>
      <div style={{ position: 'relative', height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => (
          <div
            key={item.key}
            role="listitem"
            style={{ position: 'absolute', inset: '0 0 auto', height: 28, transform: `translateY(${item.start}px)` }}
          />
        ))}
      </div>
    </div>
  );
}
