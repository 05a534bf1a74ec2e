import { useEffect, useState } from 'react';
import { call } from '../bridge/client.ts';

export type ServedModels =
  | { readonly type: 'loading' }
  | { readonly type: 'ready'; readonly models: readonly string[] }
  | { readonly type: 'failed'; readonly why: string };

/** The models that the configured server lists. */
export function useServedModels(): ServedModels {
  const [state, setState] = useState<ServedModels>({ type: 'loading' });
  useEffect(() => {
    let current = true;
    call('models.list', {}).then(
      (answer) =>
        current && setState(answer.type === 'listed' ? { type: 'ready', models: answer.models } : { type: 'failed', why: answer.why }),
      (error: unknown) => current && setState({ type: 'failed', why: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      current = false;
    };
  }, []);
  return state;
}
