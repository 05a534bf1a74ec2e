import type { Word } from '../parse/word.ts';

/**
 * Programs that never run another one, apart from the options named here, and that only access files named in their words (GNU coreutils,
 * findutils, diffutils, tar, curl and other manuals; GTFOBins for the exceptions).
 */
const PLAIN =
  '[ [[ : env exec xargs arch b2sum base32 base64 basename basenc break bunzip2 bzcat bzip2 cal cat chattr chgrp chmod chown cksum clear cmp colordiff column comm compress continue cp csplit cut dd df diff dig dir dirname dirs dos2unix du echo egrep exit expand expr factor false fgrep file fmt fold for free getconf getent getfacl grep groups gunzip gzcat gzip head hexdump history host hostname iconv id ifconfig join jobs kill killall link ln locale logname look ls lsattr lsblk lsof lz4 md5 md5sum mkdir mkfifo mktemp mv netstat nl nm nproc nslookup numfmt objdump od paste pathchk pgrep pidof ping pkill popd pr printenv printf ps ptx pushd pv pwd readelf readlink realpath return rev rm rmdir seq setfacl sha1sum sha224sum sha256sum sha384sum sha512sum shasum shift shopt shred shuf size sleep split sponge ss stat strings stty sum sw_vers sync tac tail tee test times top touch tput tr trash tree true truncate ts tsort tty type ulimit umask uname unexpand uniq unix2dos unlink unxz unzip uptime users uuidgen vdir vm_stat w wait wc whereis which who whoami xxd xz xzcat yes zcat zgrep zip zstd zstdcat cd';

const EXCEPT: Readonly<Record<string, string>> = {
  sort: '--compress-program',
  split: '--filter',
  install: '--strip-program',
  diff3: '--diff-program',
  rg: '--pre --hostname-bin --search-zip -z',
  zip: '-T -TT --test --unzip-command',
  tar: '-I --use-compress-program --checkpoint-action --to-command --info-script --new-volume-script -F --rsh-command --rmt-command --rsh',
  bsdtar: '-I --use-compress-program',
  rsync: '-e --rsh --rsync-path --daemon --config',
  scp: '-o -S -F -D',
  curl: '-K --config --unix-socket --proto-default --engine',
  wget: '-e --execute --use-askpass --config --askpass',
  gcc: '-wrapper -B -specs -fplugin --specs',
  cc: '-wrapper -B -specs -fplugin --specs',
  'g++': '-wrapper -B -specs -fplugin --specs',
  clang: '-B -fplugin -load --config -fuse-ld',
  'clang++': '-B -fplugin -load --config -fuse-ld',
  cpio: '--rsh-command',
  jq: '',
  patch: '',
  unset: '',
  set: '',
  hash: '-p',
  shopt: '',
};

/** Compilers and binutils read further options from `@file`, and can load libraries in many ways (GCC, Clang and binutils manuals). */
const OF_TOOLCHAIN: ReadonlySet<string> = new Set(
  'gcc cc g++ c++ clang clang++ nm objdump readelf size strings ar as ld strip objcopy ranlib'.split(' '),
);
const LOADS_MORE = /^@|,@|plugin|^-W[lpa],.*-load|^-X|^-load/u;

/** Whether a word may make it load a library, or read options that aren't on the line. */
export function mayLoad(program: string, { value, mayBeOption, glob }: Word): boolean {
  if (!OF_TOOLCHAIN.has(program)) return false;
  return value === null ? mayBeOption : LOADS_MORE.test(value) || (glob && /^[*?[]/u.test(value));
}

export const QUIET_PROGRAMS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...PLAIN.split(' ').map((name) => [name, []] as const),
  ...Object.entries(EXCEPT).map(([name, options]) => [name, options.split(' ').filter(Boolean)] as const),
]);
