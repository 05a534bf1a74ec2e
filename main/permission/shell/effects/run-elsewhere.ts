import type { CommandFact } from '#shared/permission/facts.ts';
import { runnerUse } from '../commands/runner-forms.ts';
import type { StatedEffect } from './named-words.ts';
import { shownCommand } from './shown-command.ts';

type Words = CommandFact['argv'];

/** “runs npm test in the container web”; with options that this doesn't know, nothing is said. */
export const ELSEWHERE_EFFECTS: readonly StatedEffect[] = [
  ...['docker', 'podman'].flatMap((program) => [
    inContainer(`${program} exec`, 'in the container'),
    inContainer(`${program} compose exec`, 'in the service'),
    inContainer(`${program} compose run`, 'in a new container of the service'),
  ]),
  { command: 'ssh', options: '', says: (_words, { argv }) => onHost(argv.slice(1)), ofNetwork: true },
];

function inContainer(command: string, where: string): StatedEffect {
  return {
    command,
    options: '',
    says: (_words, { program, argv }) => {
      const args = argv.slice(1);
      const use = runnerUse(program, args);
      if (use?.inner === undefined || use.risky) return undefined;
      const name = args[use.inner - 1];
      return said(args.slice(use.inner), typeof name === 'string' ? `${where} ${name}` : undefined);
    },
  };
}

/** Options without a value, and with one, that leave true what is said. */
const SSH_FLAGS = /^-[46CTqtnvx]+$/u;
const SSH_VALUED: ReadonlySet<string | null> = new Set(['-p', '-l']);

function onHost(args: Words): string | undefined {
  let at = 0;
  while (at < args.length && args[at]?.startsWith('-') === true) {
    if (SSH_VALUED.has(args[at] ?? null)) at += 2;
    else if (SSH_FLAGS.test(args[at] ?? '')) at += 1;
    else return undefined;
  }
  const host = args[at];
  if (typeof host !== 'string') return undefined;
  return args.length === at + 1 ? `opens a shell on ${host}` : said(args.slice(at + 1), `on ${host}`);
}

function said(inner: Words, where: string | undefined): string | undefined {
  if (where === undefined || inner.length === 0) return undefined;
  return inner.includes(null) ? `runs a command ${where}` : `runs ${shownCommand(inner)} ${where}`;
}
