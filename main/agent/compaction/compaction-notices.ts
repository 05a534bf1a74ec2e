import type { NewSessionEvent } from '#shared/session/event.ts';
import type { CompactionResult } from './compactor.ts';

/** Notices for a compaction that the user requested and that changed nothing. */
export function compactionNotices(result: CompactionResult): NewSessionEvent[] {
  switch (result.type) {
    case 'compacted':
      return [];
    case 'nothing_to_do':
      return [notice('info', 'There is nothing to compact yet.')];
    case 'aborted':
      return [notice('info', 'Compacting was stopped. The conversation is as it was.')];
    case 'failed':
      return [notice('warning', `The conversation was not compacted and is as it was. ${result.why}`)];
  }
}

function notice(level: 'info' | 'warning', text: string): NewSessionEvent {
  return { type: 'notice', data: { level, text, action: 'none' } };
}
