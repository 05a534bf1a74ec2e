import type { GlobSight } from '../glob-sight.ts';
import { parseUse, type OptionSpec } from '../option-spec.ts';
import type { Word } from '../parse/word.ts';

/** Read-only sub-commands of docker and podman. Options before the sub-command may select another daemon, so none are accepted. */
const SUBCOMMANDS: ReadonlyMap<string, OptionSpec> = new Map<string, OptionSpec>([
  ['ps', { options: '-a -f: -n: -l -q -s --all --filter= --format= --last= --latest --no-trunc --quiet --size', operands: 'none' }],
  ['images', { options: '-a -f: -q --all --digests --filter= --format= --no-trunc --quiet', operands: 'text' }],
  ['version', { options: '-f: --format=', operands: 'none' }],
  ['info', { options: '-f: --format=', operands: 'none' }],
  ['logs', { options: '-n: -t --tail= --since= --until= --timestamps --details', operands: 'text' }],
  ['top', { options: '', operands: 'text' }],
  ['port', { options: '', operands: 'text' }],
  ['stats', { options: '-a --all --no-stream --no-trunc --format=', operands: 'text' }],
  ['history', { options: '-q -H --quiet --human --no-trunc --format=', operands: 'text' }],
  ['inspect', { options: '-f: -s --format= --size --type=', operands: 'text' }],
  ...['container', 'image'].map((name): [string, OptionSpec] => [
    name,
    {
      options: '-a -f: -n: -l -q -s -t --all --filter= --format= --latest --no-trunc --quiet --size --tail= --since= --until= --timestamps',
      operands: 'text',
      check: (use) => ['ls', 'list', 'ps', 'inspect', 'logs', 'top', 'port', 'history'].includes(use.operands[0]?.value ?? ''),
    },
  ]),
  [
    'compose',
    {
      options:
        '-a -q -n: -t --all --quiet --services --format= --filter= --status= --no-trunc --orphans[=] --tail= --since= --until= --timestamps --no-color --no-log-prefix --index=',
      operands: 'text',
      check: (use) => ['ps', 'ls', 'images', 'top', 'port', 'version', 'logs'].includes(use.operands[0]?.value ?? ''),
    },
  ],
  [
    'volume',
    {
      options: '-q -f: --quiet --filter= --format=',
      operands: 'text',
      check: (use) => ['ls', 'inspect'].includes(use.operands[0]?.value ?? ''),
    },
  ],
  [
    'network',
    {
      options: '-q -f: --quiet --filter= --format= --no-trunc',
      operands: 'text',
      check: (use) => ['ls', 'inspect'].includes(use.operands[0]?.value ?? ''),
    },
  ],
]);

export function isQuietContainerCommand(words: readonly Word[], globs: GlobSight): boolean {
  const spec = SUBCOMMANDS.get(words[0]?.value ?? '');
  return spec !== undefined && parseUse(words.slice(1), spec, globs) !== undefined;
}
