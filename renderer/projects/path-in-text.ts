/** A `file://` URL or an absolute path on its own line. */
export function pathInText(text: string): string | undefined {
  const line = text
    .split(/\r?\n/)
    .map((candidate) => candidate.trim())
    .find((candidate) => candidate !== '' && !candidate.startsWith('#'));
  if (line === undefined) return undefined;
  if (/^file:\/\//i.test(line)) return pathOfUrl(line);
  return /^(\/|[A-Za-z]:[\\/]|\\\\)/.test(line) ? line : undefined;
}

function pathOfUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url) return undefined;
  const path = decoded(url.pathname);
  if (path === undefined) return undefined;
  return /^\/[A-Za-z]:/.test(path) ? path.slice(1) : path;
}

/** `undefined` for a malformed percent escape. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
