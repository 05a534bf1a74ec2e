import { commandRuleTool } from '#shared/tool-table.ts';
import type { ParsedRule } from '#shared/permission/grammar.ts';
import type { ExampleCall } from './rule-examples.ts';

/** What may follow the words of a rule. Options come late: programs show help without doing anything else. */
const TAILS = ['', 'x', 'x y', '.', './x', '-- x', '-x', '5 x', '-h', '--help', '--version'];
/** What may stand for a wildcard within a rule. */
const FILLERS = ['x', 'y.z', '.', 'x y', '-h', '--help'];
/** What may stand for one that follows a word directly, besides more of that word: `npm test*`. */
const AFTER_WORD = ['', ' x', ':unit'];
const FOLLOWS_WORD = /(?<=\w)\*(?=\s|$)/gu;
/** What makes a program take in a whole folder: copying, packing, building, sending. */
const TAKING_IN = ['', '.', '. x', '-r x .', 'deploy'];

/** Different commands that a rule with a wildcard covers by its words; none for other rules. */
export function patternProbes(rule: ParsedRule): ExampleCall[] {
  return probes(rule, TAILS, FILLERS);
}

/** Those of them that may be about all files of the project. */
export function takingInProbes(rule: ParsedRule): ExampleCall[] {
  return probes(rule, TAKING_IN, ['.']);
}

function probes({ tool, body }: ParsedRule, tails: readonly string[], fillers: readonly string[]): ExampleCall[] {
  if (commandRuleTool(tool) !== 'Bash' || body.kind !== 'command' || body.form === 'exact') return [];
  const { form, text } = body;
  // A pattern that starts with a wildcard is about no program.
  if (/^\s*\*/u.test(text)) return [];
  const lines =
    form === 'prefix'
      ? tails.map((tail) => `${text} ${tail}`.trim())
      : [text, ...AFTER_WORD.map((tail) => text.replace(FOLLOWS_WORD, tail))]
          .filter((one, index) => index === 0 || one !== text)
          .flatMap((one) => fillers.map((filler) => one.replace(/(?<!\\)\*/gu, filler).replace(/\\([*()\\])/gu, '$1')));
  return [...new Set(lines)].map((command) => ({ toolName: 'Bash', input: { command } }));
}
