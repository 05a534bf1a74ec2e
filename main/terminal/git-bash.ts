import { win32 } from 'node:path';

export interface GitBashLookup {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isFile: (path: string) => boolean;
}

export type GitBash = { readonly found: string } | { readonly missing: string };

/** Where Git for Windows is installed, by the variable with the parent folder. */
const PLACES: readonly (readonly [variable: string, folder: string])[] = [
  ['ProgramFiles', 'Git'],
  ['ProgramW6432', 'Git'],
  ['ProgramFiles(x86)', 'Git'],
  ['LOCALAPPDATA', 'Programs\\Git'],
  ['USERPROFILE', 'scoop\\apps\\git\\current'],
];

/** The folder of an installation, from the folder of its `git.exe`. */
const GIT_FOLDER = /^(?<root>.*?)\\(?:cmd|bin|mingw(?:32|64)\\bin|clangarm64\\bin)$/iu;

/** Git Bash on Windows: the configured program, else that of an installation of Git, else `bash.exe` on the `PATH`. */
export function findGitBash({ env, isFile }: GitBashLookup): GitBash {
  const variable = (name: string): string | undefined => {
    // A copy of the environment has lost that Windows ignores the case of names.
    const value = Object.entries(env).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];
    return value === '' ? undefined : value;
  };
  const configured = variable('CLAUDE_CODE_GIT_BASH_PATH');
  if (configured !== undefined) {
    if (win32.isAbsolute(configured) && isFile(configured)) return { found: configured };
    return {
      missing: `CLAUDE_CODE_GIT_BASH_PATH names ${configured}, which is not a file. Set it to the full path of Git Bash’s bash.exe.`,
    };
  }
  const installed = PLACES.flatMap(([name, folder]) => {
    const parent = variable(name);
    return parent !== undefined && win32.isAbsolute(parent) ? [win32.join(parent, folder)] : [];
  });
  const searched = (variable('PATH') ?? '').split(';').flatMap((folder) => {
    const plain = win32.normalize(folder.replaceAll('"', '')).replace(/\\+$/u, '');
    return /^[a-z]:\\/iu.test(plain) ? [plain] : [];
  });
  const besideGit = searched.flatMap((folder) => {
    const root = isFile(win32.join(folder, 'git.exe')) ? GIT_FOLDER.exec(folder)?.groups?.['root'] : undefined;
    return root === undefined ? [] : [root];
  });
  const candidates = [
    ...[...installed, ...besideGit].flatMap((root) => [win32.join(root, 'bin', 'bash.exe'), win32.join(root, 'usr', 'bin', 'bash.exe')]),
    ...searched.filter((folder) => !startsLinux(folder)).map((folder) => win32.join(folder, 'bash.exe')),
  ];
  const found = candidates.find(isFile);
  if (found !== undefined) return { found };
  return {
    missing:
      'Commands need Git Bash, and it was not found. Install Git for Windows (https://git-scm.com/downloads/win), or set CLAUDE_CODE_GIT_BASH_PATH to the full path of bash.exe.',
  };
}

/** Windows' own `bash.exe` starts the Linux subsystem, which has other paths. */
function startsLinux(folder: string): boolean {
  return /\\(?:system32|sysnative|windowsapps)$/iu.test(folder);
}
