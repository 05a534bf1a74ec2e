import type { ValidationResult } from '#main/tool/tool.ts';

/** Linux starts no program with a longer argument than 128 KB. */
const MAX_COMMAND_BYTES = 100_000;

/** Whether a shell could be started with it. */
export function checkCommand(command: string): ValidationResult {
  if (command.trim() === '') return { ok: false, message: 'command is empty.' };
  if (command.includes('\0')) return { ok: false, message: 'command must not contain a null character.' };
  if (Buffer.byteLength(command) > MAX_COMMAND_BYTES) {
    return { ok: false, message: 'command is too long for the system to start. Write it to a script file with Write and run that.' };
  }
  return { ok: true };
}
