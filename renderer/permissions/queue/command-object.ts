/** Programs whose first word says what they do, not to what. */
const WITH_VERB =
  /^(?:.*\/)?(?:git|gh|glab|p?npm|yarn|bun|deno|cargo|go|pip|poetry|uv|gem|composer|brew|docker|podman|kubectl|helm|terraform|tofu|pulumi|aws|gcloud|az|heroku|fly(?:ctl)?|vercel|netlify|wrangler|firebase|supabase|systemctl|launchctl|xargs)$/u;

/** Their second word only says of what kind the thing is: `docker volume rm`. */
const KINDS =
  /^(?:compose|volume|container|image|network|system|builder|buildx|stash|worktree|remote|submodule|reflog|notes|pr|issue|release|repo|run|workflow|s3|s3api)$/u;

const WORD = /(?:"[^"]*"|'[^']*'|\\.|[^\s"'\\])+/gu;
const isOption = (word: string): boolean => word.startsWith('-');

/**
 * What a simple command is done to, as its line says it: its last operand, or all those behind its last option: `old` of `git branch -D old`.
 * More of the line where that is shorter than `shortest`. `undefined` where it names nothing.
 */
export function commandObject(line: string, shortest: number): string | undefined {
  const words = line.match(WORD) ?? [];
  const end = words.findLastIndex((word) => !isOption(word)) + 1;
  const plain = words.filter((word) => !isOption(word));
  const verbs = WITH_VERB.test(words[0] ?? '') ? (KINDS.test(plain[1] ?? '') ? 3 : 2) : 1;
  if (words.slice(0, end).filter((word) => !isOption(word)).length <= verbs) return undefined;
  // Of `origin main`, the remote is the same each time; of `a:b`, the second is there.
  if (plain[0] === 'git' && plain[1] === 'push') return textOf(words.slice(end - 1, end)).replace(/^\+|^.*:/u, '');
  let start = startOf(words.slice(0, end), verbs);
  while (start > 0 && (isOption(words[start] ?? '') || textOf(words.slice(start, end)).length < shortest)) start -= 1;
  return textOf(words.slice(start, end));
}

function startOf(words: readonly string[], verbs: number): number {
  const option = words.findLastIndex(isOption);
  if (option === -1) return words.length - 1;
  const before = words.slice(0, option).filter((word) => !isOption(word)).length;
  // What follows may be the option’s value: with the operand before it, nothing is left out.
  return before > verbs ? words.slice(0, option).findLastIndex((word) => !isOption(word)) : option + 1;
}

function textOf(words: readonly string[]): string {
  return words.length === 1 ? words.join('').replaceAll(/["']/gu, '') : words.join(' ');
}
