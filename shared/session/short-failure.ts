import { contentText, withoutErrorMarks } from './content-text.ts';
import type { EventBody } from './event.ts';

/** Characters. Longer ones are only in the call's result. */
const MAX_CHARS = 1000;

/** Why a call failed, if that is short; `undefined` also for a call that didn't fail. */
export function shortFailure({ outcome, content }: Pick<EventBody<'call.finished'>, 'outcome' | 'content'>): string | undefined {
  if (outcome !== 'failed') return undefined;
  const text = withoutErrorMarks(contentText(content)).trim();
  return text === '' || text.length > MAX_CHARS ? undefined : text;
}
