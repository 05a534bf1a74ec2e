import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from '#shared/is-record.ts';
import { isInside } from '#main/tool/is-inside.ts';
import type { EffectsContext } from './effects-context.ts';
import type { Word } from './parse/word.ts';

/** Sub-commands that run the script of their name. */
const NAMED: ReadonlyMap<string, string> = new Map([
  ['test', 'test'],
  ['t', 'test'],
  ['tst', 'test'],
  ['start', 'start'],
  ['stop', 'stop'],
  ['restart', 'restart'],
]);
const RUNS: ReadonlySet<string> = new Set(['run', 'run-script', 'rum', 'urn']);
/** These run the scripts `prebuild` and `postbuild` around `build`. */
const WITH_NEIGHBOURS: ReadonlySet<string> = new Set(['npm', 'bun']);

/** Options after which another package may be meant. */
const ELSEWHERE = /^(?:-C|-ws?|-F|-r|--prefix|--dir|--cwd|--workspaces?|--filter|--recursive)(?:=|$)/u;

const MAX_BYTES = 500_000;
type Values = readonly (string | null)[];
type Place = Pick<EffectsContext, 'dir' | 'uncertain' | 'others' | 'projectDir'>;

export interface PackageScript {
  readonly text: string;
  /** With the further words that it is run with; `undefined` if one of them is known only when it runs. */
  readonly ran: string | undefined;
}

/** A script of the project's package file, where a package manager runs one. The words start with the program. */
export function packageScript(command: readonly Word[], place: Place): PackageScript | undefined {
  const [program = null, ...words] = command.map(({ value }) => value);
  const name = scriptName(program, words);
  if (name === undefined || place.uncertain || place.others.length > 0) return undefined;
  const scripts = scriptsOf(place.dir, place.projectDir);
  const own = scripts?.[name];
  if (typeof own !== 'string') return undefined;
  const names = WITH_NEIGHBOURS.has(program ?? '') ? [`pre${name}`, name, `post${name}`] : [name];
  const texts = names.flatMap((one) => {
    const text = scripts?.[one];
    return typeof text === 'string' ? [{ one, text }] : [];
  });
  const added = words.slice(words.indexOf(name) + 1).filter((word) => word !== '--');
  const given = added.includes(null) ? undefined : added.map((word) => ` '${(word ?? '').replaceAll("'", String.raw`'\''`)}'`).join('');
  return {
    text: texts
      .map(({ text }) => text)
      .join('; ')
      .replaceAll(/\s+/gu, ' ')
      .trim(),
    ran: given === undefined ? undefined : texts.map(({ one, text }) => (one === name ? text + given : text)).join('\n'),
  };
}

/** Longer scripts are read in their file. Characters. */
const LONGEST = 200;

export function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length > LONGEST ? `${characters.slice(0, LONGEST).join('')}…` : text;
}

function scriptName(program: string | null, words: Values): string | undefined {
  if (program === null || !/^(?:npm|pnpm|yarn|bun)$/u.test(program)) return undefined;
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  if (own.some((word) => word === null || ELSEWHERE.test(word))) return undefined;
  const [verb, next] = own.filter((word) => word?.startsWith('-') === false);
  if (typeof verb !== 'string') return undefined;
  if (RUNS.has(verb)) return next ?? undefined;
  // To these, any other word is a script too.
  if (program === 'yarn' || program === 'pnpm') return NAMED.get(verb) ?? verb;
  return program === 'npm' ? NAMED.get(verb) : undefined;
}

/** Of the closest package file in the project. */
function scriptsOf(start: string, projectDir: string): Readonly<Record<string, unknown>> | undefined {
  for (let dir = start; isInside(dir, projectDir); dir = path.dirname(dir)) {
    const file = path.join(dir, 'package.json');
    try {
      const found = statSync(file, { throwIfNoEntry: false });
      if (found === undefined) continue;
      if (!found.isFile() || found.size > MAX_BYTES) return undefined;
      const content: unknown = JSON.parse(readFileSync(file, 'utf8'));
      const scripts = isRecord(content) ? content['scripts'] : undefined;
      return isRecord(scripts) ? scripts : undefined;
    } catch {
      // It can't be read: then the card doesn't say what is in it.
      return undefined;
    }
  }
  return undefined;
}
