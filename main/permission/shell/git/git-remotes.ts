import path from 'node:path';
import { isFolder } from '#main/tool/is-folder.ts';

/** Options of `git push` that take the next word, also abbreviated. */
const PUSH_VALUED: readonly string[] = ['--push-option', '--receive-pack', '--exec', '--repo', '--recurse-submodules'];

/** `-o`, also as the last of joined letters. */
const takesNext = (value: string): boolean =>
  /^-[^-o]*o$/u.test(value) || (value.length > 2 && PUSH_VALUED.some((name) => name.startsWith(value)));

/** Sub-commands that contact a repository by its address. */
export const TALKING: ReadonlySet<string> = new Set(
  'push fetch pull clone ls-remote remote submodule archive fetch-pack send-pack subtree'.split(' '),
);

/** Transports that git has itself. Any other name starts a program, as in `ext::command` and `name://place`. */
const OWN_TRANSPORTS = /^(?:https?|ssh|git|file|ftps?|git\+ssh|ssh\+git)$/iu;

/** Whether a word, or the value of an option in it, is an address for which git starts a program of that name. */
export function startsTransport(word: string): boolean {
  const address = word.replace(/^--?[\w-]+=/u, '');
  const [, name = '', kind] = /^([A-Za-z][\w+.-]*):(:|\/\/)/u.exec(address) ?? [];
  return kind === ':' || (kind === '//' && !OWN_TRANSPORTS.test(name));
}

/** The targets of `git push` as written: its first operand, and the value of `--repo`. */
export function pushTargets(values: readonly string[]): readonly string[] {
  const targets: string[] = [];
  let operand: string | undefined;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? '';
    const [, given] = /^--repo?=(.*)$/su.exec(value) ?? [];
    if (given !== undefined) targets.push(given);
    else if (takesNext(value)) {
      i++;
      if ('--repo'.startsWith(value)) targets.push(values[i] ?? '');
    } else if (value === '--') {
      operand ??= values[i + 1];
      break;
    } else if (!value.startsWith('-')) operand ??= value;
  }
  return operand === undefined ? targets : [...targets, operand];
}

/** Not the name of a remote: an address or a folder, whose hooks the push would run. */
export function isPushAddress(target: string): boolean {
  return target !== '.' && !/^[\w][\w.-]*(?:\/[\w.-]+)?$/u.test(target);
}

/** Whether a push may go to a folder of that name, as it does where no remote has it. */
export function pushesToFolder(values: readonly string[], dirs: readonly string[]): boolean {
  return pushTargets(values).some(
    (target) => target !== '.' && dirs.some((dir) => isFolder(path.resolve(dir, target)) || isFolder(path.resolve(dir, `${target}.git`))),
  );
}

/** Whether `git remote add` or `set-url` names a folder. */
export function remotesToFolder(values: readonly string[]): boolean {
  const operands = values.filter((value, index) => !value.startsWith('-') && !/^-[tm]$/u.test(values[index - 1] ?? ''));
  if (!/^(?:add|set-url)$/u.test(operands[0] ?? '')) return false;
  return operands.slice(2).some((address) => !/^[^/]*:/u.test(address) || /^file:/iu.test(address));
}

/** Whether `git remote` says where later pushes go: one to the address itself asks too. `values`: the words after `git`. */
export function setsRemote(values: readonly (string | null)[]): boolean {
  const operands = values.filter((value, index) => value?.startsWith('-') !== true && !/^-[Cc]$/u.test(values[index - 1] ?? ''));
  return operands[0] === 'remote' && (operands[1] === 'add' || operands[1] === 'set-url');
}
