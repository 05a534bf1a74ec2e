import type { ComponentType, ReactNode } from 'react';
import { useLoaded } from './use-loaded.ts';

/**
 * A component in its own chunk, loaded on first render or by `preload`; `meanwhile` is rendered until then. `React.lazy` would wait for an
 * idle moment, which an animation on every frame can prevent; this renders as soon as it is loaded.
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
    /** Loads the component ahead of its first render. */
    // Ignore errors: rendering tries again and reports them.
    preload: (): void => void fetchOnce().catch(() => undefined),
  });
}
