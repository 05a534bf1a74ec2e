import { isRecord } from '#shared/is-record.ts';
import type { CallRow } from '#shared/session/view.ts';
import type { CallDetail } from './use-call-detail.ts';

/** The file whose lines the call returned, with their numbers; `undefined` for calls that returned something else. */
export function readPath({ view }: Pick<CallRow, 'view'>, { input, isError }: Pick<CallDetail, 'input' | 'isError'>): string | undefined {
  const path = view.kind === 'read' && !isError && isRecord(input) ? input['file_path'] : undefined;
  return typeof path === 'string' ? path : undefined;
}
