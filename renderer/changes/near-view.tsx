import { type ReactNode, useCallback, useState } from 'react';

/** How far outside the viewport its content is made. */
const AHEAD = '600px';

interface NearViewProps {
  /** Its height until then, about. Pixels. */
  readonly height: number;
  readonly children: ReactNode;
}

/** Renders its content once it comes near the viewport of the pane, and keeps it. */
export function NearView({ height, children }: NearViewProps) {
  const [near, setNear] = useState(false);
  const place = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const watch = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true), {
      root: element.closest('[data-scroller]'),
      rootMargin: AHEAD,
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return near ? children : <div ref={place} style={{ height }} aria-hidden="true" />;
}
