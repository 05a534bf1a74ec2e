import type { ComponentType, ReactNode } from 'react';
import { useLoaded } from './use-loaded.ts';

/**
 * A component of a chunk of its own, fetched when it is first drawn or ahead with `preload`; `meanwhile` stands in its place until it is
 * there. Where `React.lazy` would wait for an idle moment that never comes beside a clock that ticks each frame, this is drawn as soon as
 * it has been fetched.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode | ((props: Props) => ReactNode) = null,
) {
  let fetched: ComponentType<Props> | undefined;
  const fetchOnce = async (): Promise<ComponentType<Props>> => (fetched ??= await load());
  function OnDemand(props: Props) {
    const loaded = useLoaded(fetchOnce);
    const Part = fetched ?? loaded;
    if (Part) return <Part {...props} />;
    return typeof meanwhile === 'function' ? meanwhile(props) : meanwhile;
  }
  return Object.assign(OnDemand, {
    /** A failure is met again, and shown, when the part is drawn. */
    preload: (): void => void fetchOnce().catch(() => undefined),
  });
}
