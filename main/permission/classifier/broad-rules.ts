import type { ParsedRule } from '#shared/permission/grammar.ts';
import { toolRow } from '#shared/tool-table.ts';

/** Programs that run their arguments. */
const RUNNERS =
  'sh bash zsh dash ksh fish csh tcsh busybox python python2 python3 pypy node nodejs deno bun tsx ts-node perl ruby php lua R Rscript julia osascript pwsh powershell tclsh awk gawk mawk eval exec source . command builtin env sudo doas su ssh xargs parallel time timeout nohup nice watch setsid stdbuf nsenter chroot npx pnpx bunx uvx pipx'.split(
    ' ',
  );
/** Programs whose next word says whether they run a script of the project or any package. */
const PACKAGE_MANAGERS = 'npm pnpm yarn bun deno cargo go pip pip3 uv poetry pipenv rye hatch gradle composer bundle'.split(' ');
const RUN_WORDS = 'run run-script exec x dlx start script create init'.split(' ');

/**
 * Whether an allow rule is so wide that it would leave the classifier nothing to judge. Such rules don't count in auto mode. Rules that
 * name one command, and wildcards behind a program with a single purpose, still count.
 */
export function isTooBroadForAuto({ tool, body }: ParsedRule): boolean {
  if (tool === 'Agent') return true;
  if (toolRow(tool)?.ruleForm !== 'command') return false;
  if (body.kind === 'whole') return true;
  if (body.kind !== 'command' || body.form === 'exact') return false;
  const fixed = body.form === 'prefix' ? `${body.text} ` : body.text.slice(0, starAt(body.text));
  return isOpen(fixed);
}

function starAt(text: string): number {
  const at = text.search(/(?<!\\)\*/u);
  return at === -1 ? text.length : at;
}

/** `fixed`: the text before the first wildcard; its last word may be only the start of a longer word. */
function isOpen(fixed: string): boolean {
  const words = fixed
    .trim()
    .split(/\s+/u)
    .filter((word) => !/^[A-Za-z_]\w*=/u.test(word));
  const endsWord = /\s$/u.test(fixed);
  const [first, second] = words;
  if (first === undefined || first === '') return true;
  const program = first.split('/').at(-1) ?? '';
  if (words.length === 1 && !endsWord)
    return [...RUNNERS, ...PACKAGE_MANAGERS].some((name) => name.startsWith(program) || versioned(program, name));
  if (RUNNERS.some((name) => name === program || versioned(program, name))) return true;
  if (!PACKAGE_MANAGERS.some((name) => name === program || versioned(program, name))) return false;
  if (second === undefined) return true;
  if (words.length > 2) return false;
  return RUN_WORDS.some((word) => (endsWord ? word === second : word.startsWith(second)));
}

/** Treats `python3.12` as `python`. */
function versioned(program: string, name: string): boolean {
  return program.startsWith(name) && /^[\d.]+$/u.test(program.slice(name.length));
}
