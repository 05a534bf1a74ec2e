/**
 * A text with the paths inside the project folder made relative to it, and the folder itself called "the project folder".
 * Only for drawing: the text as it was stands in a title beside it.
 */
export function shortenPaths(text: string, projectDir: string): string {
  if (projectDir.length < 2) return text;
  let shortened = '';
  let from = 0;
  for (let at = text.indexOf(projectDir); at >= 0; at = text.indexOf(projectDir, from)) {
    const end = at + projectDir.length;
    const separator = text[end];
    shortened += text.slice(from, at);
    // A name of its own only where nothing before or after makes it part of another path.
    if (!startsPath(text, at)) shortened += projectDir;
    else if ((separator === '/' || separator === '\\') && isName(text[end + 1])) {
      from = end + 1;
      continue;
    } else shortened += separator === undefined || separator === ' ' ? 'the project folder' : projectDir;
    from = end;
  }
  return shortened + text.slice(from);
}

function startsPath(text: string, at: number): boolean {
  return at === 0 || /[\s("'“‘]/u.test(text[at - 1] ?? '');
}

/** The first character of a name: not a second separator, which would leave what looks like a path from the root. */
function isName(character: string | undefined): boolean {
  return character !== undefined && !/[\s/\\~]/u.test(character);
}
