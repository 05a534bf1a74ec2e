import { programName } from '../shell/commands/program-name.ts';
import { commandsBetweenOperators } from '#shared/permission/line-operators.ts';
import { parseRule, type ParsedRule } from '#shared/permission/grammar.ts';
import { commandRuleTool, toolRow } from '#shared/tool-table.ts';
import { beyondPrefix } from '../shell/commands/beyond-prefix.ts';
import { SHELLS } from '../shell/parse/inner-scripts.ts';
import { literalWord } from '../shell/parse/word.ts';
import { isHarmlessVariable } from '../shell/harmless-variables.ts';
import { namesWhatRuns } from '../shell/commands/named-runners.ts';
import { isTransparent, unwrap } from '../shell/unwrap.ts';

/** What may follow the words of a rule: if each of these is beyond a prefix rule, nothing is left that the rule could allow. */
const TAILS = ['', 'x', 'x y', '5 x', '.', './x', '-h', '--help', '--version', '-x', '--', '-- x', '--staged x'];

/** What ends the reason where such a rule may help. */
export const ONLY_EXACT = ' Only a rule for exactly one command can allow it.';
/** The same for a rule with wildcards, which may look like one for a command with a `*`. */
export const ONLY_WITHOUT_WILDCARD = ' Only a rule for exactly one command, without a *, can allow it.';

/** Words of the shell's own grammar: what follows up to an operator isn't a command that a rule could name. */
const KEYWORD = /^(?:for|while|until|if|elif|else|then|do|done|fi|case|esac|select|function|\{|\}|\()(?:\s|$)/u;

const ARGUMENT = 'x';
/** One of those that a rule for a runner of a project's tools covers without naming it. */
const TOOL = 'pytest';

/**
 * Why an allow rule for commands never covers one, in a sentence: each form that begins with its words is one that only exact rules allow.
 * Undefined if it may cover some.
 */
export function whyWithoutUse({ tool, body }: ParsedRule): string | undefined {
  if (body.kind !== 'command' || toolRow(tool)?.ruleForm !== 'command' || commandRuleTool(tool) !== 'Bash') return undefined;
  if (body.form === 'exact') return isUnfinished(body.text) ? whyNoLine(body.text) : undefined;
  const line = whyNoLine(body.text);
  if (line !== undefined) return line;
  const variables = whyVariables(body);
  if (variables !== undefined) return variables;
  const fixed = fixedWords(body.form === 'prefix' ? `${body.text} ` : body.text);
  // Quotes and variables would have to be read as the shell reads them. What is true of all that begins with the words before a quote suffices.
  const quoted = fixed.findIndex((word) => /["']/u.test(word));
  const words = quoted < 0 ? fixed : fixed.slice(0, quoted);
  const [program, ...rest] = words;
  if (program === undefined || words.some((word) => /[\\$`=]/u.test(word))) return undefined;
  const name = programName(program);
  const why = whyEachAsks(name, rest);
  const only = body.form === 'wildcard' ? ONLY_WITHOUT_WILDCARD : ONLY_EXACT;
  if (why === undefined && SHELLS.has(name))
    return `Has no effect: each script that ${name} runs asks, since what it does isn’t on the line.${only}`;
  if (why === undefined)
    return quoted < 0 && !isTransparent(program) && namesNothing(name, rest, body.text)
      ? `Has no effect: a rule for ${name} must name what it runs.`
      : undefined;
  return lookedThrough(program, words) ?? `Has no effect: each such command asks, since ${why}.${only}`;
}

/** Patterns are compared with one command at a time. */
function whyNoLine(text: string): string | undefined {
  const commands = commandsBetweenOperators(text);
  if (commands.length < 2 || text.startsWith('[[')) return undefined;
  if (commands.some((command) => KEYWORD.test(command))) return 'Has no effect: rules are for the commands within it, each by itself.';
  const named = commands.filter((command) => /^[^\s*]/u.test(command) && !/^cd(?:\s|$)/u.test(command));
  const first = named.map(ruleFor).find((rule) => whyWithoutUse(parseRule(rule, 'allow')) === undefined);
  const instead =
    first !== undefined
      ? ` Write ${named.length > 1 ? 'one rule for each, such as ' : ''}${first}.`
      : named.length === 0
        ? ' Write a rule for each of them.'
        : '';
  return `Has no effect: each command of a line is matched by itself.${instead}`;
}

/** A command would have to follow: `npm test &&`. */
function isUnfinished(text: string): boolean {
  return /(?:&&|\|&?)\s*$/u.test(text) && commandsBetweenOperators(text).at(-1) === '';
}

const ASSIGNMENTS = /^(?:[A-Za-z_]\w*=\S*(?:\s+|$))+/u;

/** Harmless variables are left out of what a rule is compared with; with others, only an exact rule covers a command. */
function whyVariables({ form, text }: Extract<ParsedRule['body'], { kind: 'command' }>): string | undefined {
  const [start] = ASSIGNMENTS.exec(text) ?? [];
  if (start === undefined) return undefined;
  const command = text.slice(start.length);
  const isHarmless = start.split(/\s+/u).every((word) => word === '' || isHarmlessVariable(word.split('=')[0] ?? ''));
  if (!isHarmless)
    return `Has no effect: each such command asks, since it sets variables for the command.${form === 'wildcard' ? ONLY_WITHOUT_WILDCARD : ONLY_EXACT}`;
  const rule = `Bash(${form === 'prefix' ? `${command} *` : command})`;
  const isNamed = /^\w/u.test(command);
  const instead = isNamed && whyWithoutUse(parseRule(rule, 'allow')) === undefined ? ` Write one for it, such as ${rule}.` : '';
  return `Has no effect: rules apply to the command behind the variables.${instead}`;
}

function ruleFor(command: string): string {
  return `Bash(${command.includes('*') ? command : `${command} *`})`;
}

/** Why only an exact rule allows any command that begins with these words. */
function whyEachAsks(program: string, rest: readonly string[]): string | undefined {
  let why: string | undefined;
  for (const tail of TAILS) {
    const [reason] = beyondPrefix(program, withTail(rest, tail).map(literalWord)).reasons;
    if (reason === undefined) return undefined;
    why ??= reason;
  }
  return why;
}

function withTail(rest: readonly string[], tail: string): string[] {
  return [...rest, ...tail.split(' ').filter((word) => word !== '')];
}

/** Whether no command can be meant: it begins with a program that runs others, and doesn’t say which. */
function namesNothing(program: string, rest: readonly string[], text: string): boolean {
  const fixed = text.split('*')[0] ?? '';
  return [...TAILS, TOOL].every((tail) => !namesWhatRuns(program, withTail(rest, tail), fixed));
}

/** What to write instead, where rules apply to the command that the program runs. */
function lookedThrough(program: string, words: readonly string[]): string | undefined {
  if (!isTransparent(program)) return undefined;
  // As if an argument followed, so that the command is found where nothing but it is written.
  const { words: inner, skipped } = unwrap([...words, ARGUMENT].map(literalWord));
  const named = inner.flatMap(({ value }) => (value === null || value === ARGUMENT ? [] : [value]));
  const rule = skipped > 0 && named.length > 0 ? `Bash(${named.join(' ')} *)` : 'Bash(npm test *)';
  if (whyWithoutUse(parseRule(rule, 'allow')) !== undefined) return undefined;
  return `Has no effect: rules apply to the command that ${program} runs, not to ${program}. Write one for that command, such as ${rule}.`;
}

/** The complete words before the first wildcard. */
export function fixedWords(text: string): string[] {
  const fixed = text.split('*')[0] ?? '';
  return fixed
    .slice(0, fixed.lastIndexOf(' ') + 1)
    .split(/\s+/u)
    .filter((word) => word !== '');
}
