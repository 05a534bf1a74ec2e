import type { Word } from '../parse/word.ts';

/**
 * Programs that may be run with a single word asking for their version or help. Not included: those for which a project can name another
 * program to run instead: yarn (`yarnPath`), pnpm (`packageManager`), cargo and the rest of Rust (`rust-toolchain.toml`), dotnet
 * (`global.json`); those that first load what a project configures: pytest, poetry, hg, mvn, scons, valgrind, elixir and the like; and
 * those that check a server for updates: terraform, az.
 */
const PROGRAMS: ReadonlySet<string> = new Set(
  [
    'node python python3 npm npx pip pip3 go ruby tsc deno bun git java javac make cmake ninja gcc g++ cc c++ clang clang++ ld lua perl php R',
    'docker podman kubectl helm gh glab aws psql mysql sqlite3 redis-cli nginx openssl gpg ssh curl wget rsync scp tar zip unzip',
    'bash zsh sh fish jq yq rg fd fzf bat tmux screen vim nvim nano emacs less ffmpeg ffprobe convert magick pandoc shellcheck shfmt protoc',
    'uv ruff pipx gem swift zig nim ghc code systemctl git-lfs gdb lldb strace',
  ].flatMap((line) => line.split(' ')),
);

/** Short version options by program; other programs use these letters for something else. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ...'node npm tsc deno bun lua php docker ruby git gcc clang make perl gem'.split(' ').map((name) => [name, '-v'] as const),
  ...'python python3 pip pip3 ssh curl wget tmux psql mysql nginx'.split(' ').map((name) => [name, '-V'] as const),
]);
const VERSIONS_BY_VERB: ReadonlySet<string> = new Set(['openssl', 'gh']);

export function asksAboutItself(program: string, rest: readonly Word[]): boolean {
  const [only] = rest;
  if (!PROGRAMS.has(program) || rest.length !== 1 || only === undefined || only.expands) return false;
  const value = only.value ?? '';
  if (value === 'version') return VERSIONS_BY_VERB.has(program);
  return /^(?:--version|--help)$/u.test(value) || (program === 'java' && value === '-version') || LETTERS.get(program) === value;
}
