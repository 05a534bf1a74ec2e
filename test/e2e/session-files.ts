import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSessionEvent, type SessionEvent } from '../../shared/session/event.ts';

/** The events on disk of the only session below a state folder. */
export function readSessionEvents(stateDir: string): SessionEvent[] {
  const sessions = join(stateDir, 'sessions');
  const files = readdirSync(sessions, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('events.jsonl'));
  const [file] = files;
  if (file === undefined || files.length > 1) throw new Error(`Expected one session, found ${files.length}`);
  const [, ...lines] = readFileSync(join(sessions, file), 'utf8').trimEnd().split('\n');
  return lines.flatMap((line) => parseSessionEvent(JSON.parse(line)) ?? []);
}
