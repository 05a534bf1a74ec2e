import { useEffect, useState } from 'react';
import type { ModelAccess } from '#shared/contract/project.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call } from '../bridge/client.ts';

export type ModelCheck =
  | { readonly type: 'none' }
  | { readonly type: 'checking' }
  | { readonly type: 'connected' }
  | { readonly type: 'failed'; readonly why: string };

/** Whether the model's server answers with this key and address. Asked when they change, and for each attempt. */
export function useModelCheck(access: ModelAccess | undefined, attempt: number): ModelCheck {
  const [known, setKnown] = useState<{ readonly of: string; readonly check: ModelCheck }>();
  const ready = access?.ready ?? false;
  const of = JSON.stringify([access, attempt]);
  useEffect(() => {
    if (!ready) return;
    let current = true;
    call('models.list', {}).then(
      (models) =>
        current && setKnown({ of, check: models.type === 'listed' ? { type: 'connected' } : { type: 'failed', why: models.why } }),
      (cause: unknown) => current && setKnown({ of, check: { type: 'failed', why: errorMessage(cause) } }),
    );
    return () => {
      current = false;
    };
  }, [ready, of]);
  if (!ready) return { type: 'none' };
  return known?.of === of ? known.check : { type: 'checking' };
}
