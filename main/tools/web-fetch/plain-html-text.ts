/** Elements whose content isn't visible text. */
const SKIPPED: ReadonlySet<string> = new Set(['script', 'style', 'noscript', 'template', 'svg']);

/** The text of a page without its tags, in linear time for any input: for pages that can't be parsed within the limits. */
export function plainHtmlText(html: string): string {
  const parts: string[] = [];
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open === -1) break;
    parts.push(html.slice(at, open));
    const close = html.indexOf('>', open);
    if (close === -1) return tidy(parts);
    const name = /^<([a-z]{1,10})/iu.exec(html.slice(open, open + 12))?.[1]?.toLowerCase() ?? '';
    at = close + 1;
    if (SKIPPED.has(name)) {
      const end = endTag(html, name, at);
      if (end === -1) return tidy(parts);
      at = end;
    }
    parts.push(' ');
  }
  parts.push(html.slice(at));
  return tidy(parts);
}

/** The index of the next end tag with that name, ignoring case; -1 if there is none. */
function endTag(html: string, name: string, from: number): number {
  const pattern = new RegExp(`</${name}`, 'giu');
  pattern.lastIndex = from;
  return pattern.exec(html)?.index ?? -1;
}

function tidy(parts: readonly string[]): string {
  return parts
    .join('')
    .replaceAll(/[^\S\n]+/gu, ' ')
    .replaceAll(/\s*\n\s*/gu, '\n')
    .trim();
}
