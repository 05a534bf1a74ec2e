import type { PathUse } from '../option-spec.ts';
import { literalWord, type Word } from '../parse/word.ts';

/** A call that packs, sends, searches or publishes everything in a folder. */
interface Reader {
  /** One of the words is this; absent: every call does it. */
  readonly when?: RegExp;
  /** None of the words is this. */
  readonly unless?: RegExp;
  /** It works on the folder it runs in: always, or if fewer operands than this are given. Otherwise only on folders that its words name. */
  readonly here?: true | number;
}

const PACKS: Reader = { when: /^(?:pack|publish|stage)$/u, here: true };
const BUILDS_SOURCES: Reader = { when: /^(?:build|publish)$/u, here: true };
const DEPLOYS: Reader = { when: /^(?:deploy|publish|up|builds:create|--prod|--prebuilt)$/u, here: true };
const SEARCHES: Reader = { here: 2 };
const SERVES: Reader = { here: 1 };
const NAMED: Reader = {};

const each = (names: string, reader: Reader): [string, Reader][] => names.split(' ').map((name) => [name, reader]);

/** By program (their manuals). Programs with a table of roles are not here. */
const READERS: ReadonlyMap<string, Reader> = new Map([
  ...each('npm pnpm yarn bun', PACKS),
  ['cargo', { when: /^(?:package|publish)$/u, here: true }],
  ...each('poetry uv hatch flit pdm rye', BUILDS_SOURCES),
  ['gem', { when: /^(?:build|push)$/u, here: true }],
  ['vsce', PACKS],
  ...each('vercel netlify surge wrangler firebase fly flyctl heroku railway', DEPLOYS),
  ...each('docker podman buildah nerdctl', { when: /^(?:build|bud|bake|buildx|cp)$/u }),
  ...each('aws gsutil gcloud az azcopy rclone s3cmd s5cmd restic borg 7z 7za 7zz 7zr rar', NAMED),
  ['kubectl', { when: /^(?:cp|kustomize|-\w*R\w*|--recursive|-k.*|--kustomize.*|--from-(?:env-)?file.*)$/u }],
  ...each('kustomize helm', NAMED),
  ...each('ag ack pt sift rga ugrep', SEARCHES),
  ...each('serve http-server live-server', SERVES),
  ['prettier', { unless: /^(?:-[clw]|--check|--list-different|--write)$/u, here: 1 }],
  ...each('black isort ruff', { when: /^--diff$/u, here: 2 }),
]);

/** Words of `docker compose` that make it build images from the folders its file names, or print what it takes from `.env`. */
const COMPOSE_READS = /^(?:build|--build|watch|publish|config|convert)$/u;

/** The folders that a call reads as a whole, besides those that its words name to a program with a table of roles. */
export function wholeFolders(program: string, rest: readonly Word[]): PathUse[] {
  if (program.startsWith('docker') && rest.some(({ value }) => value === 'compose' || program === 'docker-compose'))
    return rest.some(({ value }) => COMPOSE_READS.test(value ?? '')) ? [folder(literalWord('.'), '.')] : [];
  const reader = READERS.get(program);
  const has = (words: RegExp): boolean => rest.some(({ value }) => words.test(value ?? ''));
  if (reader === undefined || (reader.when && !has(reader.when)) || (reader.unless && has(reader.unless))) return [];
  const named = rest.flatMap((word) => {
    const value = word.value === null ? null : (/^-[^=]*=(.+)$|^-[A-Za-z](.+)$/su.exec(word.value)?.slice(1).find(Boolean) ?? word.value);
    return value === null || /^(?:-|[a-z][\w+.-]*:)/iu.test(value) ? [] : [folder(word, value)];
  });
  const operands = rest.filter(({ value }) => value?.startsWith('-') !== true).length;
  const here = reader.here === true || operands < (reader.here ?? 0);
  return here ? [folder(literalWord('.'), '.'), ...named] : named;
}

function folder(word: Word, value: string): PathUse {
  return { word, value, access: 'mention', via: 'operand', recursive: true };
}
