/**
 * Programs that put the words after the name of a script or task into a line for a shell, some in double quotes, where substitutions still
 * run: pnpm before 9 (tried), just and task by their templates, and what passes its words on to one of these.
 */
const PASTE_WORDS: ReadonlySet<string> = new Set('pnpm pnpx yarn bun bunx turbo nx lerna make gmake just task deno'.split(' '));

/** They quote since 8.19 (2022). */
const PASTED_WORDS: ReadonlySet<string> = new Set(['npm', 'npx']);

const SUBSTITUTION = /`|\$[({[]/u;

/** Whether a word that is quoted on the line is expanded by another shell. `null`: the word isn’t known. */
export function isExpandedAgain(program: string, value: string | null): boolean {
  return value !== null && PASTE_WORDS.has(program) && SUBSTITUTION.test(value);
}

/** The same for programs of which only old versions do so: no reason to ask beside an allow rule, but a deny rule isn’t left to that. */
export function isPastedByOldOnes(program: string, value: string): boolean {
  return PASTED_WORDS.has(program) && SUBSTITUTION.test(value);
}
