/** What marks a line as stating, naming, heading or summing up an error, whatever program around it put before the line. */
const STATES_ERROR = [
  // “TypeError: …” of most languages, “error: …” and “error[E0308]: …” of compilers, “fatal: …” of git, “panic: …” of Go.
  /^\s*(?:(?:Uncaught )?[\w$.]*(?:Error|Exception)(?: \[\w+\])?:|(?:error(?:\[\w+\])?|fatal|panic): )/u,
  // “a.ts(1,7): error TS2322: …”, “a.ts:1:7 - error TS2322: …”, “a.c:1:7: error: …”.
  /^\S.*?(?::| -) (?:fatal )?error(?: [A-Z]+\d+)?: /u,
  // “Module not found: …” of webpack.
  /^\s*(?:\w+ ){1,3}(?:not found|denied|refused): \S/u,
  // “ERROR:  …” of databases and pip, “psql:a.sql:12: ERROR:  …”, “ERROR 1064 (42000) at line 3: …” of MySQL, “[ERROR] …” of Maven.
  /^(?:\S+: )?(?:ERROR|FATAL|PANIC): +\S|^ERROR \d+ \(\w+\)|^\[ERROR\] \S/u,
  // “Type error: …” of Next.js, “PHP Fatal error:  …”, “Error response from daemon: …”, “Error from server (NotFound): …”, “│ Error: …” of Terraform.
  /^\s*(?:PHP )?[A-Z]\w* error: +\S|^Error \w[\w ()]{2,60}: \S|^│ Error: \S|^Exception in thread /u,
  // “ ! [rejected]  main -> main (fetch first)”, “CONFLICT (content): …” of git.
  /^ ! \[(?:remote )?rejected\] |^CONFLICT \(/u,
  // “  1:7  error  …” of ESLint.
  /^\s+\d+:\d+\s+error\s/u,
  /^E {3,}\S/u,
];
/** Says that an error follows: “error during build:”, “ERROR in ./a.js 1:0-30”, “* What went wrong:”, “code ERESOLVE”. */
const HEADS_ERROR = /^\W{0,3}(?:error|failure|fatal|could not|cannot|unable to)\b[^.:]*:$|^\s*ERROR in \S|\bwent wrong:$/iu;
/** A script that failed says itself why. */
const HEADS_NPM = /^code E(?!LIFECYCLE)[A-Z0-9]+$/u;
/** The name of a test that failed, as test runners list it. */
const NAMES_TEST = /^\s*(?:FAIL |--- FAIL: |● |[✖✕×] )/u;
/** What only counts or repeats the errors above it. */
const SUMS_UP =
  /^\s*(?:error: (?:could not compile|aborting due to)|FAILED |✖ \d+ problems?|✖ failing tests|Found \d+ errors?)|\b\d+ (?:failed|failures?|errors?|problems?)\b|\bdid not complete successfully\b/u;
const NPM_MARK = /^npm (?:error|ERR!)(?: |$)/u;
/** Of npm: where it happened, and where to read more. */
const NPM_FACT =
  /^\s*(?:$|(?:code|path|command|errno|syscall|signal|workspace|location|dest) |A complete log|For a full report|Lifecycle script|\/)/u;
/** What docker puts before a line of a step, and into its summary. */
const DOCKER_MARK = /^(?:#\d+ )?\d+\.\d+ (?=\S)/u;

export function isOfNpm(line: string): boolean {
  return NPM_MARK.test(line.replace(DOCKER_MARK, ''));
}

/** A line as its program printed it. */
export function unmarked(line: string): string {
  return line.replace(DOCKER_MARK, '').replace(NPM_MARK, '');
}

export function namesTest(line: string): boolean {
  return NAMES_TEST.test(line) && !SUMS_UP.test(line);
}

export function listsTest(line: string): boolean {
  return NAMES_TEST.test(line);
}

export function sumsUp(line: string): boolean {
  return SUMS_UP.test(line);
}

function saysWhere(line: string): boolean {
  return isOfNpm(line) && NPM_FACT.test(unmarked(line));
}

/** Whether a line says what is wrong: by its form, or because the line before it announces that. */
export function statesError(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  if (sumsUp(line) || saysWhere(line)) return false;
  const said = unmarked(line);
  return STATES_ERROR.some((pattern) => pattern.test(said)) || (said.trim() !== '' && headOf(lines, at) !== undefined);
}

/** The line that announces the error which a line states. */
export function headOf(lines: readonly string[], at: number): number | undefined {
  const before = lines
    .slice(0, at)
    .findLastIndex((line) => unmarked(line).trim() !== '' && !(saysWhere(line) && !HEADS_NPM.test(unmarked(line))));
  const head = lines[before] ?? '';
  if (isOfNpm(head) !== isOfNpm(lines[at] ?? '')) return undefined;
  const said = unmarked(head);
  return HEADS_ERROR.test(said) || (isOfNpm(head) && HEADS_NPM.test(said)) ? before : undefined;
}
