import type { CommandFact } from '#shared/permission/facts.ts';
import { GlobSight } from '../glob-sight.ts';
import { parseUse } from '../option-spec.ts';
import { literalWord } from '../parse/word.ts';
import { gitVerbAt } from '../git/git-verb.ts';
import { CLUSTER_EFFECTS } from './cluster-effects.ts';
import { RESET_EFFECTS, SQL_EFFECTS } from './database-effects.ts';
import { FILE_EFFECTS } from './file-effects.ts';
import { HISTORY_EFFECTS } from './history-effects.ts';
import { LOCAL_EFFECTS } from './local-effects.ts';
import type { NamedWords, StatedEffect } from './named-words.ts';
import { REGISTRY_EFFECTS } from './registry-effects.ts';

interface Row extends StatedEffect {
  readonly verbs: readonly string[];
}

const RESETS = rowsByProgram(RESET_EFFECTS);
const ROWS = rowsByProgram([
  ...FILE_EFFECTS,
  ...HISTORY_EFFECTS,
  ...LOCAL_EFFECTS,
  ...SQL_EFFECTS,
  ...RESET_EFFECTS,
  ...CLUSTER_EFFECTS,
  ...REGISTRY_EFFECTS,
]);

type Words = CommandFact['argv'];

export interface Stated {
  readonly text: string;
  /** See `StatedEffect`. */
  readonly ofPaths: boolean;
}

/** Package runners, with the sub-commands before what they start. */
const RUNNERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['npx', []],
  ['bunx', []],
  ['npm', ['exec', 'x']],
  ['pnpm', ['exec', 'dlx']],
  ['yarn', ['exec', 'dlx', 'run']],
  ['bun', ['x', 'run']],
]);

/** The words of a fact are those after expansion: none is a pattern. */
const NO_GLOBS = new GlobSight(undefined);

/**
 * What a command does, in a sentence for the card, where its program, options and names say so. Decides nothing.
 * “deletes” is for paths only: it’s the verb that the typed confirmation takes a name from.
 */
export function statedEffect({ program, argv }: CommandFact): Stated | undefined {
  const words = argv.slice(1);
  const verbAt = program === 'git' ? gitVerbAt(words) : 0;
  const own = said(ROWS.get(program), words.slice(verbAt));
  // In another folder, its operands are other files than they look.
  if (own !== undefined) return own.ofPaths && verbAt > 0 ? undefined : own;
  const [tool, ...rest] = startedTool(program, words);
  return typeof tool === 'string' ? said(RESETS.get(tool.replace(/(?<=.)@[^/]*$/u, '')), rest) : undefined;
}

function said(rows: readonly Row[] | undefined, words: Words): Stated | undefined {
  for (const row of rows ?? []) {
    const named = read(row, words);
    if (named === undefined) continue;
    const text = row.says(named);
    return text === undefined ? undefined : { text, ofPaths: row.ofPaths === true };
  }
  return undefined;
}

/** The words of a tool that a package runner starts; none for another program. */
function startedTool(program: string, words: Words): Words {
  const verbs = RUNNERS.get(program);
  if (verbs === undefined) return [];
  const at = words.findIndex((word) => word === null || !(word.startsWith('-') || verbs.includes(word)));
  return at < 0 ? [] : words.slice(at);
}

/** `undefined` if it is another command. */
function read({ verbs, options }: Row, words: Words): NamedWords | undefined {
  const known = words.every((word) => word !== null) ? understood(words, options) : undefined;
  const operands = known?.operands ?? words.filter((word) => word?.startsWith('-') === false);
  if (verbs.some((verb, index) => operands[index]?.toLowerCase() !== verb)) return undefined;
  return {
    names: known?.operands.slice(verbs.length) ?? [],
    value: (...names) => known?.value(names),
    understood: known !== undefined,
    has: (...names) => names.some((name) => known?.flags.has(name) ?? words.includes(name)),
  };
}

interface Understood {
  readonly operands: readonly string[];
  readonly flags: ReadonlySet<string>;
  readonly value: (names: readonly string[]) => string | undefined;
}

function understood(words: readonly string[], options: string): Understood | undefined {
  const use = parseUse(words.flatMap(splitValue).map(literalWord), { options, operands: 'text' }, NO_GLOBS);
  return (
    use && {
      operands: use.operands.map(({ value }) => value ?? ''),
      flags: use.flags,
      value: (names) => names.map((name) => use.values.get(name)?.join(', ')).find((value) => value !== undefined),
    }
  );
}

/** `-target=x` is two words to a parser for which a single dash begins letters. */
function splitValue(word: string): readonly string[] {
  const [, name, value] = /^(-[a-z][a-z-]+)=(.*)$/su.exec(word) ?? [];
  return name === undefined || value === undefined ? [word] : [name, value];
}

function rowsByProgram(effects: readonly StatedEffect[]): ReadonlyMap<string, readonly Row[]> {
  const rows = effects.map((effect) => ({ ...effect, words: effect.command.split(' ') }));
  return new Map(
    [...Map.groupBy(rows, ({ words }) => words[0] ?? '')].map(([program, own]) => [
      program,
      own.map(({ words, ...row }) => ({ ...row, verbs: words.slice(1) })),
    ]),
  );
}
