import type { CallRow } from '#shared/session/view.ts';
import { Badge } from '../ui/display/badge.tsx';
import { CHANGED_WORDS } from './words.ts';

/** That the call isn't as the model made it. `short`: where there is little room, only how. */
export function ChangedMark({ row: { changedBy }, short = false }: { readonly row: CallRow; readonly short?: boolean }) {
  if (changedBy === undefined) return null;
  const text = CHANGED_WORDS[changedBy];
  return (
    <Badge tone="info" title={text}>
      {short ? text.split(' ')[0] : text}
    </Badge>
  );
}
