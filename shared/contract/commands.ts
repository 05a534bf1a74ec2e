import type { z } from 'zod';
import { agentCommands } from './commands/agent-commands.ts';
import { appCommands } from './commands/app-commands.ts';
import { askCommands } from './commands/ask-commands.ts';
import { backtestCommands } from './commands/backtest-commands.ts';
import { callCommands } from './commands/call-commands.ts';
import { commitCommands } from './commands/commit-commands.ts';
import { fileCommands } from './commands/file-commands.ts';
import { hookCommands } from './commands/hook-commands.ts';
import { hostCommands } from './commands/host-commands.ts';
import { mcpCommands } from './commands/mcp-commands.ts';
import { packCommands } from './commands/pack-commands.ts';
import { pluginCommands } from './commands/plugin-commands.ts';
import { projectCommands } from './commands/project-commands.ts';
import { reportCommands } from './commands/report-commands.ts';
import { ruleCommands } from './commands/rule-commands.ts';
import { sessionCommands } from './commands/session-commands.ts';
import { settingsCommands } from './commands/settings-commands.ts';
import { terminalCommands } from './commands/terminal-commands.ts';

/**
 * All requests a window can make. Each kind has a file of commands here and one of handlers, of the same name, in `main/engine/commands/`.
 * Both hosts parse `input` first and reject unknown names.
 */
export const commands = {
  ...appCommands,
  ...hostCommands,
  ...projectCommands,
  ...askCommands,
  ...sessionCommands,
  ...callCommands,
  ...agentCommands,
  ...terminalCommands,
  ...settingsCommands,
  ...hookCommands,
  ...ruleCommands,
  ...backtestCommands,
  ...packCommands,
  ...reportCommands,
  ...fileCommands,
  ...commitCommands,
  ...mcpCommands,
  ...pluginCommands,
} as const;

export type Commands = typeof commands;
export type CommandName = keyof Commands;
export type CommandInput<N extends CommandName> = z.input<Commands[N]['input']>;
/** A command's input as its handler gets it. */
export type ParsedInput<N extends CommandName> = z.output<Commands[N]['input']>;
export type CommandOutput<N extends CommandName> = z.output<Commands[N]['output']>;
