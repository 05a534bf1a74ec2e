/**
 * Shortens paths inside the project folder to relative ones; the folder itself becomes "the project folder". For display only: the full
 * text is in the title.
 */
export function shortenPaths(text: string, projectDir: string): string {
  if (projectDir.length < 2) return text;
  let shortened = '';
  let from = 0;
  for (let at = text.indexOf(projectDir); at >= 0; at = text.indexOf(projectDir, from)) {
    const end = at + projectDir.length;
    const separator = text[end];
    shortened += text.slice(from, at);
    // Only a complete path: not a part of a longer one.
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

/** Not a second separator, which would leave what looks like an absolute path. */
function isName(character: string | undefined): boolean {
  return character !== undefined && !/[\s/\\~]/u.test(character);
}
