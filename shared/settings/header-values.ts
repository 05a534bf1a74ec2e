const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/u;
/** Latin-1 characters except control characters; tabs are allowed. */
const VALUE = /^[\t\u0020-\u007E\u0080-\u00FF]*$/u;

/**
 * Why these headers can't be sent; `undefined` if they can. Unlike the errors of `fetch`, the message names the header but never its
 * value, which may be secret.
 */
export function headerProblem(headers: Readonly<Record<string, string>>): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    const shown = JSON.stringify(name.slice(0, 100).toWellFormed());
    if (!NAME.test(name)) return `${shown} can’t be the name of a header`;
    // Trimmed, as they are sent.
    if (!VALUE.test(value.trim())) return `the value of the header ${shown} holds a line break or another character that can’t be sent`;
  }
  return undefined;
}
