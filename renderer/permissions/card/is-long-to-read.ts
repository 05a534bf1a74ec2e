import type { ToolViewDetail } from '#shared/session/tool-view.ts';

/** A command of one line that is no longer is read at a glance. Characters. */
const AT_A_GLANCE = 120;

/** Whether the card asks the person to read what would run to its end. */
export function isLongToRead(detail: ToolViewDetail | undefined): boolean {
  if (detail?.type !== 'command') return true;
  const command = detail.command.trim();
  return command.length > AT_A_GLANCE || command.includes('\n');
}
