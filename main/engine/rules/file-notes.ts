import type { PermissionEngine } from '#main/permission/permission-engine.ts';
import { parsedRule } from '#main/permission/rules/parsed-rule.ts';
import type { ToolPermissionContext } from '#main/permission/tool-permission-context.ts';
import type { RuleRow } from '#shared/contract/project.ts';
import type { CommandFact } from '#shared/permission/facts.ts';
import { commandRuleTool } from '#shared/tool-table.ts';
import type { ExampleCall } from './rule-examples.ts';

type Diagnostic = RuleRow['diagnostics'][number];

const OUTSIDE: Diagnostic = { severity: 'info', message: 'Files outside the project folder still ask.' };
const WRITES: Diagnostic = { severity: 'info', message: 'Files that it writes still need an Edit rule.' };

/** Below no working directory, and not at the top, which asks for reasons of its own. */
const OUTSIDE_FILE = '/x/y/z';
/** All that these can do beyond a rule is to write what they print. */
const PRINTING: ReadonlySet<string> = new Set(['echo', 'printf']);
const DOWNLOADS = ['https://a.example/x', '-o x https://a.example/x'];

/**
 * What an allow rule for a program leaves to rules for files: those outside the project, and those that it writes. Only of programs that are
 * about files or that download them: every command can be redirected to a file.
 *
 * @param context The rules in force, with this one.
 */
export function fileNotes(text: string, context: ToolPermissionContext, engine: PermissionEngine): readonly Diagnostic[] {
  const start = programRule(text);
  if (start === undefined) return [];
  const isOpen = (tail: string, why: string): boolean => {
    const call = { ...shellCall(`${start} ${tail}`), cwd: context.projectDir };
    const { behavior, parts } = engine.decide(engine.analyse(call, context), context);
    return behavior !== 'allow' && parts.some(({ detail }) => detail?.endsWith(why) === true);
  };
  const command = withFile(start, context, engine);
  if (command === undefined) return [];
  if (isGivenFiles(command)) return isOpen(`x ${OUTSIDE_FILE}`, 'is outside the working directories.') ? [OUTSIDE] : [];
  const writes = PRINTING.has(start) ? ['x > x'] : command.network ? DOWNLOADS : [];
  return writes.some((tail) => isOpen(tail, 'which no Edit rule allows.')) ? [WRITES] : [];
}

/** For a rule about a program that reads or changes the files it is given: its command for a file. */
export function fileCommandFor(
  text: string,
  context: ToolPermissionContext,
  engine: PermissionEngine,
): ((path: string) => ExampleCall) | undefined {
  const start = programRule(text);
  const command = start === undefined ? undefined : withFile(start, context, engine);
  return start !== undefined && command && isGivenFiles(command) ? (path) => shellCall(`${start} x ${path}`) : undefined;
}

/** The words of a prefix rule; git is about its repository. */
function programRule(text: string): string | undefined {
  const { tool, body } = parsedRule(text, 'allow');
  if (commandRuleTool(tool) !== 'Bash' || body.kind !== 'command' || body.form !== 'prefix') return undefined;
  return /^[\w./@+ -]+$/u.test(body.text) && !/^git(?: |$)/u.test(body.text) ? body.text : undefined;
}

function withFile(start: string, context: ToolPermissionContext, engine: PermissionEngine): CommandFact | undefined {
  return engine.analyse({ ...shellCall(`${start} x ${OUTSIDE_FILE}`), cwd: context.projectDir }, context).shell?.commands[0];
}

/** It reads or changes the files among its arguments, and isn’t only known to mention them. */
function isGivenFiles({ paths }: CommandFact): boolean {
  return paths.some(({ spelled, access }) => spelled === OUTSIDE_FILE && access !== 'mention');
}

function shellCall(command: string): ExampleCall {
  return { toolName: 'Bash', input: { command } };
}
