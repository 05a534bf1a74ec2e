import type { CallRow } from '#shared/session/view.ts';

/** The calls that have a terminal, or will get one, newest first. */
export function commandRows(rows: readonly CallRow[]): readonly CallRow[] {
  return rows.filter((row) => row.terminal !== undefined || (row.view.kind === 'command' && row.finishedAt === undefined)).toReversed();
}

/** The one to show: the chosen one while it is there, else the newest that has a terminal. */
export function shownCommand(commands: readonly CallRow[], chosen: string | null): CallRow | undefined {
  return commands.find((row) => row.callId === chosen) ?? commands.find((row) => row.terminal !== undefined) ?? commands[0];
}

/** How it ended in a few words, or undefined while it goes on. */
export function endWords(row: CallRow): string | undefined {
  if (row.exitCode !== undefined) return `exit ${row.exitCode}`;
  if (row.state === 'denied' || row.state === 'cancelled' || row.state === 'failed') return row.state;
  return undefined;
}
