import { always, type Form, hasOption, options, RUNS, verbs } from './form.ts';

const OTHER_TASKS = 'it takes what it runs from another file';

/** `pre-commit run -c x`, other than the file that it takes anyway. */
function namesOtherHooks(values: readonly string[]): boolean {
  return values.some(
    (value, at) =>
      hasOption(value, ['-c', '--config']) &&
      !/(?:^|=)\.pre-commit-config\.yaml$/u.test(value.includes('=') ? value : (values[at + 1] ?? '')),
  );
}

/** Tools that write git's hooks, which later commands of git run. */
const SETS_HOOKS = 'it sets up hooks that git runs later';
const HOOKS = /^(?:install|init|init-templatedir|init-template-dir|add|uninstall|migrate-config|--install|--sign)$/u;

/** Tools that run the checks of a project, by themselves or as hooks of git. */
export const CHECK_FORMS: readonly (readonly [string, readonly Form[]])[] = [
  ['tox', [options('-x --override', RUNS), { operand: /^-[rvqp]*c|^--conf/u, why: OTHER_TASKS }, verbs('exec e', RUNS)]],
  ['nox', [{ operand: /^-[rRvx]*f|^--noxf/u, why: OTHER_TASKS }]],
  ['eslint', [options('--init --inspect-config --mcp', 'it fetches and runs another program')]],
  ['pre-commit', [verbs('try-repo', RUNS), { when: namesOtherHooks, why: OTHER_TASKS }, { operand: HOOKS, why: SETS_HOOKS }]],
  ['husky', always(SETS_HOOKS)],
  ...['lefthook', 'overcommit', 'simple-git-hooks', 'captainhook', 'prek'].map(
    (name) => [name, [{ operand: HOOKS, why: SETS_HOOKS }]] as const,
  ),
];
