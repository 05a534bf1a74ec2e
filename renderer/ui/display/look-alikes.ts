import { words } from './character-words.ts';

/** Letters next to each other that look like others. */
export interface LookAlike {
  readonly at: number;
  readonly text: string;
  /** Such as `Cyrillic`. */
  readonly kind: string;
  /** What they look like, as far as it is known. */
  readonly looks: string | undefined;
}

/** Each letter with the Latin one that it looks like, from Unicode’s list of confusable characters. */
const LOOKS = new Map(
  (
    'аaсcеeоoрpхxуyіiјjѕsһhԁdԛqԝwӏlѵvАAВBЕEКKМMНHОOРPСCТTХXУYІIЈJЅSԌGӀlѴV' +
    'αaιiνvοoρpυuϲcϳjΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXϹCͿJ' +
    'օoսuհhոnցgզqՕOՍUՏS' +
    'ɑaɡgɩiʏyᴄcᴏoᴜuᴠvᴡwᴢz'
  )
    .match(/../gu)
    ?.map(([letter = '', looks = '']) => [letter, looks]),
);

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const script = (name: string) => new RegExp(`\\p{Script=${name}}`, 'u');
const [LATIN] = words.scripts;
const SCRIPTS = words.scripts.map((name) => [name, script(name)] as const);
/** May stand in a word with any other: scripts of East Asia, those written without blanks, and Greek letters used as signs. */
const ANYWHERE = new RegExp(
  `[^\\p{L}\\p{Nd}]|[ΓΔΘΛΞΠΣΦΨΩβδεθλμπσφψω]|[${words.fineScripts.map((name) => `\\p{Script=${name}}`).join('')}]`,
  'u',
);
/** Latin letters of phonetics that look like others, and small capitals. */
const PHONETIC = /[ɑɡɩʏ\u1d00-\u1d2b]/u;

/**
 * Letters that make a word look like another: of a second script, styled ones that stand for ASCII, such as `ｃ`, and words of Cyrillic or
 * Greek that look wholly Latin, unless they stand among others of their script.
 */
export function lookAlikes(text: string): readonly LookAlike[] {
  // oxlint-disable-next-line no-control-regex -- all of ASCII.
  if (/^[\0-\x7f]*$/.test(text)) return [];
  const found: LookAlike[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    let at = index;
    const kinds = kindsIn(word, () => isAmongOwn(text, index, word));
    for (const [place, letter] of [...word].entries()) {
      const kind = kinds[place];
      const last = found.at(-1);
      if (kind !== undefined) {
        const looks = LOOKS.get(letter) ?? styled(letter);
        if (last?.kind === kind && last.at + last.text.length === at)
          found[found.length - 1] = { ...last, text: last.text + letter, looks: last.looks && looks && last.looks + looks };
        else found.push({ at, text: letter, kind, looks });
      }
      at += letter.length;
    }
  }
  return found;
}

/** For each letter that looks like another, its kind. */
function kindsIn(word: string, amongOwn: () => boolean): readonly (string | undefined)[] {
  // oxlint-disable-next-line no-control-regex -- all of ASCII.
  if (/^[\0-\x7f]*$/.test(word)) return [];
  const letters = [...word];
  const scripts = letters.map(scriptOf);
  const own = ownScript(letters, scripts);
  const isDisguised = own !== LATIN && isDisguise(word) && !amongOwn();
  return letters.map((letter, index) => {
    if (styled(letter) !== undefined) return words.styled;
    if (PHONETIC.test(letter) && /[a-z]/iu.test(word)) return words.phonetic;
    const one = scripts[index];
    return one !== undefined && (isDisguised || one !== own) ? one : undefined;
  });
}

function scriptOf(letter: string): string | undefined {
  if (ANYWHERE.test(letter)) return undefined;
  return SCRIPTS.find(([, pattern]) => pattern.test(letter))?.[0] ?? words.otherScript;
}

/** Latin, unless most letters are of another script and one of them looks like nothing in Latin. */
function ownScript(letters: readonly string[], scripts: readonly (string | undefined)[]): string | undefined {
  const count = (name: string | undefined) => scripts.filter((one) => one === name).length;
  const [first] = scripts.filter((one) => one !== undefined && one !== LATIN).toSorted((a, b) => count(b) - count(a));
  const isForeign =
    first !== undefined &&
    (count(LATIN) === 0 || (count(first) > count(LATIN) && letters.some((one, at) => scripts[at] === first && !LOOKS.has(one))));
  return isForeign ? first : LATIN;
}

/** The ASCII letters or digits that a styled letter stands for. */
function styled(letter: string): string | undefined {
  if (letter < '\x80' || !/[\p{Ll}\p{Lu}\p{Nl}\p{Nd}]/u.test(letter)) return undefined;
  const plain = letter.normalize('NFKC');
  return /^[a-z\d]+$/i.test(plain) ? plain : undefined;
}

/** Every letter looks like a Latin one. */
function isDisguise(word: string): boolean {
  return [...word].every((letter) => LOOKS.has(letter) || /\d/.test(letter));
}

/** Blanks and quotes end what a word stands in. */
const BREAK = /[\s"'`“”«»]/u;

/** The words beside it are of its script, and it is no part of a path with Latin names. */
function isAmongOwn(text: string, index: number, word: string): boolean {
  const before = text.slice(Math.max(0, index - 80), index);
  const after = text.slice(index + word.length, index + word.length + 80);
  const joined = `${before.split(BREAK).at(-1)} ${after.split(BREAK)[0]}`;
  if (/\p{Script=Latin}/u.test(joined)) return false;
  const beside = [
    /[\p{L}\p{M}\p{N}]+(?=[^\p{L}\p{M}\p{N}"'`“«\n]*$)/u.exec(before)?.[0],
    /^[^\p{L}"'`”»\n]*([\p{L}\p{M}\p{N}]+)/u.exec(after)?.[1],
  ];
  const isOwn = (other = '') => /\p{L}/u.test(other) && !/\p{Script=Latin}/u.test(other) && !isDisguise(other);
  if (word.length === 1) {
    const line = `${before.split('\n').at(-1)} ${after.split('\n')[0]}`;
    return !/\p{Script=Latin}/u.test(line) || (line.match(WORD) ?? []).some(isOwn);
  }
  return beside.some(isOwn) && !beside.some((other = '') => /\p{Script=Latin}/u.test(other));
}
