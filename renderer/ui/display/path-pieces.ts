/** As much of the end of a name stays as long as it fits: its type, what tells `button.test.tsx` from `button.tsx`. Characters. */
const MAX_END = 8;
/** A shorter piece would have no room for a character and an ellipsis that is narrower than itself. */
const MIN_CUT = 4;

/** The pieces of a path, of which the first ones are cut first. Together they are the whole text. */
export interface PathPieces {
  /** Without the slash before the name; empty where there is nothing to cut. */
  readonly folders: string;
  /** Of the name; empty where the name is short. */
  readonly start: string;
  readonly end: string;
}

export function pathPieces(text: string): PathPieces {
  const slash = text.lastIndexOf('/');
  const named = slash < MIN_CUT ? 0 : slash;
  const length = text.length - named;
  const cut = length < 2 * MIN_CUT ? named : wholeCharacter(text, named + Math.max(MIN_CUT, length - MAX_END));
  return { folders: text.slice(0, named), start: text.slice(named, cut), end: text.slice(cut) };
}

/** The same place, or the one before it between the halves of a character. */
function wholeCharacter(text: string, at: number): number {
  return /[\udc00-\udfff]/u.test(text.charAt(at)) ? at - 1 : at;
}
