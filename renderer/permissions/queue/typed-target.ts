import type { PendingAsk } from '#shared/session/view.ts';
import { commandObject } from './command-object.ts';
import { saidObject, tableOf } from './said-object.ts';

type Destructive = Pick<PendingAsk, 'effects' | 'cwd'>;

/** A shorter name of a file is typed by accident. */
const SHORTEST = 4;
/** A branch, a table or a number says by itself what is meant. */
const SHORTEST_OBJECT = 2;
/** Nobody types a longer one. */
const LONGEST = 60;
const LONGEST_NAME = 30;

/**
 * The text to type to allow a destructive call: what its command is done to. For paths: the last segment of the one whose loss is worst, or
 * all that one command deletes; the words of the command where that path is essential or its name too short. An essential path is worse than
 * one outside the folder it runs in, which is worse than one inside; of equal ones the first counts. Without any: the branch, table, container
 * or the like that the effects name, else what the command’s words name, the command, or its working directory. Each can be typed on any
 * keyboard.
 */
export function typedTarget(ask: Destructive): string {
  const candidates = [targetOf(ask), nameOf(ask.cwd)];
  return candidates.find((text) => TYPED_AS_SHOWN.test(text)) ?? 'allow';
}

function targetOf(ask: Destructive): string {
  const deleted = ask.effects.flatMap((effect) => DELETED.exec(effect)?.[1] ?? MOVED.exec(effect)?.[1] ?? []);
  const [worst] = deleted.toSorted((a, b) => harm(b, ask) - harm(a, ask));
  const lines = finalLines(ask, worst);
  const whole = shortestOf(lines);
  if (worst === undefined) {
    const said = saidObject(ask.effects) ?? lines.map(tableOf).find((table) => table !== undefined);
    const objects = said === undefined ? lines.flatMap((line) => commandObject(line, SHORTEST_OBJECT) ?? []) : [said];
    return objectNamed(objects, ask.cwd) ?? whole ?? nameOf(ask.cwd);
  }
  const folder = folderOfAll(worst);
  const name = lastSegment(folder === '' || folder === '.' ? ask.cwd : folder);
  if (harm(worst, ask) === 2) return whole ?? nameOf(name);
  const all = deleted.length > 1 ? shortestOf(lines.flatMap((line) => commandObject(line, SHORTEST) ?? [])) : undefined;
  if (all?.includes(' ') === true && namesPath(all, worst)) return all;
  if (name.length >= SHORTEST) return TYPED_AS_SHOWN.test(name) ? name : (whole ?? nameOf(ask.cwd));
  return (harm(worst, ask) === 0 ? shortestOf([worst]) : undefined) ?? whole ?? nameOf(name);
}

// What isn’t a path: “the branch old”, “files that it finds in src”.
const DELETED = /^deletes (?!the |files |folders )(.+?)(?: and everything in it| \(not there now\))?$/u;
const MOVED = /^moves (?!the )(.+?) to .+$/u;

/** The commands that can’t be undone and name the path. */
function finalLines({ effects }: Destructive, path: string | undefined): string[] {
  return effects
    .flatMap((effect) => /^(.+) can’t be undone$/u.exec(effect)?.[1] ?? [])
    .filter((line) => path === undefined || namesPath(line, path));
}

function namesPath(line: string, path: string): boolean {
  return ` ${line.replaceAll(/["']/gu, '')} `.includes(` ${path} `);
}

/** The shortest that can be typed as it is shown. */
function shortestOf(texts: readonly string[]): string | undefined {
  return texts
    .filter((text) => text.length >= SHORTEST && text.length <= LONGEST && TYPED_AS_SHOWN.test(text))
    .toSorted((a, b) => a.length - b.length)[0];
}

function nameOf(path: string): string {
  const name = lastSegment(path);
  return name.length >= SHORTEST ? name : `allow ${name}`;
}

/** No “…”, no pattern, no variable: a name or words, with what is on any keyboard. */
const TYPED_AS_SHOWN = /^(?=.*[\p{L}\p{N}/~.])[\p{L}\p{M}\p{N}._/\\@:+~=,#"'-]+(?: [\p{L}\p{M}\p{N}._/\\@:+~=,#"'-]+)*$/u;

/** A word within something that can’t be typed as it is shown: `orders` of `{orders}`. */
const PLAIN_WORD = /(?<![\p{L}\p{N}._-])[\p{L}\p{N}][\p{L}\p{N}._-]{2,29}(?![\p{L}\p{N}._-])/u;

/** The shortest object, in a form that is typed. */
function objectNamed(objects: readonly string[], cwd: string): string | undefined {
  const names = objects.map((object) => (object === '.' || object === './' ? nameOf(cwd) : object));
  return (
    names
      .map(shortName)
      .filter(isTyped)
      .toSorted((a, b) => a.length - b.length)[0] ?? names.flatMap((name) => PLAIN_WORD.exec(name)?.[0] ?? [])[0]
  );
}

const isTyped = (name: string): boolean => name.length >= SHORTEST_OBJECT && name.length <= LONGEST_NAME && TYPED_AS_SHOWN.test(name);

/** Of a long name, its last part, or as many of its last words as can be typed. */
function shortName(name: string): string {
  if (name.length <= LONGEST_NAME || name.includes(' ')) return name;
  const last = lastSegment(name);
  if (last.length <= LONGEST_NAME) return last;
  const words = last.split('-');
  while (words.length > 1 && words.join('-').length > LONGEST_NAME) words.shift();
  return words.join('-');
}

function harm(path: string, { effects, cwd }: Destructive): number {
  if (isEssential(folderOfAll(path), cwd)) return 2;
  const links = effects.map((effect) => /^(.+) is a link to (.+)$/u.exec(effect));
  const real = links.find((link) => link?.[1] === path)?.[2];
  return isOutside(path, cwd) || (real !== undefined && isOutside(real, cwd)) ? 1 : 0;
}

/** The folder of which a pattern names all: `~` for `~/*`, nothing for `*`. */
function folderOfAll(path: string): string {
  const folder = path.replace(/(?:^|[/\\])\*$|[/\\]+$/u, '');
  return folder === '' && /^[/\\]/u.test(path) ? '/' : folder;
}

const SYSTEM = /^\/(?:[^/]*$|(?:home|Users)\/[^/]+$|(?:bin|boot|dev|etc|lib\w*|proc|sbin|sys|usr|System|Library|Applications)\/)/u;

/** The root, a folder of the system, the home folder, or the working directory and the folders above it. */
function isEssential(folder: string, cwd: string): boolean {
  return (
    SYSTEM.test(folder) || /^(?:~|\$HOME|\.?|\.\.(?:\/\.\.)*|[A-Za-z]:)$/u.test(folder) || folder === cwd || cwd.startsWith(`${folder}/`)
  );
}

/** What is known only at run time may be anywhere. */
function isOutside(path: string, cwd: string): boolean {
  if (/^"?[~$]/u.test(path) || path.split(/[/\\]/u).includes('..')) return true;
  return /^(?:[/\\]|[A-Za-z]:)/u.test(path) && !path.startsWith(`${cwd}/`) && !path.startsWith(`${cwd}\\`);
}

function lastSegment(path: string): string {
  const parts = path.split(/[/\\]/u).filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.at(-1) ?? path;
}
