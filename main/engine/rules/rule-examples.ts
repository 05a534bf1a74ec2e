import { isAbsolute, join } from 'node:path';
import type { PermissionCall } from '#main/permission/permission-engine.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { ParsedRule } from '#shared/permission/grammar.ts';
import { commandRuleTool, toolRow } from '#shared/tool-table.ts';

const ARGUMENT = 'x';

export type ExampleCall = Omit<PermissionCall, 'cwd'>;

/** Calls that a rule is about; none where its text doesn't say enough. */
export function ruleExamples({ tool, body }: ParsedRule, { projectDir, homeDir }: ToolPermissionContext): ExampleCall[] {
  const call = (input: Record<string, unknown>): ExampleCall[] => [{ toolName: tool, input }];
  switch (body.kind) {
    case 'command': {
      const texts = body.form === 'prefix' ? [body.text, `${body.text} ${ARGUMENT}`] : [body.text];
      return texts.map((command) => ({
        toolName: commandRuleTool(tool),
        // A rule for exactly one command is compared as it is written, except for its brackets.
        input: { command: body.form === 'exact' ? command.replace(/\\([()])/gu, '$1') : filled(command).replace(/\\([*()\\])/gu, '$1') },
      }));
    }
    case 'path': {
      if (body.pattern.startsWith('!')) return [];
      const pattern = filled(body.pattern.replace(/\*+/gu, '*')).replace(/\/$/u, '');
      const path = pattern.startsWith('//') ? pattern.slice(1) : pattern.replace(/^~(?=\/)/u, homeDir);
      const inProject = path === pattern || !isAbsolute(path);
      return call({ file_path: inProject ? join(projectDir, pattern) : path });
    }
    case 'domain':
      return call({ url: `https://${body.host.replace('*', ARGUMENT)}${body.host === '*' ? '.example' : ''}/` });
    case 'whole':
      return toolRow(tool)?.ruleForm === 'command' ? call({ command: ARGUMENT }) : [];
    default:
      return [];
  }
}

/** With something in place of each wildcard. */
function filled(text: string): string {
  return text.replace(/(?<!\\)\*/gu, ARGUMENT);
}
