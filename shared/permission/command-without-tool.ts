import { toolRow } from '../tool-table.ts';

/** The rule that a command written without its tool most likely means: `Bash(npm run *)` for `npm run *`. */
export function ruleForCommand(text: string): string | undefined {
  const command = text.trim();
  const [program = '', ...others] = command.split(/\s+/u);
  if (others.length === 0 || !/^[\w./~+-]+$/u.test(program) || toolRow(program) !== undefined || /[()\r\n]/u.test(command))
    return undefined;
  return `Bash(${command})`;
}
