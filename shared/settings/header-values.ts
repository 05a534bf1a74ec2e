const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/u;
/** Bytes without control characters, tabs excepted. */
const VALUE = /^[\t\u0020-\u007E\u0080-\u00FF]*$/u;

/**
 * Why these headers can't be sent; `undefined` when they can. Names the header and never its value, which may be a secret: the errors
 * of `fetch` repeat it.
 */
export function headerProblem(headers: Readonly<Record<string, string>>): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    const shown = JSON.stringify(name.slice(0, 100).toWellFormed());
    if (!NAME.test(name)) return `${shown} can’t be the name of a header`;
    // As they are sent: without blanks and line breaks around them.
    if (!VALUE.test(value.trim())) return `the value of the header ${shown} holds a line break or another character that can’t be sent`;
  }
  return undefined;
}
