import { joined, type NamedWords, type StatedEffect } from './named-words.ts';

const RSYNC =
  '-a -v -r -z -n -P -h -u -c -l -t -p -g -o -D -i -R -x -W -q -H -A -X -S -m -e: --archive --verbose --recursive --compress --dry-run --progress --partial --human-readable --update --checksum --links --perms --times --group --owner --stats --exclude= --include= --exclude-from= --include-from= --info= --bwlimit= --itemize-changes --quiet --no-perms --no-owner --no-group --no-times --size-only --ignore-existing --existing --mkpath --prune-empty-dirs --filter= --chmod= --timeout= --rsh= --delete --delete-before --delete-during --delete-after --delete-delay --delete-excluded --del --force --ignore-errors';
const SCP = '-3 -4 -6 -A -B -C -O -p -q -r -T -v -c: -F: -i: -J: -l: -o: -P: -S:';

const DELETING = ['--delete', '--delete-before', '--delete-during', '--delete-after', '--delete-delay', '--delete-excluded', '--del'];

/** Copying to and from other machines: `web:/srv/` is a path on the machine web, not one in the project. */
export const TRANSFER_EFFECTS: readonly StatedEffect[] = [
  { command: 'scp', options: SCP, says: copies, ofPaths: true, ofNetwork: true },
  { command: 'rsync', options: RSYNC, says: copies, ofPaths: true, ofNetwork: true },
];

function copies({ names, has, understood }: NamedWords): string | undefined {
  const to = names.at(-1);
  const from = names.slice(0, -1);
  if (!understood || to === undefined || from.length === 0) return undefined;
  const what = `${joined(from)} to ${to}`;
  const removes = has(...DELETING) ? `, and removes there what ${joined(from)} ${from.length > 1 ? 'don’t' : 'doesn’t'} have` : '';
  return has('-n', '--dry-run') ? `shows what it would copy from ${what}` : `copies ${what}${removes}`;
}
