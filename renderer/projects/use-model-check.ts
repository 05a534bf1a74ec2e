import { useEffect, useState } from 'react';
import type { ModelAccess } from '#shared/contract/project.ts';
import { errorMessage } from '#shared/error-message.ts';
import { call } from '../bridge/client.ts';

export type ModelCheck =
  | { readonly type: 'none' }
  | { readonly type: 'checking' }
  /** `models`: what the server lists. */
  | { readonly type: 'connected'; readonly models: readonly string[] }
  | { readonly type: 'failed'; readonly why: string };

/** What a server of one's own lists if the chosen model isn't among it. Anthropic's own API knows models by shorter names too. */
export function modelsInstead(check: ModelCheck, access: ModelAccess | undefined): readonly string[] {
  if (check.type !== 'connected' || !access || access.baseUrl === null) return [];
  return check.models.some((id) => id === access.model || id.startsWith(`${access.model}-`)) ? [] : check.models;
}

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
        current &&
        setKnown({
          of,
          check: models.type === 'listed' ? { type: 'connected', models: models.models } : { type: 'failed', why: models.why },
        }),
      (cause: unknown) => current && setKnown({ of, check: { type: 'failed', why: errorMessage(cause) } }),
    );
    return () => {
      current = false;
    };
  }, [ready, of]);
  if (!ready) return { type: 'none' };
  return known?.of === of ? known.check : { type: 'checking' };
}
