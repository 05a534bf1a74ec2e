import type { OutsideImport } from '#main/agent/system-prompt/outside-import.ts';
import type { NewSessionEvent } from '#shared/session/event.ts';
import { printableLine } from '#shared/printable.ts';
import { shorten } from '#shared/shorten.ts';
import type { OpenProject } from '../../project/open-project.ts';

const MAX_NOTICES = 20;
const MAX_PATH = 300;

/** Reports each include of a file outside the repository that isn't read, once in a session, and keeps it for *Your set-up*. */
export function importNotices(
  project: Pick<OpenProject, 'refusedImports'>,
  append: (event: NewSessionEvent) => void,
): (one: OutsideImport) => void {
  const told = new Set<string>();
  return (one) => {
    const key = `${one.importer}\n${one.target}`;
    project.refusedImports.set(key, one);
    if (told.has(key) || told.size >= MAX_NOTICES) return;
    told.add(key);
    const shown = (path: string): string => shorten(printableLine(path), MAX_PATH);
    const how = one.allowable ? ' You can do that in the settings, under “Your set-up”; it counts for new sessions.' : '';
    const text = `${shown(one.importer)} includes ${shown(one.target)}, which isn’t read. ${one.why}${how}`;
    append({ type: 'notice', data: { level: 'warning', text, action: 'none' } });
  };
}
