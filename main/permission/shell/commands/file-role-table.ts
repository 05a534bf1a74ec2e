export type Role = 'read' | 'write' | 'delete' | 'none';

export interface Roles {
  /** The role of operands; `last` overrides the last one when there are at least two. */
  readonly operands: Role;
  readonly first?: Role;
  readonly last?: Role;
  /** Options whose value is a path, with its role. Short ones may be joined, clustered or abbreviated. */
  readonly options?: Readonly<Record<string, Role>>;
  /** Those of `options` whose file is the command's main output (`gcc -o`, `cp -t`). */
  readonly outputs?: readonly string[];
  /** Other options that take the next word as a value. */
  readonly valued?: readonly string[];
  /** `name=path` operands, as in `dd of=x`. */
  readonly assignments?: Readonly<Record<string, Role>>;
  /** Writing its operands is the command's purpose, so a prefix rule for it covers them. */
  readonly purpose: boolean;
  readonly recursive?: boolean;
}

const SIDE_OUTPUT = { purpose: false } as const;

/** Like `rm -r`, from packages and GNU tools under the names that macOS gives them. */
export const FINAL_REMOVERS = 'rimraf del del-cli premove srm grm safe-rm'.split(' ');

/** With those that only move files to the trash. */
const REMOVERS = [...FINAL_REMOVERS, 'trash', 'trash-put', 'rmtrash', 'rip'];

/** What known commands read, write and delete, whatever their other options (GNU, BSD and tool manuals). */
export const ROLES: ReadonlyMap<string, Roles> = new Map<string, Roles>([
  [
    'touch',
    { operands: 'write', valued: ['-d', '-t', '--date', '--time'], options: { '-r': 'read', '--reference': 'read' }, purpose: true },
  ],
  ['mkdir', { operands: 'write', valued: ['-m', '--mode'], purpose: true }],
  ['mktemp', { operands: 'write', options: { '-p': 'write', '--tmpdir': 'write' }, purpose: true }],
  [
    'cp',
    {
      operands: 'read',
      last: 'write',
      options: { '-t': 'write', '--target-directory': 'write' },
      outputs: ['-t', '--target-directory'],
      valued: ['-S', '--suffix'],
      purpose: true,
      recursive: true,
    },
  ],
  [
    'install',
    {
      operands: 'read',
      last: 'write',
      options: { '-t': 'write', '--target-directory': 'write' },
      outputs: ['-t', '--target-directory'],
      valued: ['-m', '-o', '-g', '--mode', '--owner', '--group', '-S'],
      purpose: true,
    },
  ],
  [
    'mv',
    {
      operands: 'delete',
      last: 'write',
      options: { '-t': 'write', '--target-directory': 'write' },
      outputs: ['-t', '--target-directory'],
      valued: ['-S', '--suffix'],
      purpose: true,
      recursive: true,
    },
  ],
  [
    'ln',
    {
      operands: 'read',
      last: 'write',
      options: { '-t': 'write', '--target-directory': 'write' },
      outputs: ['-t', '--target-directory'],
      valued: ['-S', '--suffix'],
      purpose: true,
    },
  ],
  ['rm', { operands: 'delete', purpose: true, recursive: true }],
  ['rmdir', { operands: 'delete', purpose: true }],
  ['unlink', { operands: 'delete', purpose: true }],
  ['shred', { operands: 'delete', valued: ['-n', '-s', '--iterations', '--size'], purpose: true }],
  ...REMOVERS.map((name): [string, Roles] => [name, { operands: 'delete', purpose: true, recursive: true }]),
  ['tee', { operands: 'write', purpose: true }],
  ['truncate', { operands: 'write', valued: ['-s', '--size'], options: { '-r': 'read', '--reference': 'read' }, purpose: true }],
  ['fallocate', { operands: 'write', valued: ['-l', '-o'], purpose: true }],
  ['dd', { operands: 'none', assignments: { of: 'write', if: 'read' }, purpose: true }],
  ['chmod', { operands: 'write', first: 'none', options: { '--reference': 'read' }, purpose: true, recursive: true }],
  ['chown', { operands: 'write', first: 'none', options: { '--reference': 'read' }, purpose: true, recursive: true }],
  ['chgrp', { operands: 'write', first: 'none', purpose: true, recursive: true }],
  ['chattr', { operands: 'write', first: 'none', purpose: true, recursive: true }],
  ['setfacl', { operands: 'write', valued: ['-m', '-x'], purpose: true, recursive: true }],
  [
    'patch',
    {
      operands: 'write',
      options: {
        '-o': 'write',
        '--output': 'write',
        '-r': 'write',
        '--reject-file': 'write',
        '-i': 'read',
        '--input': 'read',
        '-d': 'write',
      },
      valued: ['-p', '-F', '-B'],
      purpose: true,
    },
  ],
  [
    'rsync',
    {
      operands: 'read',
      last: 'write',
      options: {
        '--log-file': 'write',
        '--files-from': 'read',
        '--exclude-from': 'read',
        '--password-file': 'read',
        '--backup-dir': 'write',
      },
      valued: ['-e', '--rsh'],
      purpose: true,
      recursive: true,
    },
  ],
  [
    'scp',
    {
      operands: 'read',
      last: 'write',
      options: { '-i': 'read', '-F': 'read' },
      valued: ['-P', '-o', '-S', '-l', '-c', '-J'],
      purpose: true,
      recursive: true,
    },
  ],
  [
    'sort',
    {
      operands: 'read',
      options: { '-o': 'write', '--output': 'write', '-T': 'write', '--temporary-directory': 'write', '--files0-from': 'read' },
      valued: ['-k', '-t', '-S', '--key', '--field-separator'],
      ...SIDE_OUTPUT,
    },
  ],
  ['uniq', { operands: 'read', last: 'write', valued: ['-f', '-s', '-w'], ...SIDE_OUTPUT }],
  ['xxd', { operands: 'read', last: 'write', valued: ['-l', '-s', '-c', '-g', '-o', '-n'], ...SIDE_OUTPUT }],
  [
    'awk',
    {
      operands: 'read',
      first: 'none',
      options: { '-f': 'read', '--file': 'read' },
      valued: ['-F', '-v', '--field-separator', '--assign'],
      ...SIDE_OUTPUT,
    },
  ],
  ['tree', { operands: 'none', options: { '-o': 'write', '--fromfile': 'read' }, valued: ['-L', '-P', '-I', '-H', '-T'], ...SIDE_OUTPUT }],
  [
    'curl',
    {
      operands: 'none',
      options: {
        '-o': 'write',
        '--output': 'write',
        '-D': 'write',
        '--dump-header': 'write',
        '-c': 'write',
        '--cookie-jar': 'write',
        '--output-dir': 'write',
        '--trace': 'write',
        '--trace-ascii': 'write',
        '--alt-svc': 'write',
        '--etag-save': 'write',
        '--hsts': 'write',
        '--libcurl': 'write',
        '--stderr': 'write',
        '-T': 'read',
        '--upload-file': 'read',
        '-K': 'read',
        '--config': 'read',
        '-E': 'read',
        '--cert': 'read',
        '--key': 'read',
      },
      ...SIDE_OUTPUT,
    },
  ],
  [
    'wget',
    {
      operands: 'none',
      options: {
        '-O': 'write',
        '--output-document': 'write',
        '-o': 'write',
        '--output-file': 'write',
        '-a': 'write',
        '-P': 'write',
        '--directory-prefix': 'write',
        '-i': 'read',
        '--post-file': 'read',
        '--save-cookies': 'write',
        '--append-output': 'write',
        '--hsts-file': 'write',
        '--rejected-log': 'write',
        '--warc-file': 'write',
      },
      ...SIDE_OUTPUT,
    },
  ],
  ['split', { operands: 'read', last: 'write', valued: ['-a', '-b', '-C', '-l', '-n', '-t'], purpose: true }],
  ['csplit', { operands: 'none', first: 'read', options: { '-f': 'write', '--prefix': 'write' }, purpose: true }],
  ['gzip', { operands: 'delete', purpose: true }],
  ['gunzip', { operands: 'delete', purpose: true }],
  ['bzip2', { operands: 'delete', purpose: true }],
  ['xz', { operands: 'delete', purpose: true }],
  ['zstd', { operands: 'read', options: { '-o': 'write' }, outputs: ['-o'], purpose: true, recursive: true }],
  ['lz4', { operands: 'read', last: 'write', purpose: true, recursive: true }],
  ...['zgrep', 'zegrep', 'zfgrep', 'bzgrep', 'xzgrep', 'zstdgrep'].map((name): [string, Roles] => [
    name,
    { operands: 'read', first: 'none', purpose: false, recursive: true },
  ]),
  ['zip', { operands: 'read', first: 'write', options: { '-b': 'write' }, purpose: true, recursive: true }],
  ['unzip', { operands: 'none', first: 'read', options: { '-d': 'write' }, purpose: true }],
  ['mkfifo', { operands: 'write', valued: ['-m', '--mode'], purpose: true }],
  ['sponge', { operands: 'write', purpose: true }],
  ['iconv', { operands: 'read', options: { '-o': 'write', '--output': 'write' }, valued: ['-f', '-t'], ...SIDE_OUTPUT }],
  ...['gcc', 'g++', 'cc', 'clang', 'clang++'].map((name): [string, Roles] => [
    name,
    { operands: 'read', options: { '-o': 'write' }, outputs: ['-o'], valued: ['-I', '-L', '-l', '-D', '-x', '-std'], purpose: true },
  ]),
  ['crontab', { operands: 'read', purpose: false }],
  ['source', { operands: 'read', purpose: false }],
  ['.', { operands: 'read', purpose: false }],
  ['less', { operands: 'read', options: { '-o': 'write', '-O': 'write', '--log-file': 'write', '-k': 'read' }, ...SIDE_OUTPUT }],
  ['more', { operands: 'read', purpose: false }],
  ['bat', { operands: 'read', purpose: false }],
]);
