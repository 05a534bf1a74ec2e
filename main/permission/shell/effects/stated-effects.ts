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
import { GITHUB_EFFECTS } from './github-effects.ts';
import { CONTAINER_EFFECTS } from './container-effects.ts';
import { PACKAGE_EFFECTS } from './package-effects.ts';
import { PROCESS_EFFECTS } from './process-effects.ts';
import { REGISTRY_EFFECTS } from './registry-effects.ts';
import { SHOWN_HISTORY } from './shown-history.ts';
import { startedTool, toolEffect } from './started-tool.ts';
import { TRANSFER_EFFECTS } from './transfer-effects.ts';
import { TREE_EFFECTS } from './tree-effects.ts';

interface Row extends StatedEffect {
  readonly verbs: readonly string[];
}

const RESETS = rowsByProgram(RESET_EFFECTS);
const ROWS = rowsByProgram([
  ...FILE_EFFECTS,
  ...HISTORY_EFFECTS,
  ...TREE_EFFECTS,
  ...SHOWN_HISTORY,
  ...LOCAL_EFFECTS,
  ...SQL_EFFECTS,
  ...RESET_EFFECTS,
  ...CONTAINER_EFFECTS,
  ...CLUSTER_EFFECTS,
  ...REGISTRY_EFFECTS,
  ...GITHUB_EFFECTS,
  ...PACKAGE_EFFECTS,
  ...PROCESS_EFFECTS,
  ...TRANSFER_EFFECTS,
]);

type Words = CommandFact['argv'];

export interface Stated {
  readonly text: string;
  /** See `StatedEffect`. */
  readonly ofPaths: boolean;
  readonly ofNetwork: boolean;
}

/** The words of a fact are those after expansion: none is a pattern. */
const NO_GLOBS = new GlobSight(undefined);

/**
 * What a command does, in a sentence for the card, where its program, options and names say so. Decides nothing.
 * “deletes” is for paths only: it’s the verb that the typed confirmation takes a name from.
 */
export function statedEffect(command: CommandFact): Stated | undefined {
  const { program, argv, packageScript } = command;
  const words = argv.slice(1);
  const verbAt = program === 'git' ? gitVerbAt(words) : 0;
  const own = said(ROWS.get(program), words.slice(verbAt), command);
  // In another folder, its operands are other files than they look.
  if (own !== undefined) return own.ofPaths && verbAt > 0 ? undefined : own;
  const [tool, ...rest] = startedTool(program, words);
  const ofTool = typeof tool === 'string' ? said(RESETS.get(tool.replace(/(?<=.)@[^/]*$/u, '')), rest, command) : undefined;
  if (ofTool !== undefined) return ofTool;
  const text = packageScript === undefined ? toolEffect(program, words) : `runs: ${packageScript}`;
  return text === undefined ? undefined : { text, ofPaths: false, ofNetwork: false };
}

function said(rows: readonly Row[] | undefined, words: Words, command: CommandFact): Stated | undefined {
  for (const row of rows ?? []) {
    const named = read(row, words);
    if (named === undefined) continue;
    const text = row.says(named, command);
    return text === undefined ? undefined : { text, ofPaths: row.ofPaths === true, ofNetwork: row.ofNetwork === true };
  }
  return undefined;
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
