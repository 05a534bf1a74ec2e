import { joinedValues } from './forms/form.ts';
import { ENVIRONMENT_RUNNERS, isTextValue, PROJECT_TOOLS, segmentsOf, TASK_PROGRAMS } from './program-names.ts';

const SHELL = '(?:ba|z|da|k|mk|c|tc|fi|a|ya|ra?ba)?sh';

/** Parts of an option's name which say that its value is run, loaded or evaluated: `--on-complete`, `--diff-cmd`, `--python-executable`. */
const RUN_PARTS: ReadonlySet<string> = new Set(
  'exec execute executable eval cmd command commands hook hooks pager editor loader preload rsh launcher downloader opener schema script on'.split(
    ' ',
  ),
);

/** The subset that also counts for test and build tools, whose other options name code of the project. */
const RUN_PARTS_OF_TOOLS: ReadonlySet<string> = new Set('exec executable eval hook launcher'.split(' '));

/** Verbs that open a prompt or run a command elsewhere. */
const RUN_VERBS = /^(?:exec|eval|shell|ssh|console|repl|attach|ghci|irb|rsh|send-command|start-session|run-command|execute-command)$/u;

/** Options that name what to run, for any program. */
const RUN_OPTIONS: ReadonlySet<string> = new Set(
  [
    'exec exec-file exec-cmd execute-command eval cmd shell pager plugin-dir plugin to-command use-compress-program rsh rsh-command',
    'lua-filter filter-program pre-hook post-hook deploy-hook renew-hook conf-script ssh-cmd ssh-command ssh_command password-command editor',
    'init-script init-file rcfile preload loader post-renderer downloader external-downloader browser opener prgbox unsafe shell-escape',
    'enable-write18 extra-opts gpg-program script-shell script-security curl-bin batch-interpreter test-builder sysimage lua-script module-path',
    'default-auth interactive up-script use-askpass bin-path python-path viewer run-command init-hook python-executable',
  ].flatMap((line) => line.split(' ')),
);

const LONGER: readonly string[] = [...RUN_OPTIONS].filter((name) => name.includes('-'));

/** Text that starts a program or calls a function that does, in any of the small languages embedded in programs. */
const CODE: readonly RegExp[] = [
  new RegExp(String.raw`(?:^|[^\w.])(?:/\S*/)?s?bin/(?:${SHELL}|env|python\d?|perl|ruby|node)\b`, 'u'),
  new RegExp(String.raw`(?:^|[\s:=!|;&"'([{,])${SHELL}(?:\s+-\w|$|["')\]};,])`, 'u'),
  /\b(?:system|exec[lv]?[ep]*|execSync|execute|popen|spawn\w*|esyscmd|syscmd|callCommand|callProcess|shell_exec|load_extension|dlopen|passthru|eval|run|cmd)\s*[([{"'`]/iu,
  /\b(?:os\.(?:system|execute|exec\w*|popen|cmd)|os:cmd|subprocess|child_process|posix\.exec|ProcessBuilder|System\.(?:Process|cmd))\b/u,
  /\b(?:exec|spawn|execute|system)\s+(?:["'/]|\w*sh\b)/u,
  /(?:^|[,:])(?:exec|execute|system|unixexec|lua_script|script)[:=(]/iu,
  /\\write18|\\directlua|shell-escape|\/dev\/(?:tcp|udp)\//u,
  /`|\$\(/u,
  /^(?:ext|fd)::/u,
  /^\s*[\\:|]*!/u,
  /\\o\s*\|/u,
  /^\s*\|/u,
];

/** A program instead of a file, joined with its option; a sign alone is a separator (`-F'|'`). */
const PIPES = /^\s*\|\s*[^\s|]|^\s*\\+!/u;

/** A value of a short option that looks like a script rather than a name. */
const PROGRAM_TEXT = /[;&|`!{}()$<>]|\s/u;
const TEXT_LETTERS = /^-[cexESF]$/u;

/** Why these words may make the program run other code; undefined when nothing suggests it. */
export function codeInWords(program: string, values: readonly (string | null)[]): string | undefined {
  const tasks = TASK_PROGRAMS.has(program) || PROJECT_TOOLS.has(program);
  for (const [index, value] of values.entries()) {
    if (value === null || isTextValue(program, values, index)) continue;
    if (tasks && value === '--') return undefined;
    const option = /^--?([A-Za-z][\w-]+)/u.exec(value)?.[1];
    if (option !== undefined && (RUN_OPTIONS.has(option) || (value.startsWith('--') && abbreviates(option))))
      return 'an option says what to run';
    if (option !== undefined && program !== 'git' && saysToRun(option, PROJECT_TOOLS.has(program)) && !isStatement(given(values, index)))
      return 'an option says what to run';
    if (!tasks && program !== 'git' && !ENVIRONMENT_RUNNERS.includes(program) && RUN_VERBS.test(value))
      return 'it runs a command or opens a prompt';
    if (loadsCode(value)) return 'an option names code to load';
    if (program === 'git' || PROJECT_TOOLS.has(program)) continue;
    if (!tasks && index > 0 && TEXT_LETTERS.test(values[index - 1] ?? '') && PROGRAM_TEXT.test(value) && !isStatement(value))
      return 'it carries code of its own';
    if (!tasks && CODE.some((pattern) => pattern.test(value))) return 'it carries code of its own';
    if (!tasks && joinedValues(value).some((one) => PIPES.test(one))) return 'it carries code of its own';
  }
  return undefined;
}

function saysToRun(option: string, tool: boolean): boolean {
  const segments = segmentsOf(option);
  if (segments[0] === 'no') return false;
  const parts = tool ? RUN_PARTS_OF_TOOLS : RUN_PARTS;
  return option.length > 2 && segments.some((segment, index) => parts.has(segment) && (segment !== 'on' || index === 0));
}

/** The value of the option at `index`. */
function given(values: readonly (string | null)[], index: number): string {
  return /=(.*)$/su.exec(values[index] ?? '')?.[1] ?? values[index + 1] ?? '';
}

/** An abbreviation of one of them, for programs that accept abbreviations; those of its first part alone may be another option. */
function abbreviates(option: string): boolean {
  return /-\w/u.test(option) && LONGER.some((name) => name.startsWith(option));
}

/** `-L evil.lua`, `--plugin=./evil.so`. */
function loadsCode(value: string): boolean {
  return /^--?[\w-]*(?:plugin|require|import|preload|module|extension|loader|hook)[\w-]*=(?:\.|\/|~|file:)/u.test(value);
}

/** Read-only database queries are judged by their text instead. */
function isStatement(value: string): boolean {
  return /^\s*(?:select|show|explain|describe|insert|update|with|create|set|use|\\d|\\l|\.[a-z])/iu.test(value);
}
