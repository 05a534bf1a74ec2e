import type { ValidationResult } from '#main/tool/tool.ts';

/** Linux limits an argument of a program to 128 KB. */
const MAX_COMMAND_BYTES = 100_000;

/** Checks that a shell can be started with the command. */
export function checkCommand(command: string): ValidationResult {
  if (command.trim() === '') return { ok: false, message: 'command is empty.' };
  if (command.includes('\0')) return { ok: false, message: 'command must not contain a null character.' };
  if (Buffer.byteLength(command) > MAX_COMMAND_BYTES) {
    return { ok: false, message: 'command is too long for the system to start. Write it to a script file with Write and run that.' };
  }
  return { ok: true };
}
